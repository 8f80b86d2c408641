import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { getNextBackupTime, type BackupPlan } from '#areas/system/rules/backup-plan.ts'
import { timestampAt } from '#kernel/calendar.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { databaseClock, type Clock } from '#server/db/database-clock.ts'
import { writeBackup } from './backup-file.ts'
import { removeExpired, removeUnverified } from './remove-backups.ts'

interface PlanRow extends Record<string, unknown> {
  on_yn: string
  every_hours: number
  from_hour: number
  keep_hours: number
  keep_days: number
  keep_weeks: number
  next_at: string | null
  is_asked: boolean
}

/** A backup that this process makes, and the time when it started. */
interface BackupRun {
  readonly no: number
  readonly plan: BackupPlan
  readonly now: number
}

/** A failed backup is made again soon, or at its next time if that comes first. */
const retryTime = (now: number, plan: BackupPlan): number =>
  Math.min(now + retryMs, getNextBackupTime(now, plan))

const toPlan = (row: PlanRow): BackupPlan => ({
  everyHours: row.every_hours,
  fromHour: row.from_hour,
  keepHours: row.keep_hours,
  keepDays: row.keep_days,
  keepWeeks: row.keep_weeks,
})

const checkScript = fileURLToPath(new URL('./check-backup.ts', import.meta.url))
const retryMs = 15 * 60_000
const aliveEveryMs = 20_000
/** A backup without a sign of its server for so long is abandoned. */
const abandonedMinutes = 2

/** In both languages, because it is stored. */
export const abandonedText =
  '백업을 만들던 서버가 종료되었습니다. / The server that made the backup ended.'

