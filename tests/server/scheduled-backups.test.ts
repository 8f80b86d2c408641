import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { abandonedText, BackupScheduler } from '#server/backup/backup-scheduler.ts'
import { getNextBackupTime } from '#areas/system/rules/backup-plan.ts'
import { timestampAt } from '#kernel/calendar.ts'
import type { Database } from '#server/db/database.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { putStock } from '#tests/support/floor.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

let site: TestSite
let admin: TestUser
let folder: string
let now = Date.parse('2026-11-20T08:30:00+09:00')
const reported: unknown[] = []

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  folder = path.join(fs.mkdtempSync(path.join(tmpdir(), 'wms-backups-')), 'backups')
  await putStock(site.db, { item: 'PLAIN', qty: 7 })
  await sealLedger(site.db)
})
afterAll(async () => {
  await site.close()
  fs.rmSync(path.dirname(folder), { recursive: true, force: true })
})

const createScheduler = (into = folder) =>
  new BackupScheduler(
    site.db,
    into,
    (error) => reported.push(error),
    () => now,
  )
const listFiles = () => (fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : [])
const passHours = (count: number) => {
  now += count * 3_600_000
}

test('no backup runs before its hour, then exactly one verified file is made', async () => {
  expect(await createScheduler().tick()).toBe(false)
  expect(listFiles()).toEqual([])
  const [plan] = await admin.query('system/backup-plan')
  expect(plan).toMatchObject({ ON_YN: 'Y', EVERY_HOURS: 6, NEXT_AT: '20261120090000' })
  passHours(1)
  const created = await Promise.all([createScheduler().tick(), createScheduler().tick()])
  expect(created.filter(Boolean)).toHaveLength(1)
  expect(listFiles()).toEqual(['wms-20261120093000.jsonl.gz'])
  const [run, ...others] = await admin.query('system/backups')
  expect(others).toEqual([])
  expect(run).toMatchObject({
    STATE_CD: 'DONE',
    FILE_NM: 'wms-20261120093000.jsonl.gz',
    MOVEMENT_COUNT: 1,
    SEAL_NO: 1,
  })
  expect(run?.['VERIFIED_AT']).not.toBeNull()
  expect((await admin.query('system/backup-plan'))[0]?.['NEXT_AT']).toBe('20261120150000')
  expect(await createScheduler().tick()).toBe(false)
})

const planVersion = async () => (await admin.query('system/backup-plan'))[0]?.['VERSION'] ?? null

test('the administrator changes the plan and requests a backup, and expired files are removed', async () => {
  const plan = { ON_YN: 'Y', EVERY_HOURS: 5, FROM_HOUR: 0, KEEP_HOURS: 1, KEEP_DAYS: 0 }
  const uneven = await admin.save('system/save-backup-plan', [{ ...plan, KEEP_WEEKS: 0 }])
  expect(uneven.body.rows.map(({ COLUMN }) => COLUMN)).toEqual(['EVERY_HOURS'])
  const rows = [{ ...plan, EVERY_HOURS: 2, KEEP_WEEKS: 0, VERSION: await planVersion() }]
  expect((await admin.save('system/save-backup-plan', rows)).status).toBe(200)
  expect((await admin.save('system/backup-now', [{}])).status).toBe(200)
  // The request time comes from the database clock, not from the clock of this test.
  now = Date.now() + 3 * 3_600_000
  fs.writeFileSync(path.join(folder, 'by-hand.jsonl.gz'), '')
  // A backup made before the machine, such as a container, got another name.
  const former = 'wms-20260103000000.jsonl.gz'
  fs.writeFileSync(path.join(folder, former), '')
  await site.db.execute(sql`
    insert into backup_run (state_cd, file_nm, host_nm, started_at, finished_at, verified_at)
    values ('DONE', ${former}, 'former', '2026-01-03', '2026-01-03', '2026-01-03')`)
  expect(await createScheduler().tick()).toBe(true)
  const [newest, ...others] = await admin.query('system/backups')
  expect(listFiles()).toEqual(['by-hand.jsonl.gz', newest?.['FILE_NM']])
  expect(newest?.['REMOVED_AT']).toBeNull()
  expect(others.map(({ REMOVED_AT }) => REMOVED_AT)).toEqual([
    expect.any(String),
    expect.any(String),
  ])
})

