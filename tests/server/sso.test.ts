import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import Provider from 'oidc-provider'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { firstClaim, rejectFutureToken, consumeAttempt } from '#server/auth/sso-identity.ts'
import { readSso } from '#server/auth/single-sign-on.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import {
  encodePart,
  forgeToken,
  otherKey,
  providerKey,
  signToken,
  signWithSecret,
  type Forgery,
} from '#tests/support/forge-token.ts'
import { createSiteApp, type SiteApp } from '#tests/support/site-app.ts'

const publicUrl = 'https://wms.example'
let site: TestSite
let issuer: string
let server: Server

/** Replaces the token in transit. */
let forge: Forgery | undefined

/** Claims of the provider by the name typed at its login. */
const people: Record<string, object> = {
  kim: { email: 'Second@Example.com', email_verified: true },
  unproven: { email: 'second@example.com', email_verified: false },
  stranger: { email: 'stranger@example.com', email_verified: true },
  retired: { email: 'retired@example.com', email_verified: true },
  shared: { email: 'shared@example.com', email_verified: true },
}

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    update app_user set email = 'second@example.com' where user_id = 'second';
    update app_user set email = 'retired@example.com', use_yn = 'N' where user_id = 'nobody';
    alter table app_user disable trigger app_user_one_mail;
    update app_user set email = 'shared@example.com' where user_id in ('admin', 'customer');
    alter table app_user enable trigger app_user_one_mail`)
  server = await new Promise((resolve) => {
    const opened: Server = new Provider('http://127.0.0.1', {}).listen(0, '127.0.0.1', () => {
      resolve(opened)
    })
  })
  const { port } = server.address() as AddressInfo
  issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'wms',
        client_secret: 'a secret for tests only',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${publicUrl}/api/sso/back`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    cookies: { keys: ['cookies of a test'] },
    jwks: { keys: [{ ...providerKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people[id] }),
    }),
  })
  server.removeAllListeners('request')
  const response = provider.callback()
  server.on('request', (request, reply) => {
    if (forge && request.url === '/token') forgeToken(reply, forge)
    void response(request, reply)
  })
})
afterAll(async () => {
  server.close()
  await site.close()
})

function openSite(claim = 'email'): Promise<SiteApp> {
  const sso = {
    issuer,
    clientId: 'wms',
    clientSecret: 'a secret for tests only',
    claim,
    name: '',
    publicUrl,
  }
  return createSiteApp(site, { publicUrl, sso })
}