/** Restores a file in another process. Throws Error if the backup is not valid. */
async function checkBackup(file: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [checkScript, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (status !== 0) throw new Error(output.slice(-2000) || `the check ended with ${status}`)
}

/**
 * Makes backups by the site's backup plan while the server runs: writes the file, verifies it by
 * restoring it into an empty store, then removes expired backups. The processes of a site lock the
 * plan's row, so only one of them makes each backup.
 */
export class BackupScheduler {
  readonly #db: Database
  readonly #folder: string
  readonly #report: (error: unknown) => void
  readonly #now: Clock
  readonly #ending = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<boolean> = Promise.resolve(false)

  constructor(
    db: Database,
    folder: string,
    report: (error: unknown) => void,
    now: Clock = () => databaseClock(db),
  ) {
    this.#db = db
    this.#folder = folder
    this.#report = report
    this.#now = now
  }

  start(everyMs: number): void {
    const poll = (): void => void this.tick().catch(this.#report)
    this.#timer = setInterval(poll, everyMs)
    this.#timer.unref()
  }

  /** Aborts a running check. Its backup counts as failed and will be made again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#ending.abort()
    await this.#round.catch(() => undefined)
  }

  /**
   * Makes a backup if one is due. Returns true if it was made and verified. Calls never overlap.
   */
  tick(): Promise<boolean> {
    this.#round = this.#round.catch(() => false).then(() => this.#makeDue())
    return this.#round
  }

  /** Makes a backup now, regardless of the plan. Returns its file; throws Error if it is not valid. */
  makeNow(): Promise<string> {
    const created = this.#round.catch(() => false).then(() => this.#makeNow())
    // Only the caller gets the error. A rejected round without a handler would end the server.
    this.#round = created.then(
      () => true,
      () => false,
    )
    return created
  }

  async #makeNow(): Promise<string> {
    const now = await this.#now()
    return this.#make(
      await this.#db.transaction(async (tx) => {
        const [row] = await tx.query<PlanRow>(sql`select * from backup_plan`)
        if (!row) throw new Error('there is no plan')
        return this.#start(tx, toPlan(row), now)
      }),
    )
  }

  async #makeDue(): Promise<boolean> {
    if (this.#ending.signal.aborted) return false
    const now = await this.#now()
    const run = await this.#db.transaction((tx) => this.#claim(tx, now))
    if (!run) return false
    return this.#make(run).then(
      () => true,
      () => false,
    )
  }

  /** Claims a due or requested backup. A request applies even if the plan is off. */
  async #claim(tx: Queryable, now: number): Promise<BackupRun | undefined> {
    const [row] = await tx.query<PlanRow>(sql`
      select *, asked_at is not null is_asked from backup_plan for update`)
    if (!row) return undefined
    const plan = toPlan(row)
    await this.#failAbandoned(tx, plan, now)
    const isOn = row.on_yn === 'Y'
    const isDue = isOn && row.next_at !== null && Date.parse(row.next_at) <= now
    if (isOn && (isDue || row.next_at === null)) {
      await this.#setNext(tx, getNextBackupTime(now, plan))
    }
    if (row.is_asked) await tx.execute(sql`update backup_plan set asked_at = null`)
    return isDue || row.is_asked ? this.#start(tx, plan, now) : undefined
  }

  /**
   * Records the start of a backup. In the transaction that claims it, because only a recorded backup
   * is retried after its server died.
   */
  async #start(tx: Queryable, plan: BackupPlan, now: number): Promise<BackupRun> {
    const [run] = await tx.query<{ no: number }>(sql`
      insert into backup_run (host_nm, alive_at) values (${os.hostname()}, now()) returning run_no as no`)
    return { no: run?.no ?? 0, plan, now }
  }

  /** Records backups of servers that died as failed. They are retried like others. */
  async #failAbandoned(tx: Queryable, plan: BackupPlan, now: number): Promise<void> {
    const abandoned = await tx.query<{ no: number }>(sql`
      select run_no no from backup_run where state_cd = 'RUNNING' and coalesce(alive_at, started_at)
        < now() - make_interval(mins => ${abandonedMinutes}::int) for update`)
    for (const { no } of abandoned) await this.#failed(tx, no, abandonedText)
    if (abandoned.length > 0) await this.#setNext(tx, retryTime(now, plan))
  }

  async #setNext(db: Queryable, at: number): Promise<void> {
    await db.execute(sql`
      update backup_plan set next_at = ${new Date(at).toISOString()}::timestamptz
      where on_yn = 'Y'`)
  }

  /** Makes and verifies a backup and returns its file. Records a failure, then throws it. */
  async #make({ no: number, plan, now }: BackupRun): Promise<string> {
    const timer = setInterval(() => void this.#stayAlive(number), aliveEveryMs)
    try {
      const { file, totals } = await writeBackup(this.#db, this.#folder, timestampAt(now))
      await this.#db.execute(sql`
        update backup_run set file_nm = ${path.basename(file)},
          file_bytes = ${fs.statSync(file).size}, seal_no = ${totals.sealNo},
          movement_count = ${totals.rows['stock_movement'] ?? 0}
        where run_no = ${number}`)
      await checkBackup(file, this.#ending.signal)
      await this.#db.execute(sql`
        update backup_run set state_cd = 'DONE', verified_at = now(), finished_at = now(),
          error_text = null
        where run_no = ${number}`)
      await removeExpired(this.#db, this.#folder, plan, timestampAt(now))
      return path.basename(file)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      await this.#failed(this.#db, number, why)
      await this.#setNext(this.#db, retryTime(now, plan))
      await removeUnverified(this.#db, this.#folder)
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  async #stayAlive(number: number): Promise<void> {
    await this.#db
      .execute(sql`update backup_run set alive_at = now() where run_no = ${number}`)
      .catch(this.#report)
  }

  async #failed(db: Queryable, number: number, why: string): Promise<void> {
    await db.execute(sql`
      update backup_run set state_cd = 'FAILED', finished_at = now(),
        error_text = ${why.slice(0, 2000)}
      where run_no = ${number}`)
    await db.execute(sql`
      insert into error_log (path, error_code, detail)
      values ('backup', 'BACKUP_FAILED', ${why.slice(0, 8000)})`)
  }
}
