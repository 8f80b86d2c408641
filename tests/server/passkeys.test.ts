import { generateKeyPairSync } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { getEvents } from '#tests/support/security-events.ts'
import { SoftPasskey } from '#tests/support/soft-passkey.ts'

// Origin from the request when the site does not configure one.
const origin = 'http://wms.example'
let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`delete from login_failure`)
})

interface PasskeyRequest {
  readonly challenge?: string
  readonly allowCredentials?: { id: string }[]
}
interface Data extends PasskeyRequest {
  readonly asked?: PasskeyRequest
  readonly hasTotp?: boolean
  readonly awaits?: string | null
  readonly userId?: string
  readonly codes?: string[]
  readonly passkeys?: { id: string; name: string }[]
}

async function post(cookie: string, url: string, payload: object = {}, host = 'wms.example') {
  const headers = { cookie, host }
  const response = await site.app.inject({ method: 'POST', url, payload, headers })
  const { data }: { data: Data | null } = response.json()
  const set = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  const code = response.headers['x-error-code']
  return { status: response.statusCode, code, cookie: set || cookie, data: data ?? {} }
}

const login = (userId: string) => post('', '/api/login', { p: `${userId}|W01|${testPassword}` })

async function enrol(
  cookie: string,
  PASSWORD: string,
  device = new SoftPasskey(origin, 'wms.example'),
) {
  const begun = await post(cookie, '/api/factor/passkey/begin', { PASSWORD })
  const RESPONSE = device.make(begun.data.challenge ?? '')
  const done = await post(cookie, '/api/factor/passkey/add', { NAME: 'Laptop', RESPONSE })
  return { device, begun, done, RESPONSE }
}

const loginByKey = async (response: (challenge: string) => object, extra: object = {}) => {
  const request = await post('', '/api/login/passkey/ask')
  return post('', '/api/login/passkey', {
    RESPONSE: response(request.data.challenge ?? ''),
    ...extra,
  })
}

