import { generate } from 'otplib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { SoftPasskey } from '#tests/support/soft-passkey.ts'

let site: TestSite
let userId = ''

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('STRICT', 's');
    insert into factor_rule (role_cd, created_by, updated_by) values ('STRICT', 'admin', 'admin')`)
})
afterAll(() => site.close())

/** Each test has its own user, required to have a second factor. */
let count = 0
beforeEach(async () => {
  count += 1
  userId = `user${count}`
  await site.db.execute(sql`delete from login_failure`)
  await site.db.execute(sql`insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
    select ${userId}, ${userId}, password_hash, 'Y' from app_user where user_id = 'admin'`)
  await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values (${userId}, 'W01')`)
  await setRequired(true)
})

async function setRequired(isRequired: boolean): Promise<void> {
  await site.db.execute(sql`delete from user_role where user_id = ${userId}`)
  const role = isRequired ? 'STRICT' : 'NOTHING'
  await site.db.execute(sql`insert into user_role (user_id, role_cd) values (${userId}, ${role})`)
}

interface Data {
  readonly challenge?: string
  readonly asked?: { readonly challenge: string }
  readonly secret?: string
  readonly codes?: readonly string[]
}

async function post(cookie: string, path: string, payload: object = {}) {
  const headers = { cookie, host: 'wms.example' }
  const response = await site.app.inject({ method: 'POST', url: path, payload, headers })
  const set = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  const { data }: { data: Data | null } = response.json()
  const code = response.headers['x-error-code'] ?? response.statusCode
  return { code, cookie: set || cookie, data: data ?? {} }
}

const login = async () =>
  (await post('', '/api/login', { p: `${userId}|W01|${testPassword}` })).cookie
const isOpen = async (cookie: string) => (await post(cookie, '/api/session')).code === 200
const PASSWORD = testPassword

async function getCode(secret: string | undefined, seconds = 0): Promise<string> {
  await site.db.execute(sql`update user_totp set last_step = 0 where user_id = ${userId}`)
  return generate({ secret: secret ?? '', epoch: Math.floor(Date.now() / 1000) + seconds })
}

const newPasskey = () => new SoftPasskey('http://wms.example', 'wms.example')

async function addApp(cookie: string) {
  const { data } = await post(cookie, '/api/factor/begin', { PASSWORD })
  const done = await post(cookie, '/api/factor/confirm', { CODE: await getCode(data.secret) })
  return { ...done, secret: data.secret, recovery: done.data.codes ?? [] }
}

async function beginKey(cookie: string) {
  const begun = await post(cookie, '/api/factor/passkey/begin', { PASSWORD })
  const created = newPasskey()
  return { begun, made: created, challenge: begun.data.challenge ?? '' }
}

async function addKey(cookie: string, challenge: string, created = newPasskey()) {
  const RESPONSE = created.make(challenge)
  return post(cookie, '/api/factor/passkey/add', { NAME: 'k', RESPONSE })
}

/** A cookie for each stage, and whether its user already has an authenticator app. */
const stages = {
  OPEN: async () => {
    await setRequired(false)
    const cookie = await login()
    return { cookie, secret: undefined }
  },
  'OPEN with an app': async () => {
    await setRequired(false)
    return addApp(await login())
  },
  ENROL: async () => ({ cookie: await login(), secret: undefined }),
  'ENROL until another session enrolled': async () => {
    const cookie = await login()
    const { secret } = await addApp(await login())
    return { cookie, secret }
  },
  FACTOR: async () => {
    const { secret } = await addApp(await login())
    return { cookie: await login(), secret }
  },
}

type At = { readonly cookie: string; readonly secret: string | undefined }

const steps = {
  'begin an app': async ({ cookie }: At) => post(cookie, '/api/factor/begin', { PASSWORD }),
  'confirm an app': async ({ cookie, secret }: At) => {
    const { data } = await post(cookie, '/api/factor/begin', { PASSWORD })
    const CODE = await getCode(data.secret ?? secret)
    return post(cookie, '/api/factor/confirm', { CODE })
  },
  'begin a passkey': async ({ cookie }: At) =>
    post(cookie, '/api/factor/passkey/begin', { PASSWORD }),
  'add a passkey': async ({ cookie }: At) => addKey(cookie, (await beginKey(cookie)).challenge),
  'prove a code': async ({ cookie, secret }: At) =>
    post(cookie, '/api/factor/prove', { CODE: secret ? await getCode(secret) : '123456' }),
  'drop the app': async ({ cookie }: At) => post(cookie, '/api/factor/drop', { PASSWORD }),
} as const

