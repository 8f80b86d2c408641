import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archivedChanges } from '#areas/freight/server/my-page.ts'
import { chargeLedger } from '#areas/billing/server/charge-worker.ts'
import { watchLedger } from '#areas/inventory/server/ledger-round.ts'
import { closeDays, sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyMonth } from '#areas/inventory/server/verify-month.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { readBackup, writeBackup } from '#server/backup/backup-file.ts'
import { fillStore } from '#server/backup/fill-store.ts'
import { archiveMonth } from '#server/ledger/archive-month.ts'
import { ArchiveError, readArchive } from '#server/ledger/archive-file.ts'
import { checkArchive } from '#server/ledger/check-archive.ts'
import { findLedgerBreaches } from '#server/ledger/ledger-breaches.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { expectStock } from '#tests/support/floor.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { pastDates } from '#tests/support/past-dates.ts'
import { findBrokenChecks, findFailingChecks } from '#tests/support/failing-checks.ts'

let site: TestSite
let user: TestUser
const dataFolder = fs.mkdtempSync(path.join(tmpdir(), 'wms-archive-'))
const folder = path.join(dataFolder, 'archive')
let at: (date: string | null) => Promise<void>

/** Month before the present, as `202611`. */
function monthBefore(count: number): string {
  const today = timestampAt(Date.now())
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(4, 6)) - 1 - count
  return `${Math.floor(months / 12)}${String((months % 12) + 1).padStart(2, '0')}`
}
const [first, empty, last, retained] = [6, 5, 4, 3].map(monthBefore) as [
  string,
  string,
  string,
  string,
]
const dayOfMonth = (month: string, date: string) => `${month.slice(0, 4)}-${month.slice(4)}-${date}`

async function receive(qty: number): Promise<void> {
  const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: qty }])
  const { status } = await user.save('inbound/receive-bulk', [{ RECEIPT_NO }])
  expect(status).toBe(200)
}

/** The second of three receipts is sealed last, as if it had committed late. */
async function receiveOutOfOrder(): Promise<void> {
  await receive(1)
  await receive(2)
  await site.db.script(`
    create table committed_late as select max(movement_no) movement_no from ledger_queue;
    delete from ledger_queue q using committed_late l where l.movement_no = q.movement_no`)
  await receive(3)
  await sealLedger(site.db)
  await site.db.script(`
    insert into ledger_queue select movement_no from committed_late; drop table committed_late`)
  await receive(4)
  await sealLedger(site.db)
}

async function followLedger(): Promise<void> {
  await sealLedger(site.db)
  while ((await closeDays(site.db)) > 0);
  await chargeLedger(site.db)
  expect(await watchLedger(site.db)).toMatchObject({ findings: 0 })
}

const archive = (month: string) => archiveMonth(site.db, month, { folder, retainedMonths: 3 })
const archiveOutcome = (month: string) =>
  archive(month).then(
    () => 'archived',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

/** Runs `npm run archive` on the database of the site. */
function runArchive(...args: string[]) {
  const program = path.join(import.meta.dirname, '../../src/server/archive.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: testDatabaseUrl(site.db),
      DATA_DIR: dataFolder,
      ARCHIVE_AFTER_MONTHS: '3',
    },
    encoding: 'utf8',
  })
  return { status, text: `${stdout}${stderr}` }
}

const movementsFile = (month: string) => path.join(folder, `${month}-stock_movement.jsonl.gz`)
const auditFile = (month: string) => path.join(folder, `${month}-audit_log.jsonl.gz`)

async function closeDocuments(month: string): Promise<void> {
  await site.db.execute(sql`
    insert into doc_period (wcode, owner_cd, closed_to_dt, closed_by)
    select 'W01', 'HANBIT', (${`${month}01`}::date + interval '1 month - 1 day')::date, 'admin'`)
}

const getSealNumbers = async (): Promise<number[]> =>
  (await site.db.query<{ n: number }>(sql`select seal_no n from ledger_seal order by 1`)).map(
    ({ n }) => n,
  )

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  at = await pastDates(site.db)
  await at(dayOfMonth(first, '10'))
  await receiveOutOfOrder()
  await at(dayOfMonth(last, '05'))
  await receive(5)
  await at(dayOfMonth(retained, '05'))
  await receive(6)
  await at(null)
  await receive(7)
})
afterAll(async () => {
  await site.close()
  fs.rmSync(dataFolder, { recursive: true, force: true })
})

