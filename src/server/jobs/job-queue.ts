import sql from 'sql-template-tag'
import { timestampAt } from '#kernel/calendar.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { lockKeys } from '#server/db/lock-keys.ts'
import { eventSources } from '#server/events/event-sources.ts'
import { publishEvent } from '#server/events/publish-event.ts'
import type { JobState } from './job.ts'

export const jobChannel = 'wms_job'
export const cancelChannel = 'wms_job_cancel'

export interface NewJob {
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly userId?: string
  readonly wcode?: string
}

/** Allows at most `max` jobs of this kind and key within the given minutes; others are rejected. */
export interface JobThrottle {
  readonly key: string
  readonly max: number
  readonly minutes: number
  /**
   * Origin of the request. The limit applies to each origin separately, so one origin cannot
   * exhaust the limit of another.
   */
  readonly from?: string
  /** Limit over all origins, if they could flood someone together. */
  readonly maxOfAll?: number
}

/** Enqueues a job. Inside a transaction, it starts only after the commit. */
export async function enqueueJob(db: Queryable, job: NewJob, of?: JobThrottle): Promise<string> {
  const [made] = await db.query<{ job_id: string }>(sql`
    insert into job (kind, payload, user_id, wcode, throttle_key, throttle_from)
    values (${job.kind}, ${JSON.stringify(job.payload)}::jsonb, ${job.userId ?? null},
      ${job.wcode ?? null}, ${of?.key ?? null}, ${of?.from ?? null})
    returning job_id::text job_id`)
  if (!made) throw new Error(`job ${job.kind}: no row was inserted`)
  await db.notify(jobChannel)
  return made.job_id
}

/** Enqueues a job and returns its ID, or undefined if it is above the limit. */
export async function enqueueThrottledJob(
  tx: Transaction,
  job: NewJob,
  throttle: JobThrottle,
): Promise<string | undefined> {
  const { key, max, minutes, from = null, maxOfAll } = throttle
  await lockKeys(tx, `job ${job.kind} ${key}`)
  const [recent] = await tx.query<{ same: number; all: number }>(sql`
    select count(*) filter (where throttle_from is not distinct from ${from}::text)::int same,
      count(throttle_from)::int "all"
    from job where kind = ${job.kind} and throttle_key = ${key}
      and created_at > now() - make_interval(mins => ${minutes}::int)`)
  const { same, all } = recent ?? { same: 0, all: 0 }
  const isOver = same >= max || (maxOfAll !== undefined && all >= maxOfAll)
  return isOver ? undefined : enqueueJob(tx, job, throttle)
}

/** A job about someone or something, such as an email to an owner. */
export interface TargetJob {
  readonly target: string
  readonly payload: object
}

/**
 * Enqueues jobs of one kind. If a target would get more than `maxHourly` of them in an hour, over
 * all users, enqueues none and returns these targets.
 */
export async function enqueueTargetJobs(
  tx: Transaction,
  jobs: readonly TargetJob[],
  of: Pick<NewJob, 'kind' | 'userId' | 'wcode'> & { readonly maxHourly: number },
): Promise<ReadonlySet<string>> {
  const { kind, userId = null, wcode = null, maxHourly } = of
  const targets = [...new Set(jobs.map(({ target }) => target))]
  await lockKeys(tx, ...targets.map((target) => `job ${kind} ${target}`))
  const given = sql`jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as g(target text, payload jsonb)`
  const exceeded = await tx.query<{ target: string }>(sql`
    select g.target from ${given} group by g.target
    having count(*) + (select count(*) from job where kind = ${kind} and throttle_key = g.target
      and created_at > now() - interval '1 hour') > ${maxHourly}`)
  if (exceeded.length === 0 && jobs.length > 0) {
    await tx.execute(sql`
      insert into job (kind, payload, user_id, wcode, throttle_key)
      select ${kind}, g.payload, ${userId}, ${wcode}, g.target from ${given}`)
    await tx.notify(jobChannel)
  }
  return new Set(exceeded.map(({ target }) => target))
}

/** Enqueues jobs of one kind in one statement within the caller's transaction. */
export async function enqueueJobs(
  db: Queryable,
  { kind, payloads, userId }: { kind: string; payloads: readonly object[]; userId?: string },
): Promise<void> {
  if (payloads.length === 0) return
  await db.execute(sql`
    insert into job (kind, payload, user_id)
    select ${kind}, p, ${userId ?? null} from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) p`)
  await db.notify(jobChannel)
}

export interface JobRow extends Record<string, unknown> {
  job_id: string
  kind: string
  user_id: string | null
  wcode: string | null
  state_cd: JobState
  progress: number
  progress_text: string
  result: unknown
  error_text: string | null
  created_at: string
  finished_at: string | null
}

export function describeJob(row: JobRow): Record<string, unknown> {
  const toTimestamp = (timestamp: string | null) =>
    timestamp ? timestampAt(Date.parse(timestamp)) : null
  return {
    JOB_ID: row.job_id,
    KIND: row.kind,
    STATE: row.state_cd,
    PROGRESS: row.progress,
    TEXT: row.error_text ?? row.progress_text,
    WCODE: row.wcode,
    CREATED_AT: toTimestamp(row.created_at),
    FINISHED_AT: toTimestamp(row.finished_at),
  }
}

export function listJobs(db: Queryable, userId: string): Promise<JobRow[]> {
  return db.query<JobRow>(sql`
    select * from job where user_id = ${userId} order by created_at desc, job_id limit 200`)
}

export async function findJob(
  db: Queryable,
  userId: string,
  jobId: string,
): Promise<JobRow | undefined> {
  const [row] = await db.query<JobRow>(sql`
    select * from job where user_id = ${userId} and job_id::text = ${jobId}`)
  return row
}

/**
 * Cancels one of the user's own jobs: immediately if queued, or at its next progress report.
 * Returns false if it has finished or belongs to another user.
 */
export async function cancelJob(tx: Queryable, userId: string, jobId: string): Promise<boolean> {
  const [row] = await tx.query<JobRow>(sql`
    update job set cancel_yn = 'Y',
      state_cd = case when state_cd = 'QUEUED' then 'CANCELLED' else state_cd end,
      finished_at = case when state_cd = 'QUEUED' then now() else finished_at end
    where user_id = ${userId} and job_id::text = ${jobId} and state_cd in ('QUEUED', 'RUNNING')
    returning *`)
  if (!row) return false
  if (row.state_cd === 'CANCELLED') await notifyJob(tx, row)
  else await tx.notify(cancelChannel, jobId)
  return true
}

export async function notifyJob(tx: Queryable, row: JobRow): Promise<void> {
  if (row.user_id === null) return
  await publishEvent(tx, {
    source: eventSources.job,
    userId: row.user_id,
    content: describeJob(row),
  })
}
