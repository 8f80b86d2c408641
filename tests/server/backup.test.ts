import { fileSources } from '#server/files/file-sources.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { CheckedFiles } from '#server/backup/checked-files.ts'
import { readBackup, writeBackup } from '#server/backup/backup-file.ts'
import { fillStore } from '#server/backup/fill-store.ts'
import { copiedTables, computeStoreTotals } from '#server/backup/store-copy.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { chunkBytes } from '#server/files/stored-bytes.ts'
import { readStoredBytes, receiveFile, storeFiles } from '#server/files/stored-files.ts'
import { findLedgerBreaches } from '#server/ledger/ledger-breaches.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { expectStock, addOrder, putStock, runStep } from '#tests/support/floor.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startServer } from '#tests/support/server-process.ts'

let site: TestSite
let user: TestUser
let file: string

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`update stock set unit_cd = 'KG' where stock_cd = 'PLAIN'`)
  const receipt = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10.125 }])
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
  await runStep(user, 'allocate', await addOrder(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 4 }]))
  // Values a backup could lose: null next to JSON null, quotes, line breaks, a comma, a backslash.
  await user.call('/api/setting/save', { KEY: 'none', VALUE: null })
  const count = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: 'PLAIN', ABC_CD: 'C' }
  await user.save('inventory/make-count', [{ ...count, COUNT_DT: '20261120' }])
  await user.call('/api/setting/save', { KEY: 'text', VALUE: 'a "b",\n(c)\\ 한글' })
  await storePicture(site.db)
  await sealLedger(site.db)
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'wms-backup-'))
  ;({ file } = await writeBackup(site.db, folder, '20261120140000'))
})
afterAll(async () => {
  await site.close()
  fs.rmSync(path.dirname(file), { recursive: true, force: true })
})

const content = randomBytes(2 * chunkBytes + 5)
content.set(Buffer.from('89504e470d0a1a0a', 'hex'))

async function storePicture(db: Database): Promise<void> {
  const received = await receiveFile(db, { name: 'a.png', content: Readable.from([content]) })
  const caller = { userId: 'admin', scope: { wcode: 'W01', owners: null } }
  const request = { files: [received], source: fileSources.upload, owner: null, parts: {} }
  await storeFiles(db, { fileQuotaBytes: 10_000_000 }, caller, request)
}

async function emptyDatabase(): Promise<Database> {
  const db = await testDatabase()
  onTestFinished(() => db.close())
  return db
}

const restoreInto = async (db: Database, from = file) =>
  fillStore(db, await readBackup(from), findLedgerBreaches)

async function readEverything(db: Database): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {}
  for (const { name } of await copiedTables(db)) {
    const found = await db.query(sql`select t::text line from ${raw(name)} t order by 1`)
    rows[name] = found.map((row) => row['line'])
  }
  return rows
}

describe('a backup', () => {
  test('restores every row into an empty store that can be used afterwards', async () => {
    // Includes a table with a generated column.
    expect((await readBackup(file)).tables.find(({ name }) => name === 'count_line')).toMatchObject(
      { derived: ['diff_qty'] },
    )
    const db = await emptyDatabase()
    await restoreInto(db)
    expect(await readEverything(db)).toEqual(await readEverything(site.db))
    await putStock(db, { item: 'OTHER', qty: 3 })
    await sealLedger(db)
    expect((await verifyLedger(db)).flatMap(({ breaches }) => breaches)).toEqual([])
    const before = await computeStoreTotals(site.db, await copiedTables(site.db))
    const after = await computeStoreTotals(db, await copiedTables(db))
    expect(after.sealNo).toBe(before.sealNo + 1)
    await expect(db.execute(sql`update stock_movement set qty = 1`)).rejects.toMatchObject({
      code: 'WM001',
    })
  })

  test('restores stored files', async () => {
    const db = await emptyDatabase()
    await restoreInto(db)
    const [file] = await db.query<{ serial: string }>(sql`select file_sn serial from stored_file`)
    const bytes = await readStoredBytes(db, file?.serial ?? '', content.length)
    expect(bytes.equals(content)).toBe(true)
  })

  test('the check reads the contents of files without storing them', async () => {
    const check = async (from: string) => {
      const db = await emptyDatabase()
      const files = new CheckedFiles(await readBackup(from))
      await fillStore(db, files.source, (tx) => files.findBreaches(tx))
      return db.query(sql`select from stored_chunk`)
    }
    expect(await check(file)).toEqual([])
    const db = await emptyDatabase()
    await restoreInto(db)
    await db.script(`
      alter table stored_chunk disable trigger user;
      update stored_chunk set bytes = '\\x00' where chunk_no = 1`)
    const created = await writeBackup(db, path.dirname(file), '20261120170000')
    await expect(check(created.file)).rejects.toThrow('is not what was uploaded')
  })

  test('contains a consistent snapshot despite concurrent saves', async () => {
    const rows = site.db.query<{ n: number }>(sql`select count(*) n from stock_movement`)
    const [before] = await rows
    const folder = path.dirname(file)
    const making = writeBackup(site.db, folder, '20261120150000')
    await putStock(site.db, { item: 'OTHER', qty: 1, cell: 'A-007' })
    const { totals } = await making
    expect([before?.n, Number(before?.n) + 1]).toContain(totals.rows['stock_movement'])
    await restoreInto(await emptyDatabase(), path.join(folder, 'wms-20261120150000.jsonl.gz'))
  })

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
    ['of another program', () => gzipSync('{"format":"another"}\n')],
    ['no such file at all', () => Buffer.from('not a file')],
    [
      'changed by hand',
      (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replace('10.125', '11.125')),
    ],
  ])('a backup that is %s is rejected, and the store remains empty', async (name, damage) => {
    const damaged = path.join(path.dirname(file), `${name.replaceAll(' ', '-')}.gz`)
    fs.writeFileSync(damaged, damage(fs.readFileSync(file)))
    const db = await emptyDatabase()
    await expect(restoreInto(db, damaged)).rejects.toThrow(/damaged|no backup/)
    await restoreInto(db)
  })

  test('a backup cannot be restored into a store that contains data', async () => {
    const before = await readEverything(site.db)
    await expect(restoreInto(site.db)).rejects.toThrow('holds data already')
    expect(await readEverything(site.db)).toEqual(before)
  })

  test('a backup whose ledger does not balance is rejected', async () => {
    const sick = await emptyDatabase()
    await restoreInto(sick)
    await sick.transaction(async (tx) => {
      await tx.script('alter table stock_balance disable trigger user')
      await tx.script('update stock_balance set qty = qty + 1')
      await tx.script('alter table stock_balance enable trigger user')
    })
    const created = await writeBackup(sick, path.dirname(file), '20261120160000')
    await expect(restoreInto(await emptyDatabase(), created.file)).rejects.toThrow(
      'Stock = sum of movements',
    )
  })
})

