import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppOptions } from '#server/site/app.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { startTlsProxy, type ProxyAnswer, type TlsProxy } from '#tests/support/tls-proxy.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`delete from login_failure`)
})

async function startBehindProxy(
  settings: AppOptions['settings'],
  reported = { forwardsHeaders: true },
) {
  const here = await createSiteApp(site, settings)
  const address = await here.listen()
  return { address, proxy: await startTlsProxy(address, reported) }
}

const elsewhere = '127.0.0.2'

function login(proxy: TlsProxy, password = testPassword, headers = {}, from = '127.0.0.1') {
  return proxy.post('/api/login', { p: `admin|W01|`, c: password }, headers, from)
}

function getCookie(response: ProxyAnswer): string {
  return String(response.headers['set-cookie']).split(';')[0] ?? ''
}

const publicUrl = 'https://wms.example.com'

describe.each([
  ['a trusted proxy', { trustProxy: '1' }, { forwardsHeaders: true }],
  [
    'a proxy at a trusted address',
    { trustProxy: '10.0.0.0/8, 127.0.0.1' },
    { forwardsHeaders: true },
  ],
  ['PUBLIC_URL with a proxy that sends no headers', { publicUrl }, { forwardsHeaders: false }],
])('TLS is detected through %s', (_, settings, reported) => {
  test('the session cookie is restricted to this host over https, and HSTS is sent', async () => {
    const { proxy } = await startBehindProxy(settings, reported)
    const response = await login(proxy)
    expect(String(response.headers['set-cookie'])).toMatch(
      /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(response.headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
    const cookie = getCookie(response)
    const request = await proxy.post('/api/session', {}, { cookie })
    expect(request.status).toBe(200)
    // Without the prefix, http or a sibling host could have set the cookie.
    const planted = await proxy.post('/api/session', {}, { cookie: cookie.replace('__Host-', '') })
    expect(planted.status).toBe(401)
    const out = await proxy.post('/api/logout', {}, { cookie })
    expect(String(out.headers['set-cookie'])).toMatch(/^__Host-sid=; .*Path=\/.*; Secure/)
    expect((await proxy.post('/api/session', {}, { cookie })).status).toBe(401)
  })
})

test('an untrusted proxy enables neither secure cookies nor HSTS', async () => {
  const { proxy } = await startBehindProxy({ trustProxy: '10.0.0.0/8' })
  const response = await login(proxy)
  expect(getCookie(response)).toMatch(/^sid=/)
  expect(response.headers).not.toHaveProperty('strict-transport-security')
})

describe('the client address', () => {
  test('five wrong passwords block only this address', async () => {
    const { proxy } = await startBehindProxy({ trustProxy: '1' })
    for (let n = 0; n < 5; n += 1) expect((await login(proxy, 'wrong')).status).toBe(401)
    expect((await login(proxy)).status).toBe(429)
    expect((await login(proxy, testPassword, {}, elsewhere)).status).toBe(200)
    const kept = await site.db.query(sql`select distinct address from login_failure`)
    expect(kept).toEqual([{ address: '127.0.0.1' }])
  })

  test.each(['1', '127.0.0.1'])(
    'a client cannot forge its address (TRUST_PROXY=%s)',
    async (trust) => {
      const { proxy } = await startBehindProxy({ trustProxy: trust })
      for (let n = 0; n < 5; n += 1) {
        const forged = { 'x-forwarded-for': `10.9.8.${n}` }
        expect((await login(proxy, 'wrong', forged, elsewhere)).status).toBe(401)
      }
      const forged = { 'x-forwarded-for': '10.9.8.7' }
      expect((await login(proxy, testPassword, forged, elsewhere)).status).toBe(429)
    },
  )

  test('a forged address is ignored without a trusted proxy', async () => {
    const { proxy } = await startBehindProxy({})
    for (let n = 0; n < 5; n += 1) await login(proxy, 'wrong', { 'x-forwarded-for': `10.0.0.${n}` })
    expect((await login(proxy)).status).toBe(429)
  })

  test('too many password resets from one address do not affect other addresses', async () => {
    const { proxy } = await startBehindProxy({ trustProxy: '1' })
    const reset = (n: number, from: string) =>
      proxy.post('/api/auth/find/password', { USER_ID: `someone-${n}` }, {}, from)
    for (let n = 0; n < 20; n += 1) expect((await reset(n, '127.0.0.1')).status).toBe(200)
    expect((await reset(21, '127.0.0.1')).status).toBe(429)
    expect((await reset(22, elsewhere)).status).toBe(200)
  })
})

describe('a write request', () => {
  test('passes a proxy that forwards the original host if sent from our own page', async () => {
    const { proxy } = await startBehindProxy({ trustProxy: '1' })
    const { origin } = proxy
    expect((await login(proxy, testPassword, { origin })).status).toBe(200)
  })

  test('passes a proxy that forwards nothing if sent from the page at PUBLIC_URL', async () => {
    const { proxy } = await startBehindProxy(
      { publicUrl: `${publicUrl}/` },
      { forwardsHeaders: false },
    )
    expect((await login(proxy, testPassword, { origin: publicUrl })).status).toBe(200)
  })

  test.each([
    'https://evil.example',
    'http://wms.example.com',
    'https://wms.example.com.evil',
    'null',
  ])('a write from a page at %s is rejected', async (origin) => {
    for (const reported of [{ forwardsHeaders: true }, { forwardsHeaders: false }]) {
      const { proxy } = await startBehindProxy({ publicUrl, trustProxy: '1' }, reported)
      const response = await login(proxy, testPassword, { origin })
      expect([response.status, response.headers['x-error-code']]).toEqual([403, 'FOREIGN_ORIGIN'])
    }
  })

  test('a write request cannot name its own host without a trusted proxy', async () => {
    const { proxy } = await startBehindProxy({}, { forwardsHeaders: false })
    const headers = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    expect((await login(proxy, testPassword, headers)).status).toBe(403)
  })
})
