import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'

const issue = 'system/issue-password'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

async function addPicker(USER_ID: string): Promise<void> {
  const row = { USER_ID, USER_NM: 'Kim', ROLES: 'CUSTOMER', WAREHOUSES: 'W01', OWNERS: 'GIFT' }
  const response = await admin.save('system/save-accounts', [{ BATCH_FLAG: 'I', ...row }])
  expect(response.status, JSON.stringify(response.body)).toBe(200)
}

const issuedPassword = ({ body }: SaveResponse): string => String(body.data.rows[0]?.['PASSWORD'])

async function logIn(user: string, password: string, cookie?: string) {
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { p: `${user}|W01|${password}`, c: password, lang: 'ko' },
    ...(cookie && { headers: { cookie } }),
  })
  const cookies = String(response.headers['set-cookie']).split(';')[0] ?? ''
  const call = (url: string, payload: object = {}) =>
    site.app.inject({ method: 'POST', url, payload, headers: { cookie: cookies, wcode: 'W01' } })
  return { status: response.statusCode, body: response.json(), call }
}

test('a user without an email address logs in with an issued password and must change it', async () => {
  await addPicker('picker1')
  const response = await admin.save(issue, [{ USER_ID: 'picker1' }])
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  const password = issuedPassword(response)
  expect(password.length).toBeGreaterThan(12)

  const there = await logIn('picker1', password)
  expect([there.status, there.body.data.mustChangePassword]).toEqual([200, true])
  const early = await there.call('/api/wms/system/accounts', {})
  expect([early.statusCode, early.headers['x-error-code']]).toEqual([403, 'PASSWORD_CHANGE'])
  const next = 'three words of mine'
  const changed = await there.call('/api/changePassword', {
    OLD_PWD: password,
    NEW_PWD: next,
  })
  expect(changed.statusCode, changed.body).toBe(200)
  expect((await logIn('picker1', next)).body.data.mustChangePassword).toBe(false)
  expect((await logIn('picker1', password)).status).toBe(401)
})

test('an issued password is returned once and stored nowhere', async () => {
  await addPicker('picker2')
  const key = randomUUID()
  const first = await admin.save(issue, [{ USER_ID: 'picker2' }], key)
  const again = await admin.save(issue, [{ USER_ID: 'picker2' }], key)
  expect(again.status).toBe(200)
  expect(again.body.data.rows[0]).not.toHaveProperty('PASSWORD')
  expect((await logIn('picker2', issuedPassword(first))).status).toBe(200)
  const kept = await site.db.query(sql`
    select i.answer::text || coalesce((select string_agg(e.detail, '') from security_event e), '') t
    from idempotency i`)
  expect(JSON.stringify(kept)).not.toContain(issuedPassword(first))
})

test('issuing ends the sessions, mail links and login pause of the user, and is recorded', async () => {
  await addPicker('picker3')
  const old = await logIn(
    'picker3',
    issuedPassword(await admin.save(issue, [{ USER_ID: 'picker3' }])),
  )
  for (let attempt = 0; attempt < 6; attempt += 1) await logIn('picker3', 'wrong password here')
  await site.db.execute(sql`
    insert into password_token (token_hash, user_id, expires_at)
    values ('x', 'picker3', now() + interval '1 day')`)
  const password = issuedPassword(await admin.save(issue, [{ USER_ID: 'picker3' }]))
  expect((await old.call('/api/session')).statusCode).toBe(401)
  expect(await site.db.query(sql`select from password_token where user_id = 'picker3'`)).toEqual([])
  expect((await logIn('picker3', password)).status).toBe(200)
  const [event] = await site.db.query(sql`
    select user_id, subject_cd, outcome_cd from security_event where kind_cd = 'PASSWORD_RESET'
    order by event_no desc limit 1`)
  expect(event).toEqual({ user_id: 'admin', subject_cd: 'picker3', outcome_cd: 'OK' })
})

test('no password is issued for oneself, a stronger, an inactive or an unknown user', async () => {
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions) values ('CUSTOMER', 'User', '{search,save}')
    on conflict do nothing`)
  const clerk = await site.login('customer')
  await addPicker('picker4')
  await site.db.execute(sql`update app_user set use_yn = 'N' where user_id = 'picker4'`)
  for (const [who, USER_ID] of [
    [admin, 'admin'],
    [clerk, 'second'],
    [admin, 'picker4'],
    [admin, 'no-such'],
  ] as const) {
    const response = await who.save(issue, [{ USER_ID }])
    expect([response.status, response.body.rows[0]?.COLUMN], USER_ID).toEqual([422, 'USER_ID'])
  }
  expect((await admin.call('/api/session')).status).toBe(200)
})

test('the slip names the user and the password', async () => {
  await addPicker('picker5')
  const PASSWORD = issuedPassword(await admin.save(issue, [{ USER_ID: 'picker5' }]))
  const slip = await admin.call('/api/print/system/password-slip', {
    ROWS: [{ USER_ID: 'picker5', PASSWORD }],
  })
  expect(slip.status).toBe(200)
  const text = readPdfText(slip.bytes).join('')
  for (const part of ['picker5', PASSWORD, 'Kim']) expect(text).toContain(part)
  const other = await admin.call('/api/print/system/password-slip', {
    ROWS: [{ USER_ID: 'no-such', PASSWORD }],
  })
  expect(other.status).toBe(422)
})