test('a plan that another administrator changed in the meantime is not overwritten', async () => {
  const [shown = {}] = await admin.query('system/backup-plan')
  const second = await site.login('second')
  const plan = { ON_YN: 'Y', EVERY_HOURS: 2, FROM_HOUR: 0, KEEP_HOURS: 1, KEEP_DAYS: 0 }
  const { VERSION = null } = shown
  const saved = await second.save('system/save-backup-plan', [{ ...plan, KEEP_WEEKS: 3, VERSION }])
  expect(saved.status).toBe(200)
  const late = await admin.save('system/save-backup-plan', [{ ...plan, KEEP_WEEKS: 0, VERSION }])
  expect(late.status).toBe(409)
  expect(late.body.rows[0]?.POERROR).toContain('second')
  expect((await admin.query('system/backup-plan'))[0]?.['KEEP_WEEKS']).toBe(3)
})

test('a plan saved without its version is not overwritten', async () => {
  const plan = { ON_YN: 'Y', EVERY_HOURS: 2, FROM_HOUR: 0, KEEP_HOURS: 1, KEEP_DAYS: 0 }
  const saved = await admin.save('system/save-backup-plan', [{ ...plan, KEEP_WEEKS: 0 }])
  expect(saved.status).toBe(409)
  expect((await admin.query('system/backup-plan'))[0]?.['KEEP_WEEKS']).toBe(3)
})

test('a backup that cannot be written or verified is recorded as failed and retried', async () => {
  await site.db.execute(sql`update backup_plan set next_at = now()`)
  const blocked = path.join(temporaryFolder(), 'a-file')
  fs.writeFileSync(blocked, '')
  expect(await createScheduler(blocked).tick()).toBe(false)
  const [first] = await admin.query('system/backups')
  expect(first).toMatchObject({ STATE_CD: 'FAILED', VERIFIED_AT: null })
  expect(String(first?.['ERROR_TEXT'])).toContain('EEXIST')
  const [log] = await site.db.query(sql`select * from error_log order by error_no desc limit 1`)
  expect(log).toMatchObject({ path: 'backup', error_code: 'BACKUP_FAILED' })
  const kept = listFiles()
  await site.db.transaction(async (tx) => {
    await tx.script('alter table stock_movement disable trigger stock_movement_append_only')
    await tx.script('update stock_movement set qty = 8')
  })
  passHours(0.25)
  expect(await createScheduler().tick()).toBe(false)
  const [second] = await admin.query('system/backups')
  expect(second).toMatchObject({ STATE_CD: 'FAILED', VERIFIED_AT: null })
  expect(String(second?.['ERROR_TEXT'])).toContain('Stock = sum of movements')
  // The previous good backup is still there.
  expect(listFiles()).toEqual(expect.arrayContaining(kept))
  await site.db.transaction(async (tx) => {
    await tx.script('update stock_movement set qty = 7')
    await tx.script('alter table stock_movement enable trigger stock_movement_append_only')
  })
  expect(reported).toEqual([])
})

test('a failed backup of a schedule is reported to the job only', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const blocked = path.join(temporaryFolder(), 'a-file')
  fs.writeFileSync(blocked, '')
  await expect(createScheduler(blocked).makeNow()).rejects.toThrow('EEXIST')
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})

test('only the newest file of backups without a successful check is kept', async () => {
  const files: unknown[] = []
  for (const name of ['1', '2', '3']) {
    passHours(0.25)
    // An ended scheduler writes the file, but does not check it.
    const ended = createScheduler()
    await ended.stop()
    await expect(ended.makeNow(), name).rejects.toThrow()
    const [run] = await admin.query('system/backups')
    expect(run).toMatchObject({ STATE_CD: 'FAILED', REMOVED_AT: null })
    files.push(run?.['FILE_NM'])
  }
  expect(files.map((name) => listFiles().includes(String(name)))).toEqual([false, false, true])
  const [, before] = await admin.query('system/backups')
  expect(before?.['REMOVED_AT']).not.toBeNull()
})

test('drafts of interrupted backups are removed, except those still being written', async () => {
  const names = ['wms-20260101000000.jsonl.gz.part', 'wms-20260102000000.jsonl.gz.part']
  for (const name of names) fs.writeFileSync(path.join(folder, name), '')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  fs.utimesSync(path.join(folder, names[0] ?? ''), longAgo, longAgo)
  passHours(0.25)
  const ended = createScheduler()
  await ended.stop()
  await expect(ended.makeNow()).rejects.toThrow()
  expect(listFiles().filter((name) => names.includes(name))).toEqual(names.slice(1))
})

