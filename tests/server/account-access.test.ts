import fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { EventHub } from '#server/events/event-hub.ts'
import { EventView } from '#server/events/event-view.ts'
import { accountRoutes, registrationRoutes } from '#areas/system/server/account-routes.ts'
import { eventStreamRoutes, jobRoutes } from '#server/http/event-routes.ts'
import { addGetRoutes, type GetRoute } from '#server/http/get-route.ts'
import { reportRoutes } from '#server/http/report-routes.ts'
import { downloadRoutes, logoRoutes, storedFileRoutes } from '#server/http/stored-file-routes.ts'
import { handlers } from '#server/site/registry.ts'
import { readSiteSettings } from '#server/http/site-settings.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { createSiteApp, type Reply } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const statusAndCode = (response: Reply) => [response.status, response.headers['x-error-code']]

describe('access to accounts, files, reports, events and jobs', () => {
  const settings = readSiteSettings({}, null)
  const [ledger, report] = [async () => ({}), () => undefined]
  const hub = new EventHub({} as TestSite['db'], new EventView([]), {
    heartbeatMs: 1000,
    ledger,
    report,
  })
  const posts = [
    ...accountRoutes(settings),
    ...registrationRoutes,
    ...jobRoutes,
    ...storedFileRoutes(settings, () => false),
    ...logoRoutes(settings),
    ...reportRoutes(handlers).post,
  ]
  const gets = [
    ...downloadRoutes(() => false),
    ...eventStreamRoutes(hub),
    ...reportRoutes(handlers).get,
  ]
  const closed = posts.filter(({ access }) => access !== 'public').map((route) => route.path)

  test('only the listed routes are public', () => {
    const open = posts.filter(({ access }) => access === 'public').map((route) => route.path)
    expect(open.toSorted()).toEqual([
      '/api/auth/find/password',
      '/api/auth/findMyId',
      '/api/auth/initPassword',
      '/api/auth/privacyPolicy',
      '/api/auth/register',
      '/api/file/logoImageDownload',
    ])
  })

  test('all other routes require a session', async () => {
    const { visitor } = await createSiteApp(site)
    for (const cookie of ['', 'sid=', 'sid=not-a-session']) {
      for (const url of closed) {
        const response = await visitor({ cookie }).post(url)
        expect([url, ...statusAndCode(response)]).toEqual([url, 401, 'SESSION_ENDED'])
      }
      for (const { path: url } of gets) {
        const response = await visitor({ cookie }).get(url)
        expect([url, ...statusAndCode(response)]).toEqual([url, 401, 'SESSION_ENDED'])
      }
    }
  })

  test('all other routes are denied in a warehouse the user is not assigned to', async () => {
    const here = await createSiteApp(site)
    const nobody = await here.login('nobody')
    const wcode = { wcode: 'W02' }
    for (const url of closed) {
      expect([url, ...statusAndCode(await nobody.post(url, {}, wcode))]).toEqual([
        url,
        403,
        'WAREHOUSE_DENIED',
      ])
    }
    for (const { path: url } of gets) {
      const named = [await nobody.get(url, wcode), await nobody.get(`${url}?wcode=W02`)]
      for (const response of named) {
        expect([url, ...statusAndCode(response)]).toEqual([url, 403, 'WAREHOUSE_DENIED'])
      }
    }
  })

  test('a page of another origin cannot call any POST route', async () => {
    const { visitor } = await createSiteApp(site)
    for (const { path: url } of posts) {
      const response = await visitor({ origin: 'https://elsewhere.example' }).post(url)
      expect([url, ...statusAndCode(response)]).toEqual([url, 403, 'FOREIGN_ORIGIN'])
    }
  })

  test.each([{ access: undefined }, { scope: undefined }])(
    'a GET route with %o is rejected',
    (change) => {
      const access = { access: 'signed-in', scope: 'self', counts: 'none' }
      const declared = { path: '/x', ...access, query: z.unknown() }
      const route: object = { ...declared, answer: async () => ({}), ...change }
      expect(() => addGetRoutes(fastify(), site.db, [route as GetRoute])).toThrow('declares no')
    },
  )

  test('deciding on applications requires the matching action on 사용자 권한관리', async () => {
    const here = await createSiteApp(site)
    const nobody = await here.login('nobody')
    const needed = {
      registrations: 'search',
      approveRegistration: 'save',
      rejectRegistration: 'save',
    }
    for (const [name, action] of Object.entries(needed)) {
      const grant = async (menu: string, actions: string[]) => {
        await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
        await site.db.execute(sql`
          insert into role_menu (role_cd, menu_id, actions) values ('NOTHING', ${menu}, ${actions}::text[])`)
        return statusAndCode(await nobody.post(`/api/auth/${name}`))[1]
      }
      const others = ['search', 'save', 'delete', 'print'].filter(
        (candidate) => candidate !== action,
      )
      expect(await grant('UserMgr', others)).toBe('FORBIDDEN')
      expect(await grant('User', [action])).toBe('FORBIDDEN')
      expect(await grant('UserMgr', [action])).not.toBe('FORBIDDEN')
    }
    await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
  })
})
