import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { floods, sendFlood } from '#tests/support/flood.ts'
import { signedRoutes } from '#tests/support/signed-routes.ts'
import { createSiteApp } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const json = { 'content-type': 'application/json' }
const mb = 1024 * 1024

describe('large requests from strangers', () => {
  test.each(floods)('$name are rejected without exhausting memory', async (flood) => {
    const here = await createSiteApp(site)
    const url = await here.listen()
    const user = await here.login('admin')
    const before = process.memoryUsage().rss
    const flooding = sendFlood(url, flood, 120)
    expect((await user.post('/api/session')).status).toBe(200)
    expect(await flooding).toEqual([flood.refused])
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * mb)
  })

  test('receive a response before their body is sent, on every closed route', async () => {
    const here = await createSiteApp(site)
    const { hostname, port } = new URL(await here.listen())
    const closed = signedRoutes.filter(({ access }) => access !== 'public').map(({ path }) => path)
    const answers = closed.map(
      (path) =>
        new Promise<string>((resolve, reject) => {
          const socket = connect(Number(port), hostname)
          socket.on('error', reject)
          socket.once('data', (chunk) => {
            socket.destroy()
            resolve(`${path} ${chunk.toString().split('\r\n')[0]}`)
          })
          const lines = [
            'content-type: application/json',
            'content-length: 1000000',
            `host: ${hostname}`,
          ]
          socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
        }),
    )
    expect(await Promise.all(answers)).toEqual(
      closed.map((path) => `${path} HTTP/1.1 401 Unauthorized`),
    )
  })
})

describe('a request body', () => {
  async function logInUsers() {
    const here = await createSiteApp(site)
    return { user: await here.login('admin'), stranger: here.visitor() }
  }

  const bodyOfSize = (bytes: number, body: object = {}) => ({ ...body, x: 'x'.repeat(bytes) })

  test('a compressed body is rejected with a message, an identity-encoded one is accepted', async () => {
    const { user } = await logInUsers()
    const packed = await user.post('/api/session', gzipSync('{}'), {
      ...json,
      'content-encoding': 'gzip',
    })
    expect([packed.status, packed.headers['x-error-code']]).toEqual([415, 'BODY_COMPRESSED'])
    expect(packed.headers['accept-encoding']).toBe('identity')
    expect(packed.body.message).toBe('압축한 요청은 받을 수 없습니다. 압축하지 않고 보내세요.')
    const plain = await user.post('/api/session', {}, { 'content-encoding': 'identity' })
    expect(plain.status).toBe(200)
  })

  test.each(['/api/login', '/api/logout', '/api/auth/findMyId', '/api/file/logoImageDownload'])(
    'a body from a stranger to %s is limited to 8 KB',
    async (path) => {
      const { stranger } = await logInUsers()
      expect((await stranger.post(path, bodyOfSize(8 * 1024))).status).toBe(413)
      expect((await stranger.post(path, bodyOfSize(7 * 1024))).status).not.toBe(413)
    },
  )

  test('a body to an unknown route is limited to 8 KB', async () => {
    const { user } = await logInUsers()
    expect((await user.post('/api/nothing', bodyOfSize(8 * 1024))).status).toBe(413)
  })

  test('a body is limited to 1 MB if the route declares no limit', async () => {
    const { user } = await logInUsers()
    expect((await user.post('/api/session', bodyOfSize(mb))).status).toBe(413)
    expect((await user.post('/api/session', bodyOfSize(mb - 1024))).status).toBe(200)
    expect((await user.post('/api/wms/master/owner', bodyOfSize(mb))).status).toBe(413)
  })

  test('only routes that receive rows allow larger bodies', async () => {
    const { user } = await logInUsers()
    const large = signedRoutes.filter(
      (signedRoute) => signedRoute.access !== 'public' && signedRoute.bodyLimit,
    )
    const paths = large.map(({ path }) => path).filter((path) => !path.startsWith('/api/print/'))
    expect(paths).toEqual([
      '/api/wms/comm/wmsCommon/saveProcedure',
      '/api/file/exportExcel',
      '/api/file/printGrid',
    ])
    const rows = bodyOfSize(2 * mb, { PROCEDURE: 'master/save-zone', ROWS: [], DRY_RUN: 'Y' })
    expect((await user.post('/api/wms/comm/wmsCommon/saveProcedure', rows)).status).not.toBe(413)
    const columns = [{ title: 'A', kind: 'text' }]
    const sheet = { COLUMNS: columns, ROWS: [['x'.repeat(2 * mb)]] }
    expect((await user.post('/api/file/exportExcel', sheet)).status).toBe(200)
  })

  test('a body nested deeper than 64 levels is rejected on any route', async () => {
    const { user, stranger } = await logInUsers()
    const nestedJson = (levels: number) =>
      `{"x": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    for (const [path, who] of [
      ['/api/session', user],
      ['/api/login', stranger],
    ] as const) {
      const deep = await who.post(path, nestedJson(65), json)
      expect([deep.status, deep.headers['x-error-code']]).toEqual([400, 'JSON_TOO_DEEP'])
      expect(deep.body.message).toContain('64단계보다 깊습니다')
      expect((await who.post(path, nestedJson(64), json)).headers['x-error-code']).not.toBe(
        'JSON_TOO_DEEP',
      )
    }
    const brackets = JSON.stringify({ x: `\\"${'['.repeat(100)}` })
    expect((await user.post('/api/session', brackets, json)).status).toBe(200)
  })
})
