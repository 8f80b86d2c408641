import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { onTestFinished } from 'vitest'
import { buildApp, type AppOptions } from '#server/site/app.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { testPassword, type TestSite } from '#tests/support/app.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly bytes: Buffer
  // Untyped because each test knows the shape it expects.
  readonly body: { message: string; data: Record<string, unknown>[] & Record<string, unknown> }
}

type Headers = Record<string, string>

/** Browser client, logged in or not. */
export interface Visitor {
  readonly cookie: string
  post(url: string, payload?: object | Buffer | string, headers?: Headers): Promise<Reply>
  get(url: string, headers?: Headers): Promise<Reply>
}

/** Additional process of a site with its own folder, closed after the test. */
export interface SiteApp {
  readonly app: FastifyInstance
  readonly dataDir: string
  readonly visitor: (headers?: Headers) => Visitor
  login(userId: string, password?: string): Promise<Visitor>
  tryLogin(userId: string, password: string): Promise<Reply>
  listen(): Promise<string>
}

export async function createSiteApp(
  site: Pick<TestSite, 'db'>,
  settings: AppOptions['settings'] = {},
  jobs: AppOptions['jobs'] = [],
): Promise<SiteApp> {
  const dataDir = temporaryFolder()
  // Servers share rate limits, and all tests of a file call from one address.
  await site.db.execute(sql`delete from call_count`)
  const app = await buildApp({
    db: site.db,
    logLevel: 'fatal',
    settings: {
      dataDir,
      callLimits: { question: 0, export: 0, print: 0, save: 0, large: 0 },
      ledgerMs: 3_600_000,
      ...settings,
    },
    jobs,
  })
  onTestFinished(() => app.close())
  await app.ready()
  const tryLogin = (userId: string, password: string) =>
    getVisitor(app, {}).post('/api/login', { p: `${userId}|W01|`, c: password })
  return {
    app,
    dataDir,
    visitor: (headers = {}) => getVisitor(app, headers),
    tryLogin,
    login: async (userId, password = testPassword) => {
      const response = await tryLogin(userId, password)
      if (response.status !== 200) throw new Error(`login: ${response.text}`)
      const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
      return getVisitor(app, { cookie })
    },
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
  }
}

function getVisitor(app: FastifyInstance, own: Headers): Visitor {
  const sendRequest = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Headers,
    payload?: object | Buffer | string,
  ): Promise<Reply> => {
    const sent = payload === undefined ? {} : { payload }
    const response = await app.inject({ method, url, headers: { ...own, ...headers }, ...sent })
    const isJson = String(response.headers['content-type']).includes('json')
    const body: Reply['body'] = JSON.parse(isJson ? response.body : '{}')
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      body,
    }
  }
  return {
    cookie: own['cookie'] ?? '',
    post: (url, payload = {}, headers = {}) => sendRequest('POST', url, headers, payload),
    get: (url, headers = {}) => sendRequest('GET', url, headers),
  }
}
