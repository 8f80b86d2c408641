import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { purgeSessions } from '#server/auth/session.ts'
import { makePasswordToken } from '#areas/system/server/password-token.ts'
import { testPassword, testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { getEvents, tryLogin } from '#tests/support/security-events.ts'
import { columnTitles } from '#tests/support/labels.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const getEventsDuring = (act: () => Promise<unknown>, count = 1) => getEvents(site, act, count)
const login = (userId: string, password: string, headers: Record<string, string> = {}) =>
  tryLogin(site, userId, password, headers)

test('a login is logged with user, address, browser, screen and trace id', async () => {
  const headers = { 'user-agent': 'Terminal/1.0', 'x-screen': 'InventoryByLot' }
  let trace: unknown
  const [event] = await getEventsDuring(async () => {
    const response = await login('second', testPassword, headers)
    expect(response.statusCode).toBe(200)
    trace = response.headers['x-trace-id']
  })
  expect(trace).toMatch(/^[0-9a-f]{32}$/)
  expect(event).toMatchObject({
    kind_cd: 'LOGIN',
    outcome_cd: 'OK',
    user_id: 'second',
    address: '127.0.0.1',
    agent: 'Terminal/1.0',
    menu_id: 'InventoryByLot',
    operation: '/api/login',
    trace_id: trace,
  })
})

test('refused logins are logged as typed and throttled ones once a minute, without passwords', async () => {
  const wrong = 'not the Password at all'
  const refused = await getEventsDuring(async () => {
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await login('somebody', wrong)).statusCode).toBe(401)
    }
  }, 5)
  expect(refused[0]).toMatchObject({ kind_cd: 'LOGIN', outcome_cd: 'REFUSED', user_id: 'somebody' })
  const [throttled] = await getEventsDuring(async () => {
    const guesses = Array.from({ length: 8 }, () => login('somebody', wrong))
    for (const { statusCode } of await Promise.all(guesses)) expect(statusCode).toBe(429)
    expect((await login('not the password at all', wrong)).statusCode).toBe(401)
  }, 2)
  expect(throttled).toMatchObject({ kind_cd: 'LOGIN', outcome_cd: 'THROTTLED' })
  const [logged] = await site.db.query<{ all: string }>(sql`
    select string_agg(to_jsonb(e)::text, ' ') "all" from security_event e`)
  expect(logged?.all.toLowerCase()).not.toContain('the password')
})

test('malformed and foreign requests are logged once a minute, without their content', async () => {
  const { headers } = await login('second', testPassword)
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const events = await getEventsDuring(async () => {
    for (const [more, payload, code] of [
      [{ origin: 'https://elsewhere.example' }, {}, 403],
      [{ origin: 'https://elsewhere.example' }, {}, 403],
      [{ 'content-type': 'application/json' }, '["the secret"]', 400],
      [{ 'content-encoding': 'gzip' }, {}, 415],
    ] as const) {
      const response = await site.app.inject({
        method: 'POST',
        url: '/api/registMyMenu',
        remoteAddress: '10.9.8.7',
        headers: { cookie, ...more },
        payload,
      })
      expect(response.statusCode).toBe(code)
    }
  }, 3)
  // Events are written after the response, in any order.
  const shown = new Map(events.map((event) => [String(event['detail']), event]))
  expect([...shown.keys()].toSorted()).toEqual([
    'BODY_COMPRESSED',
    'BODY_INVALID',
    'FOREIGN_ORIGIN',
  ])
  expect(shown.get('BODY_INVALID')).toMatchObject({
    kind_cd: 'CALL',
    outcome_cd: 'REFUSED',
    operation: '/api/registMyMenu',
  })
})

test('users see the address and browser of their sessions', async () => {
  await login('second', testPassword, { 'user-agent': 'Elsewhere/2.0' })
  const second = await site.login('second')
  const mine = await second.query('freight/my-page', { KIND_CD: 'SESSION' })
  expect(mine.map((row) => row['WHAT'])).toContain('127.0.0.1 · Elsewhere/2.0')
})

