import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { readSiteSettings } from '#server/http/site-settings.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { eventsOf } from '#tests/support/security-events.ts'
import { siteApp, type Visitor } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const limited = () => siteApp(site, { callLimits: { question: 3, export: 2, save: 2, large: 1 } })
const ask = (user: Visitor) => user.post('/api/wms/master/zone', { SEARCH: {} })
const codeOf = ({ status, headers }: Awaited<ReturnType<typeof ask>>) => [
  status,
  headers['x-error-code'],
]

// This test is first, because the log records the error once a minute.
test('a body that is refused while it arrives gets its response, and its address is logged', async () => {
  const here = await limited()
  const url = await here.listen()
  const { cookie } = await here.login('admin')
  const headers = { 'content-type': 'application/json', cookie }
  const body = JSON.stringify({ KEY: 'k', VALUE: 'x'.repeat(900_000) })
  const send = async () => {
    const answer = await fetch(`${url}/api/setting/save`, { method: 'POST', headers, body })
    return [answer.status, answer.headers.get('x-error-code')]
  }
  expect(await send()).toEqual([413, 'TOO_LARGE_TO_KEEP'])
  const [event] = await eventsOf(site, async () => {
    expect(await send()).toEqual([429, 'CALLS_THROTTLED'])
  })
  expect(event).toMatchObject({ kind_cd: 'CALL', outcome_cd: 'THROTTLED', address: '127.0.0.1' })
})

test('queries are counted per user across windows, separately from other users', async () => {
  const here = await limited()
  const first = await here.login('admin')
  const second = await here.login('admin')
  const statuses = []
  for (const window of [first, second, first]) statuses.push((await ask(window)).status)
  expect(statuses).toEqual([200, 200, 200])
  const refused = await ask(second)
  expect(codeOf(refused)).toEqual([429, 'CALLS_THROTTLED'])
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.body.message).toBe(
    `조회가 너무 많습니다(1분에 3회까지). ${seconds}초 뒤에 다시 조회하세요.`,
  )
  const lookup = await first.post('/api/pop/commonPopup/selectOwner', { SEARCH: '' })
  expect(lookup.status).toBe(429)
  // Print-outs and the page's own requests do not count.
  expect((await first.post('/api/menuMap')).status).toBe(200)
  expect(codeOf(await ask(await here.login('customer')))).toEqual([403, 'FORBIDDEN'])
})

test('exports and downloads have a separate limit', async () => {
  const here = await limited()
  const user = await here.login('admin')
  const sheet = () =>
    user.post('/api/file/exportExcel', { COLUMNS: [{ title: '가', kind: 'text' }], ROWS: [['1']] })
  expect((await sheet()).status).toBe(200)
  expect((await sheet()).status).toBe(200)
  const refused = await sheet()
  expect(codeOf(refused)).toEqual([429, 'CALLS_THROTTLED'])
  expect(refused.body.message).toContain('내보내기가 너무 많습니다(1분에 2회까지).')
  expect((await user.get('/api/file/fileDownload?fileSn=x')).status).toBe(429)
  expect((await ask(user)).status).toBe(200)
})

test('saves and large bodies have separate limits, checks included', async () => {
  const here = await limited()
  const user = await here.login('admin')
  const save = (STOCK_NM: string) =>
    user.post('/api/wms/comm/wmsCommon/saveProcedure', {
      PROCEDURE: 'master/upload-stock',
      ROWS: [{ NO: 1, OWNER_CD: 'GIFT', STOCK_CD: 'X', STOCK_NM }],
      DRY_RUN: 'Y',
    })
  expect((await save('x'.repeat(70_000))).headers['x-error-code']).toBe('BODY_INVALID')
  const large = await save('x'.repeat(70_000))
  expect(codeOf(large)).toEqual([429, 'CALLS_THROTTLED'])
  expect(large.body.message).toContain('큰 자료를 너무 많이 보냈습니다(1분에 1회까지).')
  const refused = await save('x')
  expect(codeOf(refused)).toEqual([429, 'CALLS_THROTTLED'])
  expect(refused.body.message).toContain('저장이 너무 많습니다(1분에 2회까지).')
  expect((await ask(user)).status).toBe(200)
})

test('calls over the limit are logged once a minute, not individually', async () => {
  const here = await limited()
  const user = await here.login('admin')
  for (let call = 0; call < 12; call += 1) await ask(user)
  await here.app.close()
  const events = await site.db.query(sql`
    select from security_event where detail like 'CALLS_THROTTLED%' and user_id = 'admin'`)
  expect(events.length).toBeLessThanOrEqual(2)
  expect(events.length).toBeGreaterThan(0)
})

test('a site can set its limits, and 0 means no limit', () => {
  const limits = (env: Record<string, string>) => readSiteSettings(env, '/tmp/x').callLimits
  const usual = { question: 3_000, export: 60, save: 3_000, large: 60 }
  expect(limits({})).toEqual(usual)
  expect(
    limits({ QUESTIONS_PER_MINUTE: '0', EXPORTS_PER_MINUTE: '500', SAVES_PER_MINUTE: '9' }),
  ).toEqual({ question: 0, export: 500, save: 9, large: 60 })
  expect(limits({ QUESTIONS_PER_MINUTE: 'many', EXPORTS_PER_MINUTE: '-1' })).toEqual(usual)
})