/** Time of the next attempt after a failed backup: in 15 minutes, or the planned one if earlier. */
function retryAt(): string {
  const retained = { keepHours: 1, keepDays: 0, keepWeeks: 0 }
  const planned = getNextBackupTime(now, { everyHours: 2, fromHour: 0, ...retained })
  return timestampAt(Math.min(now + 15 * 60_000, planned))
}

/** Database of a server that ends right after its first transaction. */
function endAfterTransaction(db: Database): Database {
  let isEnded = false
  const assertAlive = () => {
    if (isEnded) throw new Error('the server ended')
  }
  return new Proxy(db, {
    get: (target, name) => async (run: Parameters<Database['transaction']>[0]) => {
      assertAlive()
      expect(name).toBe('transaction')
      const result = await target.transaction(run)
      isEnded = true
      return result
    },
  })
}

test('a backup whose server died is recorded as failed and retried', async () => {
  await site.db.script(`
    delete from backup_run;
    update backup_plan set next_at = '2100-01-01', asked_at = null;
    insert into backup_run (host_nm, started_at, alive_at) values
      ('killed', now() - interval '1 hour', now() - interval '3 minutes'),
      ('running', now() - interval '1 hour', now() - interval '1 minute'),
      ('earlier version', now() - interval '1 hour', null)`)
  expect(await createScheduler().tick()).toBe(false)
  const runs = await site.db.query(sql`
    select host_nm, state_cd, error_text from backup_run order by host_nm`)
  const failed = { state_cd: 'FAILED', error_text: abandonedText }
  expect(runs).toEqual([
    { host_nm: 'earlier version', ...failed },
    { host_nm: 'killed', ...failed },
    { host_nm: 'running', state_cd: 'RUNNING', error_text: null },
  ])
  expect((await admin.query('system/backup-plan'))[0]?.['NEXT_AT']).toBe(retryAt())
})

test('a backup whose server dies right after claiming it is recorded as failed and retried', async () => {
  await site.db.script(`
    delete from backup_run;
    update backup_plan set on_yn = 'Y', next_at = '2000-01-01', asked_at = null`)
  const ended = new BackupScheduler(
    endAfterTransaction(site.db),
    folder,
    () => undefined,
    () => now,
  )
  expect(await ended.tick()).toBe(false)
  const runs = sql`select state_cd, error_text from backup_run`
  expect(await site.db.query(runs)).toEqual([{ state_cd: 'RUNNING', error_text: null }])
  await site.db.execute(sql`update backup_run set alive_at = now() - interval '3 minutes'`)
  expect(await createScheduler().tick()).toBe(false)
  expect(await site.db.query(runs)).toEqual([{ state_cd: 'FAILED', error_text: abandonedText }])
  expect((await admin.query('system/backup-plan'))[0]?.['NEXT_AT']).toBe(retryAt())
})

test('a requested backup is made although the plan is off, and shows that its server runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const last = sql`select alive_at > '2100-01-01' is_later, state_cd from backup_run
    order by run_no desc limit 1`
  await site.db.script(`
    delete from backup_run;
    update backup_plan set on_yn = 'N', next_at = null`)
  expect((await admin.save('system/backup-now', [{}])).status).toBe(200)
  const made = createScheduler().tick()
  while ((await site.db.query(last)).length === 0);
  await site.db.execute(sql`update backup_run set alive_at = '2100-01-02'`)
  vi.advanceTimersByTime(20_000)
  expect(await made).toBe(true)
  expect(await site.db.query(last)).toEqual([{ is_later: false, state_cd: 'DONE' }])
  expect(await createScheduler().tick()).toBe(false)
  expect((await admin.query('system/backup-plan'))[0]?.['NEXT_AT']).toBeNull()
})

test('a disabled plan makes no backup, and viewing or changing it requires permission', async () => {
  const plan = { EVERY_HOURS: 1, FROM_HOUR: 0, KEEP_HOURS: 1, KEEP_DAYS: 0, KEEP_WEEKS: 0 }
  const off = { ON_YN: 'N', ...plan, VERSION: await planVersion() }
  expect((await admin.save('system/save-backup-plan', [off])).status).toBe(200)
  passHours(30)
  expect(await createScheduler().tick()).toBe(false)
  passHours(30)
  expect(await createScheduler().tick()).toBe(false)
  const nobody = await site.login('nobody')
  expect((await nobody.call('/api/wms/system/backups', {})).status).toBe(403)
  expect((await nobody.save('system/save-backup-plan', [{ ON_YN: 'N', ...plan }])).status).toBe(403)
})