const ended = 'SESSION_ENDED'
const expected: Record<keyof typeof stages, Record<keyof typeof steps, string | number>> = {
  OPEN: {
    'begin an app': 200,
    'confirm an app': 200,
    'begin a passkey': 200,
    'add a passkey': 200,
    'prove a code': 'FACTOR_WRONG',
    'drop the app': 200,
  },
  'OPEN with an app': {
    'begin an app': 'FACTOR_EXISTS',
    'confirm an app': 'FACTOR_WRONG',
    'begin a passkey': 200,
    'add a passkey': 200,
    'prove a code': 'FACTOR_WRONG',
    'drop the app': 200,
  },
  ENROL: {
    'begin an app': 200,
    'confirm an app': 200,
    'begin a passkey': 200,
    'add a passkey': 200,
    'prove a code': 'FACTOR_WRONG',
    'drop the app': 'FACTOR_NEEDED',
  },
  'ENROL until another session enrolled': {
    'begin an app': ended,
    'confirm an app': ended,
    'begin a passkey': ended,
    'add a passkey': ended,
    'prove a code': ended,
    'drop the app': ended,
  },
  FACTOR: {
    'begin an app': 'FACTOR_EXISTS',
    'confirm an app': 'FACTOR_WRONG',
    'begin a passkey': 'FACTOR_EXISTS',
    'add a passkey': 'FACTOR_EXISTS',
    'prove a code': 200,
    'drop the app': 'FACTOR_NEEDED',
  },
}

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]

describe.each(keysOf(stages))('a session in stage %s', (stage) => {
  test.each(keysOf(steps))('that wants to %s gets the expected response', async (step) => {
    const at = await stages[stage]()
    const answer = await steps[step](at)
    expect(answer.code).toBe(expected[stage][step])
  })
})

describe('a passkey', () => {
  test("a passkey cannot be added by a session awaiting its second factor, using another session's challenge", async () => {
    await setRequired(false)
    const { cookie: open } = await addApp(await login())
    const waiting = await login()
    const { challenge } = await beginKey(open)
    const added = await addKey(waiting, challenge)
    expect(added.code).toBe('FACTOR_EXISTS')
    expect(await isOpen(added.cookie)).toBe(false)
  })

  test('a passkey cannot be added by an open session, using the challenge of another that entered the password', async () => {
    await setRequired(false)
    const [first, second] = [await login(), await login()]
    const { challenge } = await beginKey(first)
    expect((await addKey(second, challenge)).code).toBe('PASSKEY_WRONG')
    expect((await addKey(first, challenge)).code).toBe(200)
  })

  test('a passkey cannot be added by a session that still waits for setup although its user has enrolled', async () => {
    const waiting = await login()
    const { challenge } = await beginKey(waiting)
    // Enrolling ends this session. Restore it below, as if it had not been ended.
    const kept = await site.db.query<{ token_hash: string }>(sql`
      select token_hash from session where user_id = ${userId}`)
    const enrolled = await addApp(await login())
    await site.db.execute(sql`insert into session (token_hash, user_id, lang_cd, awaits_cd)
      values (${kept[0]?.token_hash}, ${userId}, 'ko', 'ENROL')`)
    for (const added of [await addKey(waiting, challenge), (await beginKey(waiting)).begun]) {
      expect(added.code).toBe('FACTOR_EXISTS')
      expect(await isOpen(added.cookie)).toBe(false)
    }
    const { code } = await post(waiting, '/api/factor/prove', {
      CODE: await getCode(enrolled.secret),
    })
    expect(code).toBe(200)
  })
})