test('a logout, an expired session and one ended by an administrator are logged', async () => {
  await site.db.execute(sql`delete from session where user_id = 'second'`)
  const second = await site.login('second')
  const [out] = await getEventsDuring(() => second.call('/api/logout'))
  expect(out).toMatchObject({ kind_cd: 'LOGOUT', outcome_cd: 'OK', user_id: 'second' })
  await site.db.execute(sql`delete from session where user_id = 'second'`)
  await site.login('second')
  const [ended] = await getEventsDuring(() =>
    admin.save('system/end-sessions', [{ USER_ID: 'second' }]),
  )
  const end = { kind_cd: 'SESSION_END', subject_cd: 'second' }
  expect(ended).toMatchObject({ ...end, user_id: 'admin', detail: 'ENDED', address: '127.0.0.1' })
  await site.login('second')
  await site.db.execute(sql`
    update session set seen_at = now() - interval '1 day' where user_id = 'second'`)
  const [expired] = await getEventsDuring(() => purgeSessions(site.db))
  expect(expired).toMatchObject({ ...end, user_id: 'second', detail: 'EXPIRED', address: null })
})

test('password changes, refusals and resets are logged with the sessions they end', async () => {
  const [customer] = [await site.login('customer'), await site.login('customer')]
  const changePassword = (OLD_PWD: string, NEW_PWD: string) =>
    customer.call('/api/changePassword', { OLD_PWD, NEW_PWD })
  const fresh = 'an entirely fresh secret 17'
  const [refused] = await getEventsDuring(() => changePassword('wrong', fresh))
  const password = { kind_cd: 'PASSWORD', user_id: 'customer' }
  expect(refused).toMatchObject({ ...password, outcome_cd: 'REFUSED', detail: 'PASSWORD_WRONG' })
  const rows = await getEventsDuring(() => changePassword(testPassword, fresh), 2)
  expect(rows).toContainEqual(expect.objectContaining({ ...password, outcome_cd: 'OK' }))
  const end = { kind_cd: 'SESSION_END', subject_cd: 'customer', detail: 'PASSWORD' }
  expect(rows).toContainEqual(expect.objectContaining(end))
  const [asked] = await getEventsDuring(() =>
    admin.call('/api/auth/find/password', { USER_ID: 'customer' }),
  )
  expect(asked).toMatchObject({ kind_cd: 'PASSWORD_ASK', user_id: 'customer' })
  const TOKEN = await makePasswordToken(site.db, 'customer')
  const reset = await getEventsDuring(
    () => admin.call('/api/auth/initPassword', { TOKEN, NEW_PWD: testPassword }),
    2,
  )
  const done = { kind_cd: 'PASSWORD_RESET', user_id: 'customer', outcome_cd: 'OK' }
  expect(reset).toContainEqual(expect.objectContaining(done))
  const [again] = await getEventsDuring(() =>
    admin.call('/api/auth/initPassword', { TOKEN, NEW_PWD: testPassword }),
  )
  expect(again).toMatchObject({ kind_cd: 'PASSWORD_RESET', outcome_cd: 'REFUSED' })
  const [logged] = await site.db.query<{ all: string }>(sql`
    select string_agg(to_jsonb(e)::text, ' ') "all" from security_event e`)
  for (const secret of [fresh, testPassword, TOKEN]) expect(logged?.all).not.toContain(secret)
})

async function saveUser(values: Row): Promise<void> {
  const { status, body } = await admin.save('system/save-accounts', [values])
  expect([status, body.rows ?? []]).toEqual([200, []])
}

const worker: Row = {
  USER_ID: 'worker',
  USER_NM: 'Worker',
  LANG_CD: 'ko',
  USE_YN: 'Y',
  ROLES: 'CUSTOMER',
  WAREHOUSES: 'W01',
  OWNERS: 'GIFT',
  MAIL_YN: 'N',
}

test('changes to users, roles and permissions are logged with references to the change records', async () => {
  const [made] = await getEventsDuring(() => saveUser({ ...worker, BATCH_FLAG: 'I' }))
  expect(made).toMatchObject({
    kind_cd: 'RIGHTS',
    user_id: 'admin',
    subject_cd: 'worker',
    operation: 'system/save-accounts',
    address: '127.0.0.1',
  })
  const numbers = String(made?.['detail']).match(/(?:role|fact)_change \d+/g)
  expect(numbers).toHaveLength(Number(made?.['row_count']))
  const no = Number(/role_change (?<no>\d+)/.exec(String(made?.['detail']))?.groups?.['no'])
  const [change] = await site.db.query(sql`
    select user_id, role_cd, added from role_change where change_no = ${no}`)
  expect(change).toMatchObject({ user_id: 'worker', role_cd: 'CUSTOMER', added: 'worker' })
  const grant = { ROLE_CD: 'CUSTOMER', MENU_ID: 'Zone', SEARCH_YN: 'Y', BATCH_FLAG: 'U' }
  const [given] = await getEventsDuring(() => admin.save('system/save-role-menus', [grant]))
  expect(given).toMatchObject({ kind_cd: 'RIGHTS', subject_cd: 'CUSTOMER', row_count: 1 })
})

