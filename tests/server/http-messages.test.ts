import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/site/app.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { listAllRoutes, listSiteRoutes } from '#tests/support/site-routes.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

/** Server with a page folder next to unrelated files. */
async function withPage() {
  const folder = temporaryFolder()
  const pageDir = join(folder, 'page')
  for (const name of ['page/assets', 'page/.git'])
    mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(pageDir, 'index.html'), '<title>the page</title>')
  writeFileSync(join(pageDir, 'assets/a-1.js'), 'export {}')
  writeFileSync(join(pageDir, '.git/config'), 'a secret')
  writeFileSync(join(folder, 'beside.txt'), 'a secret')
  const app = await buildApp({ db: site.db, pageDir, logLevel: 'fatal' })
  onTestFinished(() => app.close())
  return app
}

describe('HTTP requests', () => {
  test('rejects a request with an ambiguous body length', async () => {
    const app = await withPage()
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const sendRaw = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', reject)
        socket.once('data', (chunk) => {
          socket.destroy()
          resolve(chunk.toString().split('\r\n')[0] ?? '')
        })
        socket.write(`POST /api/session HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
      })
    const refused = 'HTTP/1.1 400 Bad Request'
    expect(await sendRaw('content-length: 2\r\ntransfer-encoding: chunked')).toBe(refused)
    expect(await sendRaw('content-length: 2\r\ncontent-length: 3')).toBe(refused)
    expect(await sendRaw('transfer-encoding: chunked, identity')).toBe(refused)
    expect(await sendRaw('content-length: 0')).toBe('HTTP/1.1 401 Unauthorized')
  })

  test('GET is limited to the listed read-only endpoints', () => {
    const gets = listSiteRoutes(site.app).filter((siteRoute) => siteRoute.startsWith('GET '))
    expect(gets.map((route) => route.slice(4)).toSorted()).toEqual([
      '/api/events',
      '/api/file/fileDownload',
      '/api/health',
      '/api/live',
      '/api/partner/docs',
      '/api/partner/openapi.json',
      '/api/ready',
      '/api/unreadable-address',
      '/metrics',
      '/oz80/pretendard.woff2',
      '/oz80/server',
      '/oz80/viewer.css',
      '/oz80/viewer.js',
    ])
  })

  test('only GET, HEAD and POST have routes, except for the error of an unreadable address', async () => {
    const others = listAllRoutes(await withPage()).filter(
      (route) => !/^(?:GET|HEAD|POST) /.test(route),
    )
    const elsewhere = others.filter((route) => !route.endsWith(' /api/unreadable-address'))
    expect(others).not.toEqual([])
    expect(elsewhere).toEqual([])
  })

  test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'responds to %s with 404 without echoing headers',
    async (method) => {
      const app = await withPage()
      const response = await app.inject({ method, url: '/api/session', headers: { 'x-a': 'said' } })
      expect(response.statusCode).toBe(404)
      expect(response.body).not.toContain('said')
    },
  )

  test('serves the files of the built page, but no folders, hidden files or other files', async () => {
    const app = await withPage()
    const get = (url: string) => app.inject({ method: 'GET', url })
    const script = await get('/assets/a-1.js')
    expect(script.body).toBe('export {}')
    expect(script.headers['content-type']).toContain('charset=utf-8')
    const page = await get('/')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('the page')
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    for (const url of ['/assets', '/assets/', '/assets/none.js']) {
      const response = await get(url)
      expect([url, response.body.includes('a-1')]).toEqual([url, false])
    }
    for (const url of [
      '/.git/config',
      '/../beside.txt',
      '/%2e%2e/beside.txt',
      '/%252e%252e/beside.txt',
      '/..%2fbeside.txt',
    ]) {
      const { body } = await get(url)
      expect([url, body.includes('a secret')]).toEqual([url, false])
    }
  })
})
