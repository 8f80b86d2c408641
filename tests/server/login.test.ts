import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCredentials } from '#server/auth/login.ts'
import { generatePassword, hashPassword, verifyPassword } from '#server/auth/password.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`delete from login_failure`)
})

async function login(
  userId: string,
  password = testPassword,
  { remoteAddress = '10.0.0.1', wcode = 'W01' } = {},
) {
  const payload = { p: `${userId}|${wcode}|${password}` }
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/login',
    payload,
    remoteAddress,
  })
  const cookie = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  const body: { message: string; data: Record<string, unknown> } = response.json()
  return { status: response.statusCode, code: response.headers['x-error-code'], body, cookie }
}

async function isOpen(cookie: string): Promise<boolean> {
  const response = await call(cookie, '/api/session')
  return response.statusCode === 200
}

function call(cookie: string, url: string, payload: object = {}) {
  return site.app.inject({ method: 'POST', url, payload, headers: { cookie } })
}

describe('credentials', () => {
  test('only the first two separators count, so a password can contain any character', async () => {
    expect(readCredentials('Kim|W01|a|b||c', '')).toEqual({
      userId: 'kim',
      wcode: 'W01',
      password: 'a|b||c',
    })
    const hash = await hashPassword('pipe|in|the|password')
    await site.db.execute(sql`
      update app_user set password_hash = ${hash} where user_id = 'second'`)
    expect((await login('second', 'pipe|in|the|password')).status).toBe(200)
    expect((await login('second', 'pipe|in|the')).status).toBe(401)
  })

  test('a password sent twice must be identical both times', () => {
    expect(readCredentials('kim|W01|one', 'one').password).toBe('one')
    expect(readCredentials('kim|W01|one', 'two').password).toBe('')
  })

  test('a login to a warehouse without permission starts in a permitted one and reports it', async () => {
    const elsewhere = await login('second', 'pipe|in|the|password', { wcode: 'W99' })
    expect(elsewhere.body.data).toMatchObject({ wcode: 'W01' })
    expect(elsewhere.body.message).toBe('W99 창고의 권한이 없어 W01 창고로 시작합니다.')
  })

  test('the id is accepted in capitals and with surrounding spaces', async () => {
    const response = await login('  ADMIN ')
    expect(response.body.data).toMatchObject({ userId: 'admin', wcode: 'W01', lang: 'ko' })
  })

  test('a password matches in composed and in decomposed form', async () => {
    const hash = await hashPassword('긴 비밀번호를 씁니다'.normalize('NFC'))
    expect(await verifyPassword('긴 비밀번호를 씁니다'.normalize('NFD'), hash)).toBe(true)
  })

  test('a user without a warehouse gets no session', async () => {
    await site.db.execute(sql`delete from user_warehouse where user_id = 'nobody'`)
    const response = await login('nobody')
    expect([response.status, response.code, response.cookie]).toEqual([403, 'NO_WAREHOUSE', ''])
    const remaining = await site.db.query(sql`select * from session where user_id = 'nobody'`)
    expect(remaining).toEqual([])
    await site.db.execute(sql`insert into user_warehouse values ('nobody', 'W01')`)
  })
})

describe('a failed login', () => {
  test('responds identically for a wrong password, an unknown user and a disabled user', async () => {
    const wrong = await login('customer', 'not the password at all')
    expect([wrong.status, wrong.code, wrong.cookie]).toEqual([401, 'LOGIN_FAILED', ''])
    expect(await login('no-such-user')).toEqual(wrong)
    await site.db.execute(sql`update app_user set use_yn = 'N' where user_id = 'customer'`)
    expect(await login('customer')).toEqual(wrong)
    await site.db.execute(sql`update app_user set use_yn = 'Y' where user_id = 'customer'`)
  })

  test('throttles only this user at this address after five attempts', async () => {
    for (let n = 0; n < 5; n += 1) expect((await login('admin', 'wrong')).status).toBe(401)
    const sixth = await login('admin')
    expect([sixth.status, sixth.code]).toEqual([429, 'LOGIN_THROTTLED'])
    expect((await login('customer')).status).toBe(200)
    expect((await login('admin', testPassword, { remoteAddress: '10.0.0.2' })).status).toBe(200)
    await site.db.execute(sql`
      update login_failure set failed_at = failed_at - interval '10 minutes'`)
    expect((await login('admin')).status).toBe(200)
  })

  test('a successful login clears the failed attempts', async () => {
    for (let n = 0; n < 4; n += 1) await login('admin', 'wrong')
    expect((await login('admin')).status).toBe(200)
    for (let n = 0; n < 4; n += 1) expect((await login('admin', 'wrong')).status).toBe(401)
    expect((await login('admin')).status).toBe(200)
  })

  test('parallel attempts are throttled as well', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => login('admin', 'wrong')))
    const guesses = responses.filter(({ status }) => status === 401)
    // Servers with several connections can let one concurrent round through.
    expect(guesses.length).toBeGreaterThanOrEqual(5)
    expect(guesses.length).toBeLessThan(site.db.kind === 'embedded' ? 6 : 12)
  })
})

