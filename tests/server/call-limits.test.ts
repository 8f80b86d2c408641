import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import fastify from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { requireDeclaredRoutes } from '#server/http/declared-routes.ts'
import { addGetRoutes, type GetRoute } from '#server/http/get-route.ts'
import { addRoutes, rowsBodyLimit, type Route } from '#server/http/route.ts'
import { readSiteSettings } from '#server/http/site-settings.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { getEvents } from '#tests/support/security-events.ts'
import { createSiteApp, type Visitor } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const limits = { question: 3, export: 2, print: 1, save: 2, large: 1 }
const limitedApp = () => createSiteApp(site, { callLimits: limits })
const queryZones = (user: Visitor) => user.post('/api/wms/master/zone', { SEARCH: {} })
const getCode = ({ status, headers }: Awaited<ReturnType<typeof queryZones>>) => [
  status,
  headers['x-error-code'],
]

// This test is first, because the log records the error once a minute.
test('a body that is refused while it arrives gets its response, and its address is logged', async () => {
  const here = await limitedApp()
  const url = await here.listen()
  const { cookie } = await here.login('admin')
  const headers = { 'content-type': 'application/json', cookie }
  const body = JSON.stringify({ KEY: 'k', VALUE: 'x'.repeat(900_000) })
  const send = async () => {
    const response = await fetch(`${url}/api/setting/save`, { method: 'POST', headers, body })
    return [response.status, response.headers.get('x-error-code')]
  }
  expect(await send()).toEqual([413, 'TOO_LARGE_TO_KEEP'])
  const [event] = await getEvents(site, async () => {
    expect(await send()).toEqual([429, 'CALLS_THROTTLED'])
  })
  expect(event).toMatchObject({ kind_cd: 'CALL', outcome_cd: 'THROTTLED', address: '127.0.0.1' })
})

test('a clock that is set back does not extend the minute of a limit', async () => {
  const here = await limitedApp()
  const user = await here.login('admin')
  for (let query = 0; query < limits.question; query += 1) await queryZones(user)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() - 3_600_000)
  const refused = await queryZones(user)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
})

test('queries are counted per user across windows, separately from other users', async () => {
  const here = await limitedApp()
  const first = await here.login('admin')
  const second = await here.login('admin')
  const statuses = []
  for (const window of [first, second, first]) statuses.push((await queryZones(window)).status)
  expect(statuses).toEqual([200, 200, 200])
  const refused = await queryZones(second)
  expect(getCode(refused)).toEqual([429, 'CALLS_THROTTLED'])
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.body.message).toBe(
    `조회가 너무 많습니다(1분에 3회까지). ${seconds}초 뒤에 다시 조회하세요.`,
  )
  const lookup = await first.post('/api/pop/commonPopup/selectOwner', { SEARCH: '' })
  expect(lookup.status).toBe(429)
  // The page's own requests do not count.
  expect((await first.post('/api/menuMap')).status).toBe(200)
  expect(getCode(await queryZones(await here.login('customer')))).toEqual([403, 'FORBIDDEN'])
})

test('exports and downloads have a separate limit', async () => {
  const here = await limitedApp()
  const user = await here.login('admin')
  const exportSheet = () =>
    user.post('/api/file/exportExcel', { COLUMNS: [{ title: '가', kind: 'text' }], ROWS: [['1']] })
  expect((await exportSheet()).status).toBe(200)
  expect((await exportSheet()).status).toBe(200)
  const refused = await exportSheet()
  expect(getCode(refused)).toEqual([429, 'CALLS_THROTTLED'])
  expect(refused.body.message).toContain('내보내기가 너무 많습니다(1분에 2회까지).')
  expect((await user.get('/api/file/fileDownload?fileSn=x')).status).toBe(429)
  expect((await queryZones(user)).status).toBe(200)
})

test('saves and large bodies have separate limits, checks included', async () => {
  const here = await limitedApp()
  const user = await here.login('admin')
  const save = (STOCK_NM: string) =>
    user.post('/api/wms/comm/wmsCommon/saveProcedure', {
      PROCEDURE: 'master/upload-stock',
      ROWS: [{ NO: 1, OWNER_CD: 'GIFT', STOCK_CD: 'X', STOCK_NM }],
      DRY_RUN: 'Y',
    })
  expect((await save('x'.repeat(70_000))).headers['x-error-code']).toBe('BODY_INVALID')
  const large = await save('x'.repeat(70_000))
  expect(getCode(large)).toEqual([429, 'CALLS_THROTTLED'])
  expect(large.body.message).toContain('큰 자료를 너무 많이 보냈습니다(1분에 1회까지).')
  const refused = await save('x')
  expect(getCode(refused)).toEqual([429, 'CALLS_THROTTLED'])
  expect(refused.body.message).toContain('저장이 너무 많습니다(1분에 2회까지).')
  expect((await queryZones(user)).status).toBe(200)
})