async function run(script: string, args: string[], env: Record<string, string>) {
  const program = fileURLToPath(new URL(`../../src/server/${script}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
  })
  let shown = ''
  for (const pipe of [child.stdout, child.stderr])
    pipe.on('data', (text) => (shown += String(text)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said: shown }
}

/** Each test starts servers, which build their page. */
const slow = { timeout: 240_000 }

describe('backup commands', () => {
  test(
    'a running server is backed up, and a new one starts from the restored file',
    slow,
    async () => {
      const server = await startServer({ store: 'embedded' })
      onTestFinished(() => server.discard())
      const { dataDir } = server
      const created = await run('backup', [], { DATA_DIR: dataDir })
      expect([created.code, created.said]).toEqual([
        0,
        expect.stringMatching(/restored and verified/),
      ])
      const [backup = ''] = created.said.split('\n')
      const target = temporaryFolder()
      const env =
        testStore() === 'embedded'
          ? { DATA_DIR: target }
          : { DATABASE_URL: testDatabaseUrl(await emptyDatabase()), DATA_DIR: target }
      const first = await run('restore', [backup], env)
      expect([first.code, first.said]).toEqual([
        0,
        expect.stringContaining('restored and verified'),
      ])
      const second = await run('restore', [backup], env)
      expect([second.code, second.said]).toEqual([1, expect.stringContaining('holds data already')])
      const other = await startServer({ dataDir: target, env })
      onTestFinished(() => other.stop())
      expect(await (await fetch(`${other.url}/api/health`)).json()).toMatchObject({ ok: true })
    },
  )

  test.skipIf(testStore() === 'embedded')(
    'the embedded store moves to PostgreSQL with every row, only once',
    slow,
    async () => {
      const server = await startServer({ store: 'embedded' })
      onTestFinished(() => server.discard())
      const target = await emptyDatabase()
      const env = { DATA_DIR: server.dataDir, DATABASE_URL: testDatabaseUrl(target) }
      const early = await run('move-to-postgres', [], env)
      expect([early.code, early.said]).toEqual([1, expect.stringContaining('is in use')])
      await server.stop()
      const moved = await run('move-to-postgres', [], env)
      expect([moved.code, moved.said]).toEqual([0, expect.stringContaining('moved and verified')])
      const again = await run('move-to-postgres', [], env)
      expect([again.code, again.said]).toEqual([1, expect.stringContaining('holds data already')])
      const from = await openDatabase({ dataDir: server.dataDir })
      try {
        expect(await readEverything(target)).toEqual(await readEverything(from))
      } finally {
        await from.close()
      }
    },
  )
})

test.each([
  ['cannot be created', tmpdir()],
  ['does not fit on the disk', '/dev/full'],
])('a file that %s fails its backup only', async (_, target) => {
  const folder = temporaryFolder()
  const draft = path.join(folder, 'wms-20260101000000.jsonl.gz.part')
  fs.symlinkSync(target, draft)
  const own = await testSite()
  onTestFinished(() => own.close())
  // Larger than the buffers of a stream, and hard to compress.
  await own.db.execute(sql`
    insert into error_log (path, error_code, detail)
    select 'x', 'x', (select string_agg(md5(n::text || i), '') from generate_series(1, 200) i)
    from generate_series(1, 500) n`)
  await expect(writeBackup(own.db, folder, '20260101000000')).rejects.toThrow(/EISDIR|ENOSPC/)
  expect(fs.readdirSync(folder)).toEqual([])
})
