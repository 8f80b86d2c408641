import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { copiedTables } from '#server/backup/store-copy.ts'
import { buildApp } from '#server/site/app.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.script('delete from page_build; delete from page_asset')
})

/** Server for one build of the page: one file specific to the build, one shared by all builds. */
async function startServer(build: string): Promise<{ app: FastifyInstance; url: string }> {
  const pageDir = temporaryFolder()
  mkdirSync(join(pageDir, 'assets'))
  const page = `<html><head><title>${build}</title></head></html>`
  writeFileSync(join(pageDir, 'index.html'), page)
  writeFileSync(join(pageDir, `assets/${build}-1.js`), `export const build = '${build}'`)
  writeFileSync(join(pageDir, 'assets/font-1.woff2'), 'a font')
  const settings = { ledgerMs: 3_600_000, scheduleMs: 3_600_000 }
  const app = await buildApp({ db: site.db, pageDir, logLevel: 'fatal', settings })
  onTestFinished(() => app.close())
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

const fetchPage = async (url: string, path: string) => {
  const response = await fetch(new URL(path, url))
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const pageTitle = (text: string) => /<title>(.*)<\/title>/.exec(text)?.[1]
const readBuild = (text: string) => /<meta name="build-id" content="(\w+)"/.exec(text)?.[1]
const getStoredPaths = () => site.db.query(sql`select path from page_asset order by path`)

describe('an update of the page', () => {
  test('serves the files of the previous build with their type', async () => {
    const before = await startServer('monday')
    await expect.poll(getStoredPaths).toHaveLength(2)
    await before.app.close()
    const { url } = await startServer('tuesday')
    await expect.poll(async () => (await fetchPage(url, '/assets/monday-1.js')).status).toBe(200)
    const old = await fetchPage(url, '/assets/monday-1.js')
    expect(old.text).toBe(`export const build = 'monday'`)
    expect(old.headers.get('content-type')).toContain('text/javascript')
    expect(old.headers.get('cache-control')).toContain('immutable')
    expect((await fetchPage(url, '/assets/sunday-1.js')).status).toBe(404)
    expect((await fetchPage(url, '/assets/..%2findex.html')).status).toBe(404)
    expect(pageTitle((await fetchPage(url, '/')).text)).toBe('tuesday')
  })

  test('names the build in the page, as every response does', async () => {
    const { url } = await startServer('monday')
    for (const path of ['/', '/index.html', '/wms/any/Screen']) {
      const { text, headers } = await fetchPage(url, path)
      expect(headers.get('cache-control')).toBe('no-cache')
      expect([path, readBuild(text)]).toEqual([path, headers.get('x-build-id')])
    }
  })

  test('removes files that no build of the last month contains', async () => {
    const before = await startServer('monday')
    await expect.poll(getStoredPaths).toHaveLength(2)
    await before.app.close()
    await site.db.execute(sql`update page_build set seen_at = now() - interval '31 days'`)
    await startServer('tuesday')
    await expect
      .poll(getStoredPaths)
      .toEqual([{ path: '/assets/font-1.woff2' }, { path: '/assets/tuesday-1.js' }])
  })

  test('leaves its files out of backups', async () => {
    const names = (await copiedTables(site.db)).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('page_'))).toEqual([])
  })
})

describe.runIf(testStore() === 'postgres')('servers that are updated one by one', () => {
  test('all serve the newest page, its files and its build, even if not updated yet', async () => {
    const old = await startServer('monday')
    const oldId = (await fetchPage(old.url, '/')).headers.get('x-build-id')
    const { url } = await startServer('tuesday')
    await expect.poll(async () => pageTitle((await fetchPage(old.url, '/')).text)).toBe('tuesday')
    const pages = await Promise.all([old.url, url].map((address) => fetchPage(address, '/')))
    const ids = pages.map(({ headers }) => headers.get('x-build-id'))
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(oldId)
    expect(pages.map(({ text }) => readBuild(text))).toEqual(ids)
    for (const address of [old.url, url]) {
      for (const file of ['monday-1.js', 'tuesday-1.js', 'font-1.woff2']) {
        expect([file, (await fetchPage(address, `/assets/${file}`)).status]).toEqual([file, 200])
      }
    }
  })

  test('a restarted server of the previous build serves the newer page', async () => {
    const old = await startServer('monday')
    await startServer('tuesday')
    await old.app.close()
    const again = await startServer('monday')
    expect(pageTitle((await fetchPage(again.url, '/')).text)).toBe('tuesday')
  })

  test('a build without a server for minutes is replaced by the running one', async () => {
    const next = await startServer('tuesday')
    await next.app.close()
    await site.db.execute(sql`
      update page_build set seen_at = now() - interval '5 minutes', added_at = now() + interval '1 s'`)
    const { url } = await startServer('monday')
    expect(pageTitle((await fetchPage(url, '/')).text)).toBe('monday')
  })
})
