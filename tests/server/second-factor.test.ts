import { generate } from 'otplib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makePasswordToken } from '#areas/system/server/password-token.ts'
import { readNetworks } from '#areas/system/rules/networks.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'

let site: TestSite
const secret: Record<string, string> = {}

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`delete from login_failure`)
})

interface PostResult {
  readonly status: number
  readonly code: unknown
  readonly cookie: string
  readonly body: { data: { awaits?: string; secret?: string; codes?: string[]; picture?: string } }
}

async function post(cookie: string, url: string, payload: object = {}, from = '10.0.0.1') {
  const response = await site.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: from,
    headers: { cookie },
  })
  const set = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  const body: PostResult['body'] = response.json()
  const code = response.headers['x-error-code']
  return { status: response.statusCode, code, cookie: set, body } satisfies PostResult
}

const login = (userId: string, from?: string) =>
  post('', '/api/login', { p: `${userId}|W01|${testPassword}` }, from)

/** Authenticator code of the next time step, so no code repeats. */
let later = 0
async function getCode(userId: string, seconds = later): Promise<string> {
  await site.db.execute(sql`update user_totp set last_step = 0 where user_id = ${userId}`)
  const epoch = Math.floor(Date.now() / 1000) + seconds
  return generate({ secret: secret[userId] ?? '', epoch })
}

async function enrol(userId: string, cookie: string, password = ''): Promise<PostResult> {
  const begun = await post(cookie, '/api/factor/begin', { PASSWORD: password })
  expect(begun.status).toBe(200)
  expect(begun.body.data.picture).toMatch(/^data:image\/svg/)
  secret[userId] = begun.body.data.secret ?? ''
  return post(cookie, '/api/factor/confirm', { CODE: await getCode(userId) })
}

