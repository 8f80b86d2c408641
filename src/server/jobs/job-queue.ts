import sql from 'sql-template-tag'
import { momentAt } from '#kernel/calendar.ts'
import type { Queryable } from '#server/db/database.ts'
import { publishEvent } from '#server/events/publish-event.ts'
import type { JobState } from './job.ts'

/** Channels that wake the runners: there is a job, and a running one is to stop. */
export const jobChannel = 'wms_job'
export const cancelChannel = 'wms_job_cancel'

export interface NewJob {
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly userId?: string
  readonly wcode?: string
  readonly throttle?: JobThrottle
}

/** At most `max` jobs of this kind with this key within the minutes; more are not taken. */
export interface JobThrottle {
  readonly key: string
  readonly max: number
  readonly minutes: number
  /** Where it was asked for: the limit is for each such place, so that none uses up another's. */
  readonly from?: string
}

/** Puts a job into the queue; in a transaction it starts only when that commits. */
export async function enqueueJob(db: Queryable, job: NewJob): Promise<string | undefined> {
  const { key = null, max = 0, minutes = 0, from = null } = job.throttle ?? {}
  const [made] = await db.query<{ job_id: string }>(sql`
    with made as (
      insert into job (kind, payload, user_id, wcode, throttle_key, throttle_from)
      select ${job.kind}, ${JSON.stringify(job.payload)}::jsonb, ${job.userId ?? null},
        ${job.wcode ?? null}, ${key}, ${from}
      where ${key}::text is null or (select count(*) from job
        where kind = ${job.kind} and throttle_key = ${key}
          and throttle_from is not distinct from ${from}
          and created_at > now() - make_interval(mins => ${minutes}::int)) < ${max}::int
      returning job_id)
    select job_id::text job_id, pg_notify(${jobChannel}, '') from made`)
  return made?.job_id
}

/** Puts jobs of one kind into the queue in one statement, as a part of the caller's transaction. */
export async function enqueueJobs(
  db: Queryable,
  { kind, payloads, userId }: { kind: string; payloads: readonly object[]; userId?: string },
): Promise<void> {
  if (payloads.length === 0) return
  await db.execute(sql`
    insert into job (kind, payload, user_id)
    select ${kind}, p, ${userId ?? null} from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) p`)
  await db.query(sql`select pg_notify(${jobChannel}, '')`)
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

/** A job as pages see it: JOB_ID, KIND, STATE, PROGRESS, TEXT, and what came of it. */
export function describeJob(row: JobRow): Record<string, unknown> {
  const at = (moment: string | null) => (moment ? momentAt(Date.parse(moment)) : null)
  return {
    JOB_ID: row.job_id,
    KIND: row.kind,
    STATE: row.state_cd,
    PROGRESS: row.progress,
    TEXT: row.error_text ?? row.progress_text,
    WCODE: row.wcode,
    CREATED_AT: at(row.created_at),
    FINISHED_AT: at(row.finished_at),
  }
}

/** The user's own jobs, newest first. */
export function listJobs(db: Queryable, userId: string): Promise<JobRow[]> {
  return db.query<JobRow>(sql`
    select * from job where user_id = ${userId} order by created_at desc, job_id limit 200`)
}

/** One of the user's own jobs. */
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
 * Stops one of the user's own jobs: a waiting one at once, a running one at its next report.
 * False when it is over already or not the user's.
 */
export async function cancelJob(tx: Queryable, userId: string, jobId: string): Promise<boolean> {
  const [row] = await tx.query<JobRow>(sql`
    update job set cancel_yn = 'Y',
      state_cd = case when state_cd = 'QUEUED' then 'CANCELLED' else state_cd end,
      finished_at = case when state_cd = 'QUEUED' then now() else finished_at end
    where user_id = ${userId} and job_id::text = ${jobId} and state_cd in ('QUEUED', 'RUNNING')
    returning *`)
  if (!row) return false
  if (row.state_cd === 'CANCELLED') await tellJob(tx, row)
  else await tx.query(sql`select pg_notify(${cancelChannel}, ${jobId})`)
  return true
}

/** Tells the one who asked for a job how it stands. */
export async function tellJob(tx: Queryable, row: JobRow): Promise<void> {
  if (row.user_id === null) return
  await publishEvent(tx, {
    kind: 'job',
    wcode: null,
    owners: null,
    userId: row.user_id,
    content: describeJob(row),
  })
}
