import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword, testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { signedRoutes } from '#tests/support/signed-routes.ts'
import { createSiteApp } from '#tests/support/site-app.ts'

let site: TestSite
let admin: TestUser
beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const errorCode = (response: { headers: Readonly<Record<string, unknown>> }) =>
  response.headers['x-error-code']

describe('responses to browsers', () => {
  test.each([
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost.elsewhere.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('a page of another site cannot write: %o', async (headers) => {
    for (const { path } of signedRoutes) {
      const response = await admin.call(path, {}, headers)
      expect([path, response.status, errorCode(response)]).toEqual([path, 403, 'FOREIGN_ORIGIN'])
    }
  })

  test('pages of one host over http and over https are different sites', async () => {
    const sendFrom = (page: string, request: string) => {
      const headers = { host: 'wms.local', origin: `${page}://wms.local` }
      const url = '/api/auth/privacyPolicy'
      const server = { http: plain, https: secure }[request] ?? plain
      return server.app.inject({ method: 'POST', url, payload: {}, headers })
    }
    const plain = await createSiteApp(site)
    const secure = await createSiteApp(site, { publicUrl: 'https://wms.local' })
    expect((await sendFrom('http', 'https')).statusCode).toBe(403)
    expect((await sendFrom('https', 'http')).statusCode).toBe(403)
    expect((await sendFrom('http', 'http')).statusCode).toBe(200)
    expect((await sendFrom('https', 'https')).statusCode).toBe(200)
  })

  test('a page of this site can write', async () => {
    const headers = { host: 'wms.local:3000', origin: 'http://wms.local:3000' }
    const own = { ...headers, 'sec-fetch-site': 'same-origin' }
    expect((await admin.call('/api/session', {}, own)).status).toBe(200)
  })

  test('all responses, errors included, carry the headers that isolate the site', async () => {
    const responses = [
      await admin.call('/api/session', {}),
      await admin.call('/api/wms/master/owner', {}, { wcode: 'W99' }),
      await site.app.inject({ method: 'GET', url: '/api/health' }),
      await site.app.inject({
        url: '/api/health',
        headers: { origin: 'https://elsewhere.example' },
      }),
      await site.app.inject({ method: 'GET', url: '/%zz' }),
      await site.app.inject({ method: 'POST', url: '/api/%c0?x=%zz', payload: {} }),
    ]
    for (const { headers } of responses) {
      expect(String(headers['content-security-policy']).split(';')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "connect-src 'self'",
          "frame-ancestors 'none'",
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'self'",
        ]),
      )
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-build-id': 'no-page',
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('an unreadable address is a client error', async () => {
    const response = await site.app.inject({ method: 'GET', url: '/api/%zz' })
    expect([response.statusCode, errorCode(response)]).toEqual([400, 'ADDRESS_INVALID'])
    expect(response.json()).toMatchObject({ message: '주소를 읽을 수 없습니다.' })
  })

  test('the session cookie is inaccessible to scripts and other sites', async () => {
    const p = `second|W01|${testPassword}`
    const response = await site.app.inject({ method: 'POST', url: '/api/login', payload: { p } })
    const cookie = String(response.headers['set-cookie'])
    expect(cookie).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(response.body).not.toContain(cookie.slice(4, 47))
  })

  test('a server error exposes neither statement nor source location, and is logged', async () => {
    await site.db.script('alter table visit_log rename to visit_log_away')
    const response = await admin.call('/api/insertVisitLog', { MENU_ID: 'Owner' })
    await site.db.script('alter table visit_log_away rename to visit_log')
    expect([response.status, errorCode(response)]).toEqual([500, 'SERVER_ERROR'])
    expect(Object.keys(response.body)).toEqual(['message', 'rows'])
    expect(JSON.stringify(response.body)).not.toMatch(/visit_log|insert|select|\.ts|at |node:/)
    const [kept] = await site.db.query(sql`select * from error_log order by error_no desc limit 1`)
    expect(kept).toMatchObject({ path: '/api/insertVisitLog', error_code: 'SERVER_ERROR' })
    expect(String(kept?.['detail'])).toContain('visit_log')
    const [listed] = await admin.query('system/errors', { PATH: 'insertVisitLog' })
    expect(listed).toMatchObject({ ERROR_CODE: kept?.['error_code'] })
    expect(String(listed?.['DETAIL'])).toContain('visit_log')
    expect(listed).toMatchObject({ USER_ID: 'admin', TRACE_ID: response.headers['x-trace-id'] })
  })

  test('errors are grouped by kind and path, and settled up to the last one seen', async () => {
    const fail = async () => {
      await site.db.script('alter table visit_log rename to visit_log_away')
      await admin.call('/api/insertVisitLog', { MENU_ID: 'Owner' })
      await site.db.script('alter table visit_log_away rename to visit_log')
    }
    const getErrorGroups = () => admin.query('system/error-groups', { PATH: 'insertVisitLog' })
    await fail()
    await fail()
    const [before] = await getErrorGroups()
    expect(before?.['NEW_COUNT']).toBe(before?.['ERROR_COUNT'])
    await fail()
    const settled = await admin.save('system/settle-errors', [before ?? {}])
    expect(settled.status).toBe(200)
    const [after, ...others] = await getErrorGroups()
    expect(others).toEqual([])
    expect(after).toMatchObject({ NEW_COUNT: 1, USER_COUNT: 1, SETTLED_BY: 'admin' })
    const traced = await admin.query('system/error-groups', { TRACE_ID: 'f'.repeat(32) })
    expect(traced).toEqual([])
  })
})