describe('a second factor', () => {
  let codes: string[] = []

  test('setup requires the password of the user again', async () => {
    const { cookie } = await login('second')
    const wrong = await post(cookie, '/api/factor/begin', { PASSWORD: 'another' })
    expect(wrong.code).toBe('PASSWORD_WRONG')
    const done = await enrol('second', cookie, testPassword)
    codes = done.body.data.codes ?? []
    expect(new Set(codes).size).toBe(10)
    const [kept] = await site.db.query<{ secret: string }>(sql`select secret from user_totp`)
    expect(kept?.secret).not.toContain(secret['second'])
  })

  test('the next login requires it, and nothing is accessible before it is proved', async () => {
    const { cookie, body } = await login('second')
    expect(body.data.awaits).toBe('FACTOR')
    for (const url of ['/api/session', '/api/menuMap', '/api/query', '/api/changePassword']) {
      expect((await post(cookie, url)).status).toBe(url === '/api/query' ? 404 : 401)
    }
    const stream = await site.app.inject({ url: '/api/events', headers: { cookie } })
    expect([401, 404]).toContain(stream.statusCode)
    expect((await post(cookie, '/api/factor/begin')).code).toBe('FACTOR_EXISTS')
    expect((await post(cookie, '/api/factor/confirm', { CODE: '123456' })).code).toBe(
      'FACTOR_WRONG',
    )
    const proved = await post(cookie, '/api/factor/prove', { CODE: await getCode('second') })
    expect(proved.status).toBe(200)
    expect((await post(proved.cookie, '/api/session')).status).toBe(200)
    expect((await post(cookie, '/api/session')).status).toBe(401)
  })

  test('makes the address of its user a known one, but not before it is proved', async () => {
    const guesses = sql`insert into login_failure (user_id, address)
      select 'second', '10.9.0.' || n from generate_series(1, 30) n`
    const desk = '10.8.0.1'
    const { cookie } = await login('second', desk)
    await site.db.execute(guesses)
    expect((await login('second', desk)).code).toBe('LOGIN_THROTTLED')
    const CODE = await getCode('second')
    expect((await post(cookie, '/api/factor/prove', { CODE }, desk)).status).toBe(200)
    expect((await login('second', desk)).status).toBe(200)
    expect((await login('second', '10.8.0.2')).code).toBe('LOGIN_THROTTLED')
  })

  test('accepts each code only once', async () => {
    const [first, second] = [await login('second'), await login('second')]
    const CODE = await getCode('second')
    const both = await Promise.all(
      [first, second].map(({ cookie }) => post(cookie, '/api/factor/prove', { CODE })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('accepts a code one step off, unless TOTP_EXACT is set', async () => {
    const prove = async (seconds: number) => {
      await site.db.script(`update user_totp set last_step = 0; delete from login_failure`)
      const { cookie } = await login('second')
      return (await post(cookie, '/api/factor/prove', { CODE: await getCode('second', seconds) }))
        .status
    }
    expect([await prove(0), await prove(30), await prove(-90)]).toEqual([200, 200, 422])
    vi.stubEnv('TOTP_EXACT', '1')
    expect([await prove(-30), await prove(60)]).toEqual([422, 422])
    vi.unstubAllEnvs()
  })

  test('allows five guesses across all sessions', async () => {
    const tries: unknown[] = []
    for (let i = 0; i < 7; i++) {
      const { cookie } = await login('second', `10.0.1.${i}`)
      tries.push((await post(cookie, '/api/factor/prove', { CODE: '000000' })).code)
    }
    expect(tries).toEqual([...Array(5).fill('FACTOR_WRONG'), 'LOGIN_THROTTLED', 'LOGIN_THROTTLED'])
  })

  test('a second factor can be replaced once by a recovery code', async () => {
    // 120 bits are enough to store recovery codes as a plain hash.
    for (const code of codes) expect(code).toMatch(/^([a-z0-9]{6}-){3}[a-z0-9]{6}$/)
    expect(new Set(codes).size).toBe(10)
    const kept = await site.db.query<{ hash: string }>(
      sql`select code_hash hash from recovery_code`,
    )
    for (const { hash } of kept) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const CODE = codes[0]?.toUpperCase()
    const first = await login('second')
    expect((await post(first.cookie, '/api/factor/prove', { CODE })).status).toBe(200)
    const again = await login('second')
    expect((await post(again.cookie, '/api/factor/prove', { CODE })).status).toBe(422)
  })

  test('a password reset still requires it, and the link opens no session', async () => {
    const TOKEN = await makePasswordToken(site.db, 'second')
    const reset = { TOKEN, NEW_PWD: 'an entirely fresh secret 17' }
    const done = await post('', '/api/auth/initPassword', reset)
    expect([done.status, done.cookie]).toEqual([200, ''])
    await site.db.execute(sql`update app_user set password_hash = (
      select password_hash from app_user where user_id = 'admin') where user_id = 'second'`)
    expect((await login('second')).body.data.awaits).toBe('FACTOR')
  })

  test('an administrator can reset a lost one, ending the open session of the user', async () => {
    const { cookie } = await login('second')
    const inside = await post(cookie, '/api/factor/prove', { CODE: await getCode('second') })
    const admin = await site.login('admin')
    const done = await admin.save('system/drop-factors', [{ USER_ID: 'second' }])
    expect(done.status).toBe(200)
    expect((await post(inside.cookie, '/api/session')).status).toBe(401)
    expect((await login('second')).body.data.awaits).toBeNull()
    const events = await admin.query('system/security-events', { KIND_CD: 'FACTOR' })
    expect(events.map((row) => row['DETAIL'])).toEqual(
      expect.arrayContaining(['ON', 'PROVED', 'RESET']),
    )
  })
})

describe('a role that requires a second factor', () => {
  beforeAll(async () => {
    const admin = await site.login('admin')
    const saved = await admin.save('system/save-factor-rules', [
      { ROW: 1, FLAG: 'I', ROLE_CD: 'CUSTOMER', NETWORKS: '10.0.0.0/8, 2001:db8::/32' },
    ])
    expect(saved.body.message).toContain('저장')
    expect(saved.status).toBe(200)
  })

  test('requires it only from outside the site networks', async () => {
    expect((await login('customer', '10.9.9.9')).body.data.awaits).toBeNull()
    expect((await login('customer', '::ffff:10.9.9.9')).body.data.awaits).toBeNull()
    expect((await login('customer', '2001:db8::7')).body.data.awaits).toBeNull()
    expect((await login('customer', '203.0.113.7')).body.data.awaits).toBe('ENROL')
  })

  test('lets its user set up the factor at login, but not remove it', async () => {
    const { cookie } = await login('customer', '203.0.113.7')
    expect((await post(cookie, '/api/session')).status).toBe(401)
    const done = await enrol('customer', cookie)
    expect((await post(done.cookie, '/api/session')).status).toBe(200)
    const dropped = await post(done.cookie, '/api/factor/drop', { PASSWORD: testPassword })
    expect(dropped.code).toBe('FACTOR_REQUIRED')
  })

  test('requires it also in existing sessions, except from the site networks', async () => {
    const away = '203.0.113.7'
    const [inside, outside] = [await login('nobody', '10.9.9.9'), await login('nobody', away)]
    const admin = await site.login('admin')
    const rule = { ROLE_CD: 'NOTHING', NETWORKS: '10.0.0.0/8' }
    expect((await admin.save('system/save-factor-rules', [rule])).status).toBe(200)
    expect((await post(inside.cookie, '/api/session')).status).toBe(200)
    for (const url of ['/api/session', '/api/menuMap', '/api/changePassword']) {
      const response = await post(outside.cookie, url)
      expect([response.status, response.code]).toEqual([401, 'FACTOR_NEEDED'])
    }
    expect((await post(outside.cookie, '/api/factor/begin')).code).toBe('PASSWORD_WRONG')
    const again = await login('nobody', away)
    expect(again.body.data.awaits).toBe('ENROL')
    const done = await enrol('nobody', again.cookie)
    expect((await post(done.cookie, '/api/session')).status).toBe(200)
    expect((await post(outside.cookie, '/api/session')).status).toBe(401)
  })

  test('accepts its code while strangers guess at the password', async () => {
    const { cookie } = await login('nobody', '10.9.9.9')
    await site.db.execute(sql`insert into login_failure (user_id, address)
      select 'nobody', '198.51.100.' || n from generate_series(1, 30) n`)
    const proved = await post(cookie, '/api/factor/prove', { CODE: await getCode('nobody') })
    expect([proved.status, proved.code]).toEqual([200, undefined])
  })

  test('counts guesses at its code across a password reset', async () => {
    const prove = async (CODE: string) => {
      const { cookie } = await login('nobody', '10.9.9.9')
      return (await post(cookie, '/api/factor/prove', { CODE })).code
    }
    for (let guess = 1; guess <= 5; guess += 1) expect(await prove('000000')).toBe('FACTOR_WRONG')
    const TOKEN = await makePasswordToken(site.db, 'nobody')
    const reset = await post('', '/api/auth/initPassword', { TOKEN, NEW_PWD: testPassword })
    expect(reset.status).toBe(200)
    expect(await prove(await getCode('nobody'))).toBe('LOGIN_THROTTLED')
  })

  test('rejects a network that covers all addresses', async () => {
    const admin = await site.login('admin')
    const saved = await admin.save('system/save-factor-rules', [
      { ROW: 1, FLAG: 'I', ROLE_CD: 'NOTHING', NETWORKS: '10.0.0.0/8, 0.0.0.0/0' },
    ])
    expect(saved.body.rows[0]).toMatchObject({ COLUMN: 'NETWORKS' })
    expect(readNetworks('10.0.0.0/8 192.168.1.7')).toHaveLength(2)
  })
})