describe('a passkey', () => {
  let device: SoftPasskey

  test('requires the password of its user again to be registered', async () => {
    const { cookie } = await login('second')
    expect((await post(cookie, '/api/factor/passkey/begin')).code).toBe('PASSWORD_WRONG')
    const created = await enrol(cookie, testPassword)
    device = created.device
    expect(created.done.data.codes).toHaveLength(10)
    const again = { NAME: 'Again', RESPONSE: created.RESPONSE }
    expect((await post(cookie, '/api/factor/passkey/add', again)).code).toBe('PASSKEY_WRONG')
    const { passkeys } = (await post(cookie, '/api/factor/state')).data
    expect(passkeys).toMatchObject([{ id: device.id, name: 'Laptop' }])
  })

  test('the login requires a passkey after the password, and the password cannot replace it', async () => {
    const { cookie, data } = await login('second')
    expect(data.awaits).toBe('FACTOR')
    for (const url of ['/api/factor/begin', '/api/factor/passkey/begin']) {
      expect((await post(cookie, url, { PASSWORD: testPassword })).code).toBe('FACTOR_EXISTS')
    }
    expect((await post(cookie, '/api/session')).status).toBe(401)
    const request = await post(cookie, '/api/factor/passkey/ask')
    expect(request.data.hasTotp).toBe(false)
    expect(request.data.asked?.allowCredentials).toMatchObject([{ id: device.id }])
    const RESPONSE = device.use(request.data.asked?.challenge ?? '')
    const proved = await post(cookie, '/api/factor/passkey/prove', { RESPONSE })
    expect(proved.status).toBe(200)
    expect((await post(proved.cookie, '/api/session')).data.userId).toBe('second')
    const replayed = await post((await login('second')).cookie, '/api/factor/passkey/prove', {
      RESPONSE,
    })
    expect(replayed.code).toBe('PASSKEY_WRONG')
  })

  test('logs in without a password, once per challenge', async () => {
    const request = await post('', '/api/login/passkey/ask')
    const RESPONSE = device.use(request.data.challenge ?? '')
    const opened = await post('', '/api/login/passkey', { RESPONSE })
    expect(opened.data).toMatchObject({ userId: 'second', awaits: null })
    expect((await post(opened.cookie, '/api/session')).status).toBe(200)
    expect((await post('', '/api/login/passkey', { RESPONSE })).code).toBe('PASSKEY_WRONG')
    const admin = await site.login('admin')
    const events = await admin.query('system/security-events', { KIND_CD: 'LOGIN' })
    expect(events.map((row) => row['DETAIL'])).toContain('PASSKEY')
  })

  /** Response of the device with some of its properties wrong. */
  const withWrong = (
    wrong: Partial<Pick<SoftPasskey, 'origin' | 'rpId' | 'verifies' | 'counter'>>,
  ) => {
    return (challenge: string) => {
      const { origin: from, rpId, verifies, counter } = device
      const answer = Object.assign(device, wrong).use(challenge)
      Object.assign(device, { origin: from, rpId, verifies, counter: counter + 1 })
      return answer
    }
  }
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

  test.each<[string, (challenge: string) => object]>([
    ['requested by another origin', withWrong({ origin: 'https://wms-example.com' })],
    ['made for another domain', withWrong({ rpId: 'evil.example' })],
    ['signed by another key', (text) => device.use(text, otherKey)],
    ['without user verification', withWrong({ verifies: false })],
    ['with an outdated counter', withWrong({ counter: 0 })],
    ['to a made-up challenge', () => device.use(Buffer.from('made up').toString('base64url'))],
  ])('rejects a response %s', async (_, response) => {
    const refused = await loginByKey(response)
    expect([refused.status, refused.code]).toEqual([422, 'PASSKEY_WRONG'])
    expect((await loginByKey((text) => device.use(text))).status).toBe(200)
  })

  const stranger = new SoftPasskey(origin, 'wms.example')

  test('a rejected response to a login is logged once a minute', async () => {
    const events = await getEvents(site, async () => {
      for (let tried = 0; tried < 2; tried += 1) {
        const { data } = await post('', '/api/login/passkey/ask')
        const response = await site.app.inject({
          method: 'POST',
          url: '/api/login/passkey',
          payload: { RESPONSE: stranger.use(data.challenge ?? '') },
          headers: { host: 'wms.example' },
          remoteAddress: '10.7.7.7',
        })
        expect(response.headers['x-error-code']).toBe('PASSKEY_WRONG')
      }
    })
    expect(events).toMatchObject([{ kind_cd: 'LOGIN', outcome_cd: 'REFUSED', user_id: null }])
  })

  test('each rejected response to the second step is logged', async () => {
    const { cookie } = await login('second')
    const useFactor = async () => {
      for (let tried = 0; tried < 2; tried += 1) {
        const { data } = await post(cookie, '/api/factor/passkey/ask')
        const RESPONSE = stranger.use(data.asked?.challenge ?? '')
        const refused = await post(cookie, '/api/factor/passkey/prove', { RESPONSE })
        expect(refused.code).toBe('PASSKEY_WRONG')
      }
    }
    const event = { kind_cd: 'FACTOR', outcome_cd: 'REFUSED', user_id: 'second' }
    expect(await getEvents(site, useFactor, 2)).toMatchObject([event, event])
  })

  test.each(['begin', 'drop', 'passkey/begin', 'passkey/drop'])(
    'a wrong password at factor/%s is logged',
    async (step) => {
      const { cookie } = await login('admin')
      const body = { PASSWORD: 'not it', ID: device.id }
      const [event] = await getEvents(site, async () => {
        expect((await post(cookie, `/api/factor/${step}`, body)).code).toBe('PASSWORD_WRONG')
      })
      expect(event).toMatchObject({
        kind_cd: 'FACTOR',
        outcome_cd: 'REFUSED',
        user_id: 'admin',
        detail: 'PASSWORD_WRONG',
      })
    },
  )

  test('a passkey made for one host name is rejected under another', async () => {
    const request = await post('', '/api/login/passkey/ask', {}, 'other.example')
    const RESPONSE = device.use(request.data.challenge ?? '')
    const refused = await post('', '/api/login/passkey', { RESPONSE }, 'other.example')
    expect(refused.code).toBe('PASSKEY_WRONG')
    const numbers = await post('', '/api/login/passkey/ask', {}, '10.0.0.1:3000')
    expect(numbers.code).toBe('PASSKEY_ADDRESS')
  })

  test('the passkey of another user is rejected in a pending session and at login', async () => {
    const mine = await login('customer')
    const other = await enrol(mine.cookie, testPassword)
    const { cookie } = await login('second')
    const request = await post(cookie, '/api/factor/passkey/ask')
    const RESPONSE = other.device.use(request.data.asked?.challenge ?? '')
    expect((await post(cookie, '/api/factor/passkey/prove', { RESPONSE })).code).toBe(
      'PASSKEY_WRONG',
    )
    const taken = await loginByKey((text) => other.device.use(text), { USER_ID: 'second' })
    expect(taken.code).toBe('PASSKEY_WRONG')
  })

  test('the passkey of a disabled user is rejected', async () => {
    await site.db.execute(sql`update app_user set use_yn = 'N' where user_id = 'second'`)
    expect((await loginByKey((text) => device.use(text))).code).toBe('PASSKEY_WRONG')
    await site.db.execute(sql`update app_user set use_yn = 'Y' where user_id = 'second'`)
  })

  test('a passkey can be removed by its user, or reset by an administrator', async () => {
    const { cookie } = await loginByKey((text) => device.use(text))
    const drop = (PASSWORD: string) =>
      post(cookie, '/api/factor/passkey/drop', { PASSWORD, ID: device.id })
    expect((await drop('another')).code).toBe('PASSWORD_WRONG')
    expect((await drop(testPassword)).status).toBe(200)
    expect((await login('second')).data.awaits).toBeNull()
    expect((await login('customer')).data.awaits).toBe('FACTOR')
    const admin = await site.login('admin')
    await admin.save('system/drop-factors', [{ USER_ID: 'customer' }])
    expect((await login('customer')).data.awaits).toBeNull()
  })
})

test('a role that requires a second factor accepts a passkey and protects the last one', async () => {
  const admin = await site.login('admin')
  await admin.save('system/save-factor-rules', [{ ROW: 1, FLAG: 'I', ROLE_CD: 'NOTHING' }])
  const { cookie, data } = await login('nobody')
  expect(data.awaits).toBe('ENROL')
  const { device, done } = await enrol(cookie, '')
  expect((await post(done.cookie, '/api/session')).status).toBe(200)
  const ID = device.id
  const dropped = await post(done.cookie, '/api/factor/passkey/drop', {
    PASSWORD: testPassword,
    ID,
  })
  expect(dropped.code).toBe('FACTOR_REQUIRED')
  expect((await post(done.cookie, '/api/factor/state')).data.passkeys).toHaveLength(1)
})