test('a dry run and an unrelated save log nothing', async () => {
  await getEventsDuring(
    () => admin.check('system/save-accounts', [{ ...worker, USER_ID: 'x', BATCH_FLAG: 'I' }]),
    0,
  )
  const corp = { BATCH_FLAG: 'I', CORP_CD: 'HQ', CORP_NM: 'Head office', BIZ_NO: '220-81-62517' }
  await getEventsDuring(() => admin.save('system/save-corp', [{ ...corp, USE_YN: 'Y' }]), 0)
})

test('disabling a user ends their session immediately and is logged', async () => {
  await site.db.execute(sql`
    update app_user set password_hash = (select password_hash from app_user where user_id = 'admin')
    where user_id = 'worker'`)
  const out = await site.login('worker')
  let version: Value = null
  await getEventsDuring(async () => {
    const [row] = await admin.query('system/accounts', { USER_ID: 'worker' })
    version = row?.['VERSION'] ?? null
  })
  const off = { ...worker, USE_YN: 'N', BATCH_FLAG: 'U', VERSION: version }
  const rows = await getEventsDuring(() => saveUser(off), 2)
  const end = { kind_cd: 'SESSION_END', user_id: 'admin', subject_cd: 'worker', detail: 'DISABLED' }
  expect(rows).toContainEqual(expect.objectContaining(end))
  expect((await out.call('/api/session')).status).toBe(401)
})

test('a request without permission is logged with the missing grant', async () => {
  const nobody = await site.login('nobody')
  const [event] = await getEventsDuring(() => nobody.call('/api/wms/inventory/by-lot'))
  expect(event).toMatchObject({
    kind_cd: 'CALL',
    outcome_cd: 'REFUSED',
    user_id: 'nobody',
    operation: '/api/wms/inventory/by-lot',
    detail: 'FORBIDDEN search:inventory/by-lot',
  })
  // Anonymous requests are not logged, or anyone could fill the log.
  await getEventsDuring(
    () => site.app.inject({ method: 'POST', url: '/api/session', payload: {} }),
    0,
  )
})

test('exports, prints and mails are logged with their row counts', async () => {
  const columns = [{ name: 'OWNER_CD', title: columnTitles.OWNER_CD, kind: 'text' }]
  const requested = { QUERY: 'master/owner', FILE_NM: '화주', COLUMNS: columns }
  const [query] = await getEventsDuring(() => admin.call('/api/file/exportQuery', requested))
  const out = { outcome_cd: 'OK', user_id: 'admin' }
  expect(query).toMatchObject({
    ...out,
    kind_cd: 'EXPORT',
    operation: 'master/owner',
    row_count: 2,
  })
  const sheet = { COLUMNS: [{ title: 'A', kind: 'text' }], ROWS: [['Hong Gildong'], ['b'], ['c']] }
  const [excel] = await getEventsDuring(() => admin.call('/api/file/exportExcel', sheet))
  expect(excel).toMatchObject({ ...out, kind_cd: 'EXPORT', row_count: 3 })
  const printed = {
    MENU_ID: 'Owner',
    TITLE: columnTitles.OWNER_CD,
    COLUMNS: [{ title: 'A', width: 100, align: 'left' }],
    ROWS: [['a'], ['b']],
  }
  const [print] = await getEventsDuring(() => admin.call('/api/file/printGrid', printed))
  expect(print).toMatchObject({ ...out, kind_cd: 'PRINT', subject_cd: 'Owner', row_count: 2 })
  const mail = { TO: ['a@example.com', 'b@example.com'], SUBJECT: 'x', TEXT: 'y' }
  const [sent] = await getEventsDuring(() => admin.call('/api/mail/send', mail))
  const subject_cd = 'a@example.com, b@example.com'
  expect(sent).toMatchObject({ ...out, kind_cd: 'MAIL', row_count: 2, subject_cd })
  expect(JSON.stringify([query, excel, print])).not.toMatch(/Hong Gildong|example\.com/)
})

