import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { holdInserts, runConcurrently } from '#tests/support/hold-inserts.ts'
import { createSiteApp, type Reply, type SiteApp } from '#tests/support/site-app.ts'
import { SoftPasskey } from '#tests/support/soft-passkey.ts'

/**
 * Limits on stored rows. Each starts one below its maximum and is reached by two requests at the
 * same time.
 */
const tables = ['job', 'grant_request', 'login_failure']
let site: TestSite

beforeAll(async () => {
  site = await testSite()
  if (testStore() !== 'embedded') await holdInserts(site.db, tables)
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of tables) await site.db.execute(sql`delete from ${raw(table)}`)
})

async function getStatuses(requests: readonly (() => Promise<Reply>)[]): Promise<number[]> {
  const statuses = (await runConcurrently(site.db, requests)).map(({ status }) => status)
  return statuses.toSorted((a, b) => a - b)
}

const pairOf = <T>(value: T) => [value, value] as const

// The embedded store runs one transaction at a time.
describe.skipIf(testStore() === 'embedded')('simultaneous requests', () => {
  let here: SiteApp
  beforeEach(async () => {
    here = await createSiteApp(site)
  })

  test('simultaneous requests do not exceed the hourly limit of mails', async () => {
    const user = await here.login('second')
    await site.db.execute(sql`alter table job disable trigger hold`)
    await site.db.execute(sql`insert into job (kind, payload, user_id, throttle_key, state_cd)
      select 'mail-send', '{}', 'second', 'second', 'DONE' from generate_series(1, 29)`)
    await site.db.execute(sql`alter table job enable trigger hold`)
    const mail = { TO: ['a@example.com'], SUBJECT: 's', TEXT: 't' }
    const send = () => user.post('/api/mail/send', mail)
    expect(await getStatuses(pairOf(send))).toEqual([200, 429])
  })

  test('simultaneous requests do not exceed the limit of reset mails per user', async () => {
    const visitor = here.visitor()
    const body = { USER_ID: 'second', lang: 'ko' }
    const requestReset = () => visitor.post('/api/auth/find/password', body)
    for (let call = 0; call < 4; call += 1) expect((await requestReset()).status).toBe(200)
    expect(await getStatuses(pairOf(requestReset))).toEqual([200, 200])
    expect(await site.db.query(sql`select from job where throttle_key = 'second'`)).toHaveLength(5)
  })

  test('simultaneous requests do not exceed the limit of open permission requests per user', async () => {
    const user = await here.login('nobody')
    await site.db.execute(sql`
      insert into grant_request (user_id, menu_id, action_cd, created_by, updated_by)
      select 'nobody', 'x' || n, 'search', 'nobody', 'nobody' from generate_series(1, 19) n`)
    const requestGrant = (MENU_ID: string) => () =>
      user.post('/api/grantRequest/ask', { MENU_ID, ACTION: 'search', REMARK: '' })
    expect(await getStatuses([requestGrant('Owner'), requestGrant('Zone')])).toEqual([200, 422])
  })

  test('simultaneous requests do not exceed the limit of password guesses', async () => {
    const guessPassword = () => here.tryLogin('second', 'wrong')
    for (let call = 0; call < 4; call += 1) expect((await guessPassword()).status).toBe(401)
    expect(await getStatuses(pairOf(guessPassword))).toEqual([401, 429])
  })
})

test('a user has at most ten passkeys, however many challenges were begun', async () => {
  const headers = { host: 'wms.example' }
  const user = await (await createSiteApp(site)).login('second')
  const post = (url: string, body: object) => user.post(url, body, headers)
  await site.db.execute(sql`
    insert into passkey (credential_id, user_id, passkey_nm, public_key, rp_id, transports, counter)
    select 'key' || n, 'second', 'k', 'x', 'wms.example', '{}', 0 from generate_series(1, 9) n`)
  const beginPasskey = () => post('/api/factor/passkey/begin', { PASSWORD: testPassword })
  const codes = []
  for (const begun of [await beginPasskey(), await beginPasskey()]) {
    const device = new SoftPasskey('http://wms.example', 'wms.example')
    const RESPONSE = device.make(String(begun.body.data['challenge']))
    const added = await post('/api/factor/passkey/add', { NAME: 'k', RESPONSE })
    codes.push(added.headers['x-error-code'])
  }
  expect(codes).toEqual([undefined, 'PASSKEYS_FULL'])
})