test.each([
  ['print', 'POST', '/api/file/printGrid'],
  ['print', 'POST', '/api/print/outbound/bill'],
  ['print', 'POST', '/oz80/server'],
  ['print', 'GET', '/oz80/server'],
  ['export', 'POST', '/api/file/exportExcel'],
  ['export', 'POST', '/api/file/exportQuery'],
  ['export', 'POST', '/api/file/fileDownload'],
  ['export', 'GET', '/api/file/fileDownload'],
  ['export', 'POST', '/api/file/base64ImageDownload'],
  ['export', 'POST', '/api/file/templateDownload'],
  ['large', 'POST', '/api/file/readSpreadsheet'],
  ['large', 'POST', '/api/file/fileUpload'],
  ['save', 'POST', '/api/import/undo'],
  ['save', 'POST', '/api/mail/send'],
  ['save', 'POST', '/api/changePassword'],
] as const)('%s calls are limited at %s %s', async (kind, method, path) => {
  const user = await (await limitedApp()).login('admin')
  const codes = []
  for (let call = 0; call <= limits[kind]; call += 1) {
    const response = await (method === 'GET' ? user.get(path) : user.post(path))
    codes.push(response.headers['x-error-code'])
  }
  expect(codes.slice(0, -1)).not.toContain('CALLS_THROTTLED')
  expect(codes.at(-1)).toBe('CALLS_THROTTLED')
})

test('the server does not start with a signed route that declares no limit', async () => {
  const access = { access: 'signed-in', scope: 'self' } as const
  const declared: object = { path: '/x', ...access, body: z.unknown(), answer: async () => ({}) }
  const routeCounting = (counts: unknown) => [Object.assign({}, declared, { counts }) as Route]
  for (const counts of [undefined, '', 'all']) {
    expect(() => addRoutes(site.app, site.db, routeCounting(counts))).toThrow(
      '/x declares no counts',
    )
    const gets: object[] = routeCounting(counts)
    expect(() => addGetRoutes(site.app, site.db, gets as GetRoute[])).toThrow('declares no counts')
  }
  const app = fastify()
  requireDeclaredRoutes(app)
  app.get('/y', { config: access }, async () => ({}))
  await expect(app.ready()).rejects.toThrow('/y declares no counts')
})

test('a route without a limit accepts no large body', () => {
  const route: object = {
    path: '/x',
    access: 'signed-in',
    scope: 'self',
    counts: 'none',
    bodyLimit: rowsBodyLimit,
    maySendMore: () => undefined,
    body: z.unknown(),
    answer: async () => ({}),
  }
  expect(() => addRoutes(site.app, site.db, [route as Route])).toThrow('/x declares no counts')
})

test('calls over the limit are logged once a minute, not individually', async () => {
  const here = await limitedApp()
  const user = await here.login('admin')
  for (let call = 0; call < 12; call += 1) await queryZones(user)
  await here.app.close()
  const events = await site.db.query(sql`
    select from security_event where detail like 'CALLS_THROTTLED%' and user_id = 'admin'`)
  expect(events.length).toBeLessThanOrEqual(2)
  expect(events.length).toBeGreaterThan(0)
})

test('a site can set its limits, and 0 means no limit', () => {
  const read = (env: Record<string, string>) => readSiteSettings(env, '/tmp/x').callLimits
  const usual = { question: 3_000, export: 60, print: 120, save: 3_000, large: 60 }
  expect(read({})).toEqual(usual)
  expect(
    read({
      QUESTIONS_PER_MINUTE: '0',
      EXPORTS_PER_MINUTE: '500',
      PRINTS_PER_MINUTE: '7',
      SAVES_PER_MINUTE: '9',
    }),
  ).toEqual({ question: 0, export: 500, print: 7, save: 9, large: 60 })
  expect(read({ QUESTIONS_PER_MINUTE: 'many', EXPORTS_PER_MINUTE: '-1' })).toEqual(usual)
})