/** Simulates a browser at the provider: logs in as `who`, consents and returns the redirect URL. */
async function logInAtProvider(start: string, who: string): Promise<URL> {
  const cookieJar = new Map<string, string>()
  let url = new URL(start)
  let form: URLSearchParams | undefined
  for (;;) {
    if (url.origin !== issuer) return url
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form ?? null,
      redirect: 'manual',
      headers: { cookie: Array.from(cookieJar, ([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookieJar.set(name, value)
    }
    form = undefined
    const location = response.headers.get('location')
    if (location) {
      url = new URL(location, url)
      continue
    }
    const page = await response.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (!action || !prompt) throw new Error(`the provider says ${response.status}: ${page}`)
    url = new URL(action, url)
    form = new URLSearchParams({ prompt, login: who, password: 'x' })
  }
}

interface LoginTrip {
  readonly errand: string
  readonly back: URL
}

async function startLogin(here: SiteApp, who: string, to = '/Owner'): Promise<LoginTrip> {
  const begun = await here.visitor().get(`/api/sso/start?to=${encodeURIComponent(to)}`)
  expect(begun.status).toBe(302)
  const cookie = String(begun.headers['set-cookie'])
  expect(cookie).toMatch(
    /^__Host-sso=[\w%+/=.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const errand = cookie.split(';')[0] ?? ''
  return { errand, back: await logInAtProvider(String(begun.headers['location']), who) }
}

async function arrive(here: SiteApp, { errand, back }: LoginTrip) {
  const response = await here.visitor({ cookie: errand }).get(back.pathname + back.search)
  const cookie = /__Host-sid=[^;]+/.exec(String(response.headers['set-cookie']))?.[0] ?? ''
  return { to: response.headers['location'], cookie }
}

describe('single sign-on', () => {
  test('opens the session of the user with the verified mail, on the requested page', async () => {
    const here = await openSite()
    const trip = await startLogin(here, 'kim')
    expect(trip.back.origin).toBe(publicUrl)
    const { to, cookie } = await arrive(here, trip)
    expect(to).toBe('/Owner')
    const { body } = await here.visitor({ cookie }).post('/api/session')
    expect(body.data).toMatchObject({ userId: 'second', sso: true })
    const away = await here.visitor({ cookie }).post('/api/sso/away')
    const url = new URL(JSON.parse(JSON.stringify(away.body.data)))
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      issuer,
      `${publicUrl}/login`,
    ])
    const ended = await fetch(url, { redirect: 'manual' })
    expect(ended.status).toBe(200)
    const admin = await site.login('second')
    const events = await admin.query('system/security-events', { KIND_CD: 'LOGIN' })
    expect(events.map((row) => row['DETAIL'])).toContain('SSO')
  })

  test.each([
    ['with an unverified email address', 'unproven'],
    ['without a user', 'stranger'],
    ['whose user is deactivated', 'retired'],
    ['whose email address two users share', 'shared'],
  ])('rejects a person %s and creates no user', async (_, who) => {
    const here = await openSite()
    const count = async () => site.db.query(sql`select count(*) n from app_user`)
    const before = await count()
    const { to, cookie } = await arrive(here, await startLogin(here, who))
    expect([to, cookie]).toEqual(['/login?fault=SSO_UNKNOWN', ''])
    expect(await count()).toEqual(before)
  })

  test('matches the user by id if the site is configured so', async () => {
    const here = await openSite('sub')
    const { cookie } = await arrive(here, await startLogin(here, 'customer'))
    const { body } = await here.visitor({ cookie }).post('/api/session')
    expect(body.data).toMatchObject({ userId: 'customer' })
  })

  test.each<[string, (trip: LoginTrip, other: LoginTrip) => LoginTrip]>([
    ['without the cookie of this browser', (trip) => ({ ...trip, errand: '' })],
    ['with the cookie of another login', (trip, other) => ({ ...trip, errand: other.errand })],
    ['with a forged cookie', (trip) => ({ ...trip, errand: '__Host-sso=bWFkZSB1cA==' })],
    ['with another state', (trip) => changeParameter(trip, 'state', 'x')],
    ['with another code', (trip) => changeParameter(trip, 'code', 'x')],
    ['from another issuer', (trip) => changeParameter(trip, 'iss', 'https://evil.example')],
  ])('rejects a callback %s', async (_, spoil) => {
    const here = await openSite()
    const [trip, other] = [await startLogin(here, 'kim'), await startLogin(here, 'kim')]
    const spoiled = await arrive(here, spoil(trip, other))
    expect([spoiled.to, spoiled.cookie]).toEqual(['/login?fault=SSO_FAILED', ''])
  })

  function changeParameter(trip: LoginTrip, name: string, value: string): LoginTrip {
    const back = new URL(trip.back)
    back.searchParams.set(name, value)
    return { ...trip, back }
  }

  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
  test.each<[string, Forgery]>([
    ['signed by another key', (header, claims) => signToken(header, claims, otherKey)],
    [
      'without a signature',
      (header, claims) => `${encodePart({ ...header, alg: 'none' })}.${encodePart(claims)}.`,
    ],
    [
      'signed with the client secret',
      (_, claims) => signWithSecret(claims, 'a secret for tests only'),
    ],
    ['for another client', (header, claims) => signToken(header, { ...claims, aud: 'mes' })],
    ['of another provider', (header, claims) => signToken(header, { ...claims, iss: 'https://x' })],
    ['of another login', (header, claims) => signToken(header, { ...claims, nonce: 'x' })],
    [
      'that has expired',
      (header, claims) =>
        signToken(header, { ...claims, iat: secondsAgo(400), exp: secondsAgo(100) }),
    ],
  ])('rejects a token %s', async (_, forgery) => {
    const here = await openSite()
    onTestFinished(() => void (forge = undefined))
    // Signed again without a change, the same token is accepted.
    forge = (header, claims) => signToken(header, claims)
    expect((await arrive(here, await startLogin(here, 'kim'))).to).toBe('/Owner')
    forge = forgery
    const { to, cookie } = await arrive(here, await startLogin(here, 'kim'))
    expect([to, cookie]).toEqual(['/login?fault=SSO_FAILED', ''])
  })

  test('accepts each callback only once', async () => {
    const here = await openSite()
    const trip = await startLogin(here, 'kim')
    expect((await arrive(here, trip)).to).toBe('/Owner')
    // The provider rejects a repeated code as well.
    expect(await consumeAttempt(site.db, trip.back.searchParams.get('state') ?? '')).toBe(false)
    expect((await arrive(here, trip)).to).toBe('/login?fault=SSO_FAILED')
  })

  test.each([
    '//evil.example/x',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'http://[',
  ])('redirects %j to the start page of the site', async (to) => {
    const here = await openSite()
    expect((await arrive(here, await startLogin(here, 'kim', to))).to).toBe('/')
  })

  test('keeps search and fragment of a page of the site', async () => {
    const here = await openSite()
    const to = '/Owner?a=//b&c=%2F#d'
    expect((await arrive(here, await startLogin(here, 'kim', to))).to).toBe(to)
  })

  test.each(['cross-site', 'same-site'])(
    'requires a click of the user on a %s link',
    async (from) => {
      const here = await openSite()
      const begun = await here
        .visitor({ 'sec-fetch-site': from })
        .get('/api/sso/start?to=%2FOwner%3Fa%3D1')
      expect(begun.headers['location']).toBe('/login?to=%2FOwner%3Fa%3D1')
      expect(begun.headers['set-cookie']).toBeUndefined()
    },
  )

  test('binds the user to the identity of the first login, not to the address', async () => {
    const here = await openSite()
    const getUser = async (who: string) => {
      const { to, cookie } = await arrive(here, await startLogin(here, who))
      if (cookie === '') return to
      return (await here.visitor({ cookie }).post('/api/session')).body.data['userId']
    }
    await site.db
      .script(`insert into app_user (user_id, user_nm, password_hash, email, all_owners_yn)
        values ('lee', 'lee', 'x', 'lee@corp.example', 'Y');
      insert into user_role (user_id, role_cd) values ('lee', 'NOTHING');
      insert into user_warehouse (user_id, wcode) values ('lee', 'W01')`)
    people['lee'] = { email: 'Lee@Corp.example', email_verified: true }
    people['heir'] = { email: 'lee@corp.example', email_verified: true }
    expect(await getUser('lee')).toBe('lee')
    people['lee'] = { email: 'married@corp.example', email_verified: true }
    expect(await getUser('lee')).toBe('lee')
    expect(await getUser('heir')).toBe('/login?fault=SSO_UNKNOWN')
    // A new address entered by an administrator resets the binding.
    await site.db.script(`update app_user set email = 'x@corp.example' where user_id = 'lee';
      update app_user set email = 'lee@corp.example' where user_id = 'lee'`)
    expect(await getUser('heir')).toBe('lee')
    await site.db.script(`update app_user set use_yn = 'N' where user_id = 'lee'`)
    expect(await getUser('heir')).toBe('/login?fault=SSO_UNKNOWN')
  })

  test.each(['\u212Aelvin@corp.example', 'kelvi\u0307n@corp.example', 'ｋelvin@corp.example'])(
    'compares only ASCII letters without case (%s)',
    async (email) => {
      const here = await openSite()
      await site.db.script(`insert into app_user (user_id, user_nm, password_hash, email)
        values ('kelvin', 'k', 'x', 'kelvin@corp.example') on conflict do nothing`)
      people['letters'] = { email, email_verified: true }
      const { to } = await arrive(here, await startLogin(here, 'letters'))
      expect(to).toBe('/login?fault=SSO_UNKNOWN')
    },
  )

  test('does not log in to an account with an unverified address', async () => {
    const here = await openSite()
    await site.db
      .script(`insert into app_user (user_id, user_nm, password_hash, email, mail_proven_yn,
        all_owners_yn) values ('applied', 'a', 'x', 'victim@corp.example', 'N', 'Y');
      insert into user_warehouse (user_id, wcode) values ('applied', 'W01')`)
    people['victim'] = { email: 'victim@corp.example', email_verified: true }
    const finishLogin = async () => (await arrive(here, await startLogin(here, 'victim'))).to
    expect(await finishLogin()).toBe('/login?fault=SSO_UNKNOWN')
    await site.db.script(`update app_user set mail_proven_yn = 'Y' where user_id = 'applied'`)
    expect(await finishLogin()).toBe('/Owner')
  })

  test('limits attempts of one address', async () => {
    const here = await openSite()
    const statuses = new Set<number>()
    for (let call = 0; call < 70; call += 1) {
      statuses.add((await here.visitor().get('/api/sso/back?code=x')).status)
      statuses.add(
        (await here.visitor({ 'sec-fetch-site': 'cross-site' }).get('/api/sso/start')).status,
      )
    }
    expect([...statuses]).toEqual([302, 429])
    const [logged] = await site.db.query<{ n: number }>(sql`
      select count(*) n from security_event where detail = 'SSO' and outcome_cd = 'REFUSED'
        and happened_at > now() - interval '30 seconds'`)
    expect(logged?.n).toBeLessThan(20)
  })

  test('single sign-on still requires the second factor of a role', async () => {
    const here = await openSite()
    await site.db.execute(sql`insert into factor_rule (role_cd) values ('ADMIN')`)
    const { to, cookie } = await arrive(here, await startLogin(here, 'kim'))
    await site.db.execute(sql`delete from factor_rule`)
    expect(to).toBe('/login?step=ENROL&to=%2FOwner')
    expect((await here.visitor({ cookie }).post('/api/session')).status).toBe(401)
  })
})

test('a login attempt is accepted only once, even if the provider accepts its code again', async () => {
  expect(await consumeAttempt(site.db, 'a state')).toBe(true)
  expect(await consumeAttempt(site.db, 'a state')).toBe(false)
})

test('a token issued in the future is rejected', () => {
  expect(() => rejectFutureToken(1_000, 1_000_000)).not.toThrow()
  expect(() => rejectFutureToken(1_060, 1_000_000)).not.toThrow()
  expect(() => rejectFutureToken(1_061, 1_000_000)).toThrow('future')
})

test.each([
  [{ email: 'a@x', email_verified: true }, { email: 'b@x', email_verified: false }, 'a@x'],
  [{ email_verified: true }, { email: 'b@x', email_verified: false }, undefined],
  [{ email_verified: false }, { email: 'b@x', email_verified: true }, 'b@x'],
  [{ email: 'a@x' }, { email: 'a@x', email_verified: true }, undefined],
  [{}, undefined, undefined],
])(
  'a verified flag from one source never applies to the address of another: %j, %j',
  (token, info, mail) => {
    expect(firstClaim('email', token, info)?.value).toBe(mail)
  },
)

test('an unreachable provider sends the user back to the password login', async () => {
  const sso = { issuer: 'http://127.0.0.1:9', clientId: 'wms', clientSecret: 'x', claim: 'email' }
  const here = await createSiteApp(site, { publicUrl, sso: { ...sso, name: '', publicUrl } })
  const begun = await here.visitor().get('/api/sso/start')
  expect(begun.headers['location']).toBe('/login?fault=SSO_AWAY')
})

test('rejects incomplete SSO settings', () => {
  expect(() => readSso({ OIDC_ISSUER: issuer })).toThrow('PUBLIC_URL')
  expect(readSso({})).toEqual({})
})