test('reading personal data is logged with the query and row count', async () => {
  const all = await getEventsDuring(async () => {
    // A company's phone number is not personal data.
    await admin.query('master/owner')
    await admin.query('system/accounts', { USER_ID: 'admin' })
  })
  const read = { kind_cd: 'PERSONAL', outcome_cd: 'OK', user_id: 'admin' }
  expect(all).toMatchObject([{ ...read, operation: 'system/accounts', row_count: 1 }])
  const [places] = await getEventsDuring(() => admin.query('master/ship-to'))
  expect(places).toMatchObject({ ...read, operation: 'master/ship-to' })
})

test('a footer that shows a personal value is logged like a read', async () => {
  const getFooter = (KIND: string) =>
    admin.call('/api/wms/system/accounts', {
      SEARCH: { USER_ID: 'admin' },
      FOOTERS: [{ COLUMN: 'EMAIL', KIND }],
    })
  const all = await getEventsDuring(async () => {
    await getFooter('COUNT')
    await getFooter('MIN')
  })
  const read = { kind_cd: 'PERSONAL', user_id: 'admin', operation: 'system/accounts' }
  expect(all).toMatchObject([read])
})

test('an aborted export is logged with the rows sent until then', async () => {
  await site.db.execute(sql`
    insert into stock (owner_cd, stock_cd, stock_nm) select 'GIFT', 'MANY-' || n, repeat('x', 200)
    from generate_series(1, 3000) n`)
  const house = await createSiteApp(site)
  const { cookie } = await house.login('admin')
  const url = `${await house.listen()}/api/file/exportQuery`
  // Far more than the connection buffers before the first read.
  const columns = Array.from({ length: 100 }, () => ({
    name: 'STOCK_NM',
    title: 'x',
    kind: 'text',
  }))
  const body = JSON.stringify({ QUERY: 'master/stock', FILE_NM: 'x', COLUMNS: columns })
  const headers = { cookie, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const [event] = await getEventsDuring(async () => {
    const stop = new AbortController()
    const response = await fetch(url, { method: 'POST', headers, body, signal: stop.signal })
    expect((await response.body?.getReader().read())?.done).toBe(false)
    stop.abort()
  })
  expect(event).toMatchObject({ kind_cd: 'EXPORT', outcome_cd: 'FAILED', user_id: 'admin' })
  expect(Number(event?.['row_count'])).toBeGreaterThan(0)
  expect(Number(event?.['row_count'])).toBeLessThan(3_000)
})

test('owner-bound users never see the log, even with every permission', async () => {
  await grantEverything(site, 'CUSTOMER')
  const customer = await site.login('customer')
  const [refused] = await getEventsDuring(() => customer.call('/api/wms/system/security-events'))
  const detail = 'FORBIDDEN search:system/security-events'
  expect(refused).toMatchObject({ kind_cd: 'CALL', outcome_cd: 'REFUSED', detail })
  const columns = [{ name: 'USER_ID', title: 'x', kind: 'text' }]
  const requested = { QUERY: 'system/security-events', FILE_NM: 'x', COLUMNS: columns }
  // Waits for both events, since they are written after the responses and could otherwise appear in
  // the next test.
  await getEventsDuring(async () => {
    const review = await customer.save('system/review-security', [{ EVENT_NO: 1 }])
    expect(review.status).toBe(403)
    expect((await customer.call('/api/file/exportQuery', requested)).status).toBe(403)
  }, 2)
})

test('the log can be searched, and marked as reviewed up to a row', async () => {
  const refused = await admin.query('system/security-events', {
    KIND_CD: 'LOGIN',
    OUTCOME_CD: 'REFUSED',
  })
  expect(refused.length).toBeGreaterThan(4)
  expect(new Set(refused.map((row) => row['KIND_CD']))).toEqual(new Set(['LOGIN']))
  const [newest, next] = refused
  const EVENT_NO = next?.['EVENT_NO'] ?? null
  const [event] = await getEventsDuring(() => admin.save('system/review-security', [{ EVENT_NO }]))
  expect(event).toMatchObject({ kind_cd: 'REVIEW', user_id: 'admin', subject_cd: String(EVENT_NO) })
  const [first, second] = await admin.query('system/security-events', {
    KIND_CD: 'LOGIN',
    OUTCOME_CD: 'REFUSED',
  })
  expect([first?.['EVENT_NO'], first?.['REVIEWED_BY']]).toEqual([newest?.['EVENT_NO'], null])
  expect(second).toMatchObject({ EVENT_NO, REVIEWED_BY: 'admin' })
  const { status, body } = await admin.save('system/review-security', [{ EVENT_NO }])
  expect([status, body.rows[0]?.COLUMN]).toEqual([422, 'EVENT_NO'])
})