describe('archived months', () => {
  test('only a closed month in its turn is archived, and nothing of the retained months', async () => {
    expect(await archiveOutcome(retained)).toContain(`latest possible month is ${last}`)
    expect(await archiveOutcome(monthBefore(7))).toContain('no records')
    expect(await archiveOutcome(last)).toContain(`Archive month ${first} first`)
    expect(await archiveOutcome(first)).toContain(
      'not closed for this warehouse and owner: W01 HANBIT',
    )
    await closeDocuments(first)
    expect(await archiveOutcome(first)).toContain('not yet sealed, verified or charged')
    await followLedger()
    await site.db.script(`insert into ledger_finding values ('x', '[1]', '{}')`)
    expect(await archiveOutcome(first)).toContain('1 finding.')
    await site.db.script('delete from ledger_finding')
    await site.db.execute(sql`
      update bill_month set state_cd = '10' where bill_month = ${first}`)
    await site.db.execute(sql`
      insert into bill_month (wcode, owner_cd, bill_month) values ('W01', 'HANBIT', ${first})
      on conflict do nothing`)
    expect(await archiveOutcome(first)).toContain('billing month is not closed')
    await site.db.execute(sql`delete from bill_month where bill_month = ${first}`)
    expect(await getSealNumbers()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test.runIf(testStore() === 'postgres')(
    'the command archives a month and checks its files',
    () => {
      expect(runArchive('202613').status).toBe(2)
      const refused = runArchive(retained)
      expect(refused.status).toBe(1)
      expect(refused.text).toContain(`latest possible month is ${last}`)
      const archived = runArchive(first)
      expect(archived).toMatchObject({ status: 0 })
      expect(archived.text).toContain(`${movementsFile(first)}: stock_movement, 4 rows`)
      expect(archived.text).toContain(`archived: ${first}, seal 4 `)
      for (const file of [movementsFile(first), auditFile(first)]) {
        expect(runArchive('--check', file)).toMatchObject({ status: 0 })
      }
      expect(runArchive(first)).toMatchObject({ status: 1 })
      expect(runArchive('--check', path.join(folder, 'none'))).toMatchObject({ status: 1 })
    },
  )

  test('seals and changes leave for files, and the ledger proves itself without them', async () => {
    if (testStore() === 'embedded') await archive(first)
    const { head } = await readArchive(movementsFile(first))
    expect(head?.sealNo).toBe(4)
    expect(await getSealNumbers()).toEqual([5, 6, 7])
    expect(await findBrokenChecks(site.db)).toEqual([])
    expect(await archiveOutcome(first)).toBe(`Month ${first} is archived already.`)
    expect(await site.db.query(sql`select seal_no from ledger_late`)).toEqual([{ seal_no: 3 }])

    await closeDocuments(last)
    expect(await archiveOutcome(last)).toContain(`Archive month ${empty} first`)
    expect((await archive(empty)).head).toEqual(head)
    await archive(last)
    expect(await getSealNumbers()).toEqual([6, 7])
    expect(await findBrokenChecks(site.db)).toEqual([])
    for (const month of [first, empty, last, retained]) {
      const checks = await verifyMonth(site.db, month)
      expect(checks.flatMap(({ breaches }) => breaches)).toEqual([])
    }
    await receive(8)
    await followLedger()
    expect(await findBrokenChecks(site.db)).toEqual([])
  })

  test('each file proves its own chain and is compared with the site', async () => {
    const read = await readArchive(movementsFile(first))
    expect(read).toMatchObject({ table: 'stock_movement', month: first, rows: 4 })
    expect(read.base).toEqual({ sealNo: 0, hash: '' })
    expect((await readArchive(movementsFile(last))).base).toEqual(read.head)
    for (const file of [first, empty, last].flatMap((month) => [
      movementsFile(month),
      auditFile(month),
    ])) {
      expect((await checkArchive(site.db, file)).differences).toEqual([])
    }
    expect((await readArchive(auditFile(first))).rows).toBeGreaterThan(4)
    const [remaining] = await site.db.query<{ n: number }>(sql`
      select count(*) n from audit_log where done_at < ${dayOfMonth(retained, '01')}::date`)
    expect(remaining?.n).toBe(0)
  })

  test('a changed or exchanged file is refused', async () => {
    const text = gunzipSync(fs.readFileSync(movementsFile(first))).toString()
    const damaged = path.join(folder, 'damaged.jsonl.gz')
    const write = (content: string) => fs.writeFileSync(damaged, gzipSync(content))
    write(text.replace('PLAIN', 'OTHER'))
    await expect(checkArchive(site.db, damaged)).rejects.toThrow(ArchiveError)
    write(text.split('\n').slice(0, -2).join('\n'))
    await expect(checkArchive(site.db, damaged)).rejects.toThrow(ArchiveError)
    fs.writeFileSync(damaged, fs.readFileSync(movementsFile(first)).subarray(0, 300))
    await expect(checkArchive(site.db, damaged)).rejects.toThrow('damaged or incomplete')
    await expect(checkArchive(site.db, path.join(folder, 'none'))).rejects.toThrow('no file')
    const other = await testSite()
    expect((await checkArchive(other.db, movementsFile(first))).differences).toEqual([
      `month ${first} is not archived`,
    ])
    await other.close()
  })

  test.each([
    [
      'a changed movement of an archived month',
      `update stock_movement set reason = 'another' where movement_no = 2`,
      ['Archived seals = chain of their movements'],
    ],
    [
      'an archived movement deleted with its lineage',
      `delete from stock_movement where movement_no = (select max(movement_no) from ledger_late)`,
      ['Archived seals = chain of their movements'],
    ],
    [
      'a missing archived month',
      `delete from ledger_archive where month = '${empty}'`,
      ['No gap between archived months'],
    ],
    [
      'a missing last archived month',
      `delete from ledger_archive where month = '${last}'`,
      ['No gap between archived months'],
    ],
    [
      'a missing anchor',
      `delete from ledger_anchor where seal_no = 4`,
      ['Archived seals = chain of their movements', 'No gap between archived months'],
    ],
    [
      'a removed seal that is not archived',
      `delete from ledger_seal where seal_no = 6`,
      ['Unbroken chain of seals, each matching its movement'],
    ],
  ])('verification finds %s', async (_, statements, expected) => {
    const tables = ['stock_movement', 'ledger_archive', 'ledger_anchor', 'ledger_seal']
    expect(await findFailingChecks(site, tables, statements)).toEqual(
      expect.arrayContaining(expected),
    )
    expect(await findBrokenChecks(site.db)).toEqual([])
  })

  test('the database keeps unarchived seals and every anchor', async () => {
    for (const statement of [
      'delete from ledger_seal where seal_no = 6',
      'delete from ledger_anchor',
      'update ledger_archive set hash = hash',
      'delete from ledger_late',
      `insert into ledger_anchor select 7, 5, sha256('x'), hash, 9, movement_no from ledger_anchor
        order by seal_no desc limit 1`,
    ]) {
      await expect(site.db.script(statement)).rejects.toMatchObject({ code: 'WM001' })
    }
  })

  test('the own changes of a user say which are archived', async () => {
    await site.db.execute(sql`
      update app_user set created_at = ${dayOfMonth(first, '01')}::date where user_id = 'admin'`)
    const changes = (await user.query('freight/my-page')).filter(
      ({ KIND_CD }) => KIND_CD === 'CHANGE',
    )
    expect(changes.at(-1)?.['WHAT']).toBe(archivedChanges(dayOfMonth(last, '').slice(0, 7)).ko)
    expect(changes.length).toBeGreaterThan(1)
  })

  test('a backup of a site with archived months restores and verifies', async () => {
    await site.db.script(`
      create or replace function told_moment() returns timestamptz language sql stable as
        'select null::timestamptz';
      drop table test_clock`)
    const { file } = await writeBackup(site.db, temporaryFolder(), '20261130120000')
    const db = await testDatabase()
    await fillStore(db, await readBackup(file), findLedgerBreaches)
    expect((await checkArchive(db, movementsFile(last))).differences).toEqual([])
    await db.close()
  })
})