describe('an app', () => {
  test('an app that was never confirmed is not accepted as a factor', async () => {
    const begun = await post(await login(), '/api/factor/begin')
    const own = await login()
    await addKey(own, (await beginKey(own)).challenge)
    const CODE = await getCode(begun.data.secret)
    expect((await post(await login(), '/api/factor/prove', { CODE })).code).toBe('FACTOR_WRONG')
  })

  test('an app can be confirmed only by the session that started its setup', async () => {
    await setRequired(false)
    const [first, second] = [await login(), await login()]
    const { data } = await post(first, '/api/factor/begin', { PASSWORD })
    const confirm = async (cookie: string) =>
      (await post(cookie, '/api/factor/confirm', { CODE: await getCode(data.secret) })).code
    expect(await confirm(second)).toBe('FACTOR_WRONG')
    expect(await confirm(first)).toBe(200)
  })
})

describe('sessions of the user', () => {
  beforeEach(() => setRequired(false))

  async function getKey(cookie: string): Promise<string> {
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/factor/state',
      headers: { cookie },
    })
    return response.json<{ data: { passkeys: { id: string }[] } }>().data.passkeys[0]?.id ?? ''
  }

  test.each<[string, (cookie: string) => Promise<{ code: unknown; cookie: string }>]>([
    ['an app is set up', addApp],
    ['a passkey is added', async (cookie) => addKey(cookie, (await beginKey(cookie)).challenge)],
    [
      'the app is removed',
      async (cookie) => {
        await site.db.execute(sql`insert into user_totp (user_id, secret, confirmed_at)
          values (${userId}, 'x', now())`)
        return post(cookie, '/api/factor/drop', { PASSWORD })
      },
    ],
    [
      'a passkey is removed',
      async (cookie) => {
        await site.db
          .execute(sql`insert into passkey (credential_id, user_id, passkey_nm, public_key,
          rp_id) values (${userId}, ${userId}, 'k', 'x', 'wms.example')`)
        const ID = await getKey(cookie)
        return post(cookie, '/api/factor/passkey/drop', { PASSWORD, ID })
      },
    ],
  ])('the other sessions of a user end when %s, waiting ones included', async (_, change) => {
    const [own, other] = [await login(), await login()]
    await setRequired(true)
    const waiting = await login()
    await setRequired(false)
    const done = await change(own)
    expect(done.code).toBe(200)
    expect(await isOpen(done.cookie)).toBe(true)
    expect(await isOpen(other)).toBe(false)
    expect((await post(waiting, '/api/factor/begin')).code).toBe(ended)
  })

  test('all end when an administrator resets the factors', async () => {
    const { cookie } = await addApp(await login())
    const waiting = await login()
    const admin = await site.login('admin')
    expect((await admin.save('system/drop-factors', [{ USER_ID: userId }])).status).toBe(200)
    for (const session of [cookie, waiting]) expect(await isOpen(session)).toBe(false)
    expect((await post(waiting, '/api/factor/begin')).code).toBe(ended)
    expect(await isOpen(await login())).toBe(true)
  })

  test('the other sessions of a user remain open when a recovery code is used, which opens only one session', async () => {
    const { cookie, recovery } = await addApp(await login())
    const CODE = recovery[0]
    const proved = await post(await login(), '/api/factor/prove', { CODE })
    expect(proved.code).toBe(200)
    expect(await isOpen(proved.cookie)).toBe(true)
    expect(await isOpen(cookie)).toBe(true)
    expect((await post(await login(), '/api/factor/prove', { CODE })).code).toBe('FACTOR_WRONG')
  })
})

test.each(['FACTOR', 'ENROL'] as const)(
  'a session of the company’s login remains one after its step %s',
  async (stage) => {
    const { cookie, secret } = await stages[stage]()
    await site.db.execute(sql`update session set sso_token = 'x' where user_id = ${userId}
      and awaits_cd = ${stage}`)
    const opened =
      stage === 'ENROL'
        ? await addApp(cookie)
        : await post(cookie, '/api/factor/prove', { CODE: await getCode(secret) })
    expect(opened.code).toBe(200)
    const { data } = await post(opened.cookie, '/api/session')
    expect(data).toMatchObject({ awaits: null, sso: true })
  },
)
