import sql from 'sql-template-tag'
import {
  describeCron,
  nextRuns,
  formatShortTimes,
  type CronFields,
} from '#areas/system/rules/cron.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { databaseClock, type Clock } from '#server/db/database-clock.ts'
import { jobChannel } from './job-queue.ts'
import { scheduleJobKind } from './schedule-kind.ts'

export interface ScheduleRow extends Record<string, unknown> {
  schedule_cd: string
  schedule_nm: string
  kind_cd: string
  argument: string | null
  mail_to: string | null
  run_as: string
  minute_cron: string
  hour_cron: string
  day_cron: string
  month_cron: string
  weekday_cron: string
  overlap_cd: 'SKIP' | 'QUEUE'
  attempts_max: number
  missed_cd: 'ONCE' | 'NONE'
  next_at: string | null
}

/**
 * A run overdue by more than this counts as missed: no server was running, or all were too busy.
 */
const missedThresholdMs = 10 * 60_000
const maxWaiting = 10

const toCronFields = (row: ScheduleRow): CronFields => ({
  minute: row.minute_cron,
  hour: row.hour_cron,
  day: row.day_cron,
  month: row.month_cron,
  weekday: row.weekday_cron,
})

/** Stores the next run of schedules, the four after it, and their description. */
export async function storeNextRuns(
  tx: Queryable,
  schedules: readonly { readonly code: string; readonly cron: CronFields }[],
  now: number,
): Promise<void> {
  const rows = schedules.map(({ code, cron }) => {
    const next = nextRuns(cron, 5, now)
    const [first] = next
    const at = first === undefined ? null : new Date(first).toISOString()
    return { code, at, text: formatShortTimes(next), ...describeCron(cron) }
  })
  await tx.execute(sql`
    update schedule s set next_at = r.at, next_text = r.text, words_ko = r.ko, words_en = r.en
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(code text, at timestamptz, text text, ko text, en text)
    where s.schedule_cd = r.code`)
}

/**
 * Stores the next runs of schedules that have none, because a migration or the demo company
 * inserted them.
 */
export async function describeSchedules(tx: Queryable, now: number): Promise<void> {
  const rows = await tx.query<ScheduleRow>(sql`select * from schedule where next_at is null`)
  if (rows.length === 0) return
  await storeNextRuns(
    tx,
    rows.map((row) => ({ code: row.schedule_cd, cron: toCronFields(row) })),
    now,
  )
}

export async function addRun(
  tx: Queryable,
  row: ScheduleRow,
  dueAt: number,
  userId: string | null,
): Promise<'started' | 'waits' | 'left out'> {
  const [busy] = await tx.query<{ waiting: number; running: number }>(sql`
    select count(*) filter (where r.job_id is null)::int waiting,
      count(*) filter (where j.state_cd in ('QUEUED', 'RUNNING'))::int running
    from schedule_run r left join job j using (job_id)
    where r.schedule_cd = ${row.schedule_cd} and r.skipped_cd is null
      and (r.job_id is null or j.state_cd in ('QUEUED', 'RUNNING'))`)
  const isBusy = (busy?.running ?? 0) + (busy?.waiting ?? 0) > 0
  const due = sql`${new Date(dueAt).toISOString()}::timestamptz`
  if (isBusy && (row.overlap_cd === 'SKIP' || (busy?.waiting ?? 0) >= maxWaiting)) {
    await tx.execute(sql`
      insert into schedule_run (schedule_cd, due_at, user_id, skipped_cd)
      values (${row.schedule_cd}, ${due}, ${userId}, 'OVERLAP')`)
    return 'left out'
  }
  const [run] = await tx.query<{ no: number }>(sql`
    insert into schedule_run (schedule_cd, due_at, user_id)
    values (${row.schedule_cd}, ${due}, ${userId}) returning run_no as no`)
  if (isBusy) return 'waits'
  await startRun(tx, row, { no: run?.no ?? 0, userId, dueAt: new Date(dueAt).toISOString() })
  return 'started'
}

interface Run {
  readonly no: number
  /** User who started it manually. */
  readonly userId: string | null
  readonly dueAt: string
}

async function startRun(
  tx: Queryable,
  row: ScheduleRow,
  { no, userId, dueAt }: Run,
): Promise<void> {
  const payload = {
    NAME: row.schedule_nm,
    ARGUMENT: row.argument ?? '',
    MAIL_TO: row.mail_to ?? '',
    OWNER_ID: row.run_as,
    ...(userId === null && { DUE_AT: dueAt }),
  }
  await tx.execute(sql`
    with made as (
      insert into job (kind, payload, user_id, attempts_max)
      values (${scheduleJobKind(row.kind_cd)}, ${JSON.stringify(payload)}::jsonb, ${userId},
        ${row.attempts_max})
      returning job_id)
    update schedule_run set job_id = made.job_id from made where run_no = ${no}`)
  await tx.notify(jobChannel)
}

/** Starts due schedules. Processes of a site lock the schedule rows, so each run happens once. */
export class Scheduler {
  readonly #db: Database
  readonly #report: (error: unknown) => void
  readonly #now: Clock
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(
    db: Database,
    report: (error: unknown) => void,
    now: Clock = () => databaseClock(db),
  ) {
    this.#db = db
    this.#report = report
    this.#now = now
  }

  start(everyMs: number): void {
    this.#timer = setInterval(() => void this.tick().catch(this.#report), everyMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round.catch(() => undefined)
  }

  /** Checks for due schedules. Calls never overlap. */
  tick(): Promise<void> {
    this.#round = this.#round.catch(() => undefined).then(() => this.#startDueRuns())
    return this.#round
  }

  async #startDueRuns(): Promise<void> {
    const now = await this.#now()
    await this.#db.transaction(async (tx) => {
      const due = await tx.query<ScheduleRow>(sql`
        select * from schedule
        where pause_yn = 'N' and next_at <= ${new Date(now).toISOString()}::timestamptz
        order by next_at for update skip locked`)
      for (const row of due) await this.#startDue(tx, row, now)
      const cron = (row: ScheduleRow) => ({ code: row.schedule_cd, cron: toCronFields(row) })
      if (due.length > 0) await storeNextRuns(tx, due.map(cron), now)
      await this.#startWaiting(tx)
    })
  }

  async #startDue(tx: Queryable, row: ScheduleRow, now: number): Promise<void> {
    const dueAt = Date.parse(row.next_at ?? '')
    if (now - dueAt > missedThresholdMs && row.missed_cd === 'NONE') {
      await tx.execute(sql`
        insert into schedule_run (schedule_cd, due_at, skipped_cd)
        values (${row.schedule_cd}, ${row.next_at}::timestamptz, 'MISSED')`)
      return
    }
    await addRun(tx, row, dueAt, null)
  }

  async #startWaiting(tx: Queryable): Promise<void> {
    const free = await tx.query<
      ScheduleRow & {
        run_no: number
        started_by: string | null
        due_at: string
      }
    >(sql`
      select s.*, r.run_no, r.user_id started_by, r.due_at
      from schedule_run r join schedule s using (schedule_cd)
      where r.run_no = (select min(w.run_no) from schedule_run w
          where w.schedule_cd = s.schedule_cd and w.job_id is null and w.skipped_cd is null)
        and not exists (
          select from schedule_run other join job j using (job_id)
          where other.schedule_cd = s.schedule_cd and j.state_cd in ('QUEUED', 'RUNNING'))
      for update of s skip locked`)
    for (const row of free) {
      const { run_no: no, started_by: userId, due_at: dueAt } = row
      await startRun(tx, row, { no, userId, dueAt })
    }
  }
}