describe('a session', () => {
  const ageSession = (column: 'seen_at' | 'created_at', span: string) =>
    site.db.script(`update session set ${column} = ${column} - interval '${span}'`)

  test('expires after two idle hours, and each request extends it', async () => {
    const { cookie } = await login('admin')
    await ageSession('seen_at', '119 minutes')
    expect(await isOpen(cookie)).toBe(true)
    await ageSession('seen_at', '119 minutes')
    expect(await isOpen(cookie)).toBe(true)
    await ageSession('seen_at', '121 minutes')
    expect(await isOpen(cookie)).toBe(false)
  })

  test('expires after twelve hours, even if active', async () => {
    const { cookie } = await login('admin')
    await ageSession('created_at', '719 minutes')
    expect(await isOpen(cookie)).toBe(true)
    await ageSession('created_at', '2 minutes')
    expect(await isOpen(cookie)).toBe(false)
  })

  test('logout ends only this session', async () => {
    const first = await login('admin')
    const second = await login('admin')
    expect(first.cookie).not.toBe(second.cookie)
    const out = await call(first.cookie, '/api/logout')
    expect(String(out.headers['set-cookie'])).toMatch(/^sid=; .*Path=\//)
    expect(await isOpen(first.cookie)).toBe(false)
    expect(await isOpen(second.cookie)).toBe(true)
  })

  test('ends when its browser logs in again, even as another user', async () => {
    const first = await login('admin')
    const other = await login('admin')
    const p = `customer|W01|${testPassword}`
    const again = await call(first.cookie, '/api/login', { p })
    expect(again.statusCode).toBe(200)
    expect(await isOpen(first.cookie)).toBe(false)
    expect(await isOpen(String(again.headers['set-cookie']).split(';')[0] ?? '')).toBe(true)
    expect(await isOpen(other.cookie)).toBe(true)
    // A failed login does not affect the open session.
    expect((await call(other.cookie, '/api/login', { p: `${p}x` })).statusCode).toBe(401)
    expect(await isOpen(other.cookie)).toBe(true)
  })

  test('a session can be ended by a user who no longer has a warehouse', async () => {
    const { cookie } = await login('nobody')
    await site.db.execute(sql`delete from user_warehouse where user_id = 'nobody'`)
    expect((await call(cookie, '/api/session')).statusCode).toBe(403)
    expect((await call(cookie, '/api/logout')).statusCode).toBe(200)
    await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('nobody', 'W01')`)
    expect(await isOpen(cookie)).toBe(false)
  })

  test('stores only a hash of its token, and the hash opens no session', async () => {
    const { cookie } = await login('admin')
    const token = cookie.slice('sid='.length)
    const rows = await site.db.query(sql`select token_hash from session`)
    const hashes = rows.map((row) => String(row['token_hash']))
    expect(hashes).not.toContain(token)
    for (const hash of hashes) expect(await isOpen(`sid=${hash}`)).toBe(false)
  })
})

describe('a new password', () => {
  const next = 'another long password'

  test('ends the other sessions of the user, keeps this one and works at the next login', async () => {
    const here = await login('customer')
    const there = await login('customer')
    const stranger = await login('admin')
    const body = { OLD_PWD: testPassword, NEW_PWD: next }
    expect((await call(here.cookie, '/api/changePassword', body)).statusCode).toBe(200)
    expect(await isOpen(here.cookie)).toBe(true)
    expect(await isOpen(there.cookie)).toBe(false)
    expect(await isOpen(stranger.cookie)).toBe(true)
    expect((await login('customer')).status).toBe(401)
    const again = await login('customer', next)
    expect(again.body.data).toMatchObject({ mustChangePassword: false })
  })

  test.each([
    ['short', testPassword, 'fourteen chars', 'PASSWORD_WEAK'],
    ['the old one', testPassword, testPassword, 'PASSWORD_SAME'],
    ['sent with a wrong old one', 'something else!', 'a really long password', 'PASSWORD_WRONG'],
  ])('rejects a password that is %s', async (_, OLD_PWD, NEW_PWD, code) => {
    const { cookie } = await login('admin')
    const response = await call(cookie, '/api/changePassword', { OLD_PWD, NEW_PWD })
    expect([response.statusCode, response.headers['x-error-code']]).toEqual([422, code])
    expect((await login('admin')).status).toBe(200)
  })

  test('clears the requirement to change it', async () => {
    await site.db.execute(sql`update app_user set must_change_yn = 'Y' where user_id = 'admin'`)
    const { body, cookie } = await login('admin')
    expect(body.data).toMatchObject({ mustChangePassword: true })
    const change = { OLD_PWD: testPassword, NEW_PWD: `${testPassword}!` }
    await call(cookie, '/api/changePassword', change)
    const after = await login('admin', `${testPassword}!`)
    expect(after.body.data).toMatchObject({ mustChangePassword: false })
  })

  test('a generated first password is long, readable and unique', () => {
    const created = Array.from({ length: 200 }, generatePassword)
    expect(new Set(created).size).toBe(200)
    for (const password of created) {
      expect(password).toMatch(/^[a-zA-Z2-9]{5}(-[a-zA-Z2-9]{5}){3}$/)
      expect(password).not.toMatch(/[ilo01IOL]/)
    }
  })

  test('passwords are stored as slow salted hashes', async () => {
    const [first, second] = await Promise.all([hashPassword(next), hashPassword(next)])
    expect(first).toMatch(/^scrypt\$ln=15,r=8,p=3\$[\w+/=]{24}\$[\w+/=]{44}$/)
    expect(first).not.toBe(second)
    expect(await verifyPassword(next, first)).toBe(true)
    expect(await verifyPassword(`${next} `, first)).toBe(false)
    expect(await verifyPassword('', undefined)).toBe(false)
  })

  test('hashes with another cost, or of the first version without one, still verify', async () => {
    const cheaper = await hashPassword(next, { ln: 10, r: 8, p: 1 })
    expect([await verifyPassword(next, cheaper), await verifyPassword('', cheaper)]).toEqual([
      true,
      false,
    ])
    const first = (await hashPassword(next)).replace(/\$ln[^$]+/, '')
    expect([await verifyPassword(next, first), await verifyPassword('', first)]).toEqual([
      true,
      false,
    ])
  })
})
