import fs from 'node:fs'
import path from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { StoreOpenError } from '#server/db/database.ts'
import { checkSiteKey } from '#server/db/check-site-key.ts'
import { testSite } from '#tests/support/app.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startServer } from '#tests/support/server-process.ts'
import { createSiteApp, type SiteApp } from '#tests/support/site-app.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')

async function createDatabase() {
  const db = await testDatabase({ referenceData: true })
  onTestFinished(() => db.close())
  return db
}

describe('the key of a site', () => {
  test('the first server records the key, and the others need the same one', async () => {
    const db = await createDatabase()
    const newDataFolder = () => ({ DATA_DIR: temporaryFolder() })
    await checkSiteKey(db, { SITE_KEY: 'first', ...newDataFolder() })
    await checkSiteKey(db, { SITE_KEY: 'first', ...newDataFolder() })
    for (const env of [{ SITE_KEY: 'second', ...newDataFolder() }, newDataFolder()]) {
      const refused = await checkSiteKey(db, env).catch((error: unknown) => error)
      expect(refused).toMatchObject({ name: 'StoreOpenError' })
      expect((refused as StoreOpenError).message).toContain('SITE_KEY')
    }
  })

  test('a generated key remains valid at the next start', async () => {
    const db = await createDatabase()
    const env = { DATA_DIR: temporaryFolder() }
    await checkSiteKey(db, env)
    await checkSiteKey(db, env)
    const [{ fingerprint } = {}] = await db.query(sql`select fingerprint from site_key`)
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
  })

  test('naming the lost key allows one replacement', async () => {
    const db = await createDatabase()
    await checkSiteKey(db, { SITE_KEY: 'lost' })
    const [row] = await db.query<{ fingerprint: string }>(sql`select fingerprint from site_key`)
    const REPLACE_SITE_KEY = row?.fingerprint ?? ''
    await checkSiteKey(db, { SITE_KEY: 'new', REPLACE_SITE_KEY })
    await checkSiteKey(db, { SITE_KEY: 'new', REPLACE_SITE_KEY })
    const late = checkSiteKey(db, { SITE_KEY: 'lost', REPLACE_SITE_KEY })
    await expect(late).rejects.toThrow('SITE_KEY')
  })
})

test.runIf(testStore() === 'postgres')(
  'a server with another key does not start and explains why in both languages',
  async () => {
    const DATABASE_URL = testDatabaseUrl(await createDatabase())
    const start = (SITE_KEY: string) =>
      startServer({ env: { DATABASE_URL, WMS_DEMO: '0', SITE_KEY } })
    const first = await start('one')
    onTestFinished(() => first.discard())
    const refused = await start('another').catch((error: unknown) => String(error))
    expect(refused).toContain('ended with 1')
    expect(refused).toMatch(/SITE_KEY[^]*\p{Script=Hangul}[^]*Not started: the key of this server/u)
  },
)

describe('limits that protect the site', () => {
  test('limits that protect the site count the calls of public account routes at all servers', async () => {
    const site = await testSite()
    onTestFinished(() => site.close())
    const servers = [await createSiteApp(site), await createSiteApp(site)]
    const statuses: number[] = []
    for (let call = 0; call < 22; call += 1) {
      const visitor = servers[call % 2]?.visitor()
      const response = await visitor?.post('/api/auth/privacyPolicy', { lang: 'en' })
      statuses.push(response?.status ?? 0)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429])
    await site.db.execute(sql`update call_count set resets_at = now()`)
    const fresh = await createSiteApp(site)
    expect((await fresh.visitor().post('/api/auth/privacyPolicy', { lang: 'en' })).status).toBe(200)
  })

  test('limits that protect the site count the exports of a user at all servers', async () => {
    const site = await testSite()
    onTestFinished(() => site.close())
    const callLimits = { question: 0, export: 2, print: 0, save: 0, large: 0 }
    const servers = [
      await createSiteApp(site, { callLimits }),
      await createSiteApp(site, { callLimits }),
    ]
    const sheet = { COLUMNS: [{ title: 'A', kind: 'text' }], ROWS: [['1']] }
    const users = [await servers[0]?.login('admin'), await servers[1]?.login('admin')]
    const statuses: (number | undefined)[] = []
    for (let call = 0; call < 4; call += 1) {
      statuses.push((await users[call % 2]?.post('/api/file/exportExcel', sheet))?.status)
    }
    expect(statuses).toEqual([200, 200, 429, 429])
  })
})

test('logo and privacy policy of one server are shown by the others, the newest first', async () => {
  const site = await testSite()
  onTestFinished(() => site.close())
  const [first, second] = [await createSiteApp(site), await createSiteApp(site)]
  const getLogo = async (at: SiteApp) =>
    (await at.visitor().post('/api/file/logoImageDownload')).body.data
  const getPolicy = async (at: SiteApp) =>
    (await at.visitor().post('/api/auth/privacyPolicy', { lang: 'en' })).body.data
  const write = (at: SiteApp, name: string, content: Buffer | string, seconds: number) => {
    fs.writeFileSync(path.join(at.dataDir, name), content)
    const changed = Date.now() / 1000 + seconds
    fs.utimesSync(path.join(at.dataDir, name), changed, changed)
  }
  write(first, 'logo.png', png, 20)
  write(first, 'privacy-policy-en.txt', 'Policy\nnew', 20)
  write(second, 'privacy-policy-en.txt', 'Policy\nold', 10)
  expect([await getLogo(first), await getLogo(second)]).toEqual(
    Array(2).fill(png.toString('base64')),
  )
  expect([await getPolicy(first), await getPolicy(second)]).toEqual(
    Array(2).fill({ TITLE: 'Policy', TEXT: 'new' }),
  )
  write(second, 'logo.png', '', 30)
  await getLogo(second)
  expect(await getLogo(first)).not.toBe(png.toString('base64'))
})
