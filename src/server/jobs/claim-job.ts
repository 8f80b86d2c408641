import { hostname } from 'node:os'
import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { notifyJob, type JobRow } from './job-queue.ts'

export interface ClaimedRow extends JobRow {
  payload: Record<string, unknown>
  attempt: number
  attempts_max: number | null
  cancel_yn: string
}

interface JobClaim {
  /** The same for a repeated claim whose first reply was lost. */
  readonly claimId: string
  readonly kinds: readonly string[]
  readonly leaseMs: number
  /**
   * Jobs this process still runs, which it must not claim again. Their leases expire while it is
   * suspended.
   */
  readonly running: readonly string[]
}

export function extendLease(leaseMs: number): Sql {
  return sql`lease_until = now() + make_interval(secs => ${leaseMs / 1000}::float8)`
}

/**
 * Claims the next job. Users with fewer running jobs come first. No user thus delays others by more
 * than one job. A repeated claim returns the same job and uses no further attempt.
 */
export function claimJob(
  db: Database,
  { claimId, kinds, leaseMs, running }: JobClaim,
): Promise<ClaimedRow | undefined> {
  const isRepeated = sql`(state_cd = 'RUNNING' and claim_id is not distinct from ${claimId}::uuid)`
  return db.transaction(async (tx) => {
    const [row] = await tx.query<ClaimedRow>(sql`
      update job set state_cd = 'RUNNING', error_text = null,
        attempt = attempt + case when ${isRepeated} then 0 else 1 end, claim_id = ${claimId}::uuid,
        started_at = coalesce(started_at, now()), host_nm = ${hostname()}, ${extendLease(leaseMs)}
      where job_id = (select job_id from job left join (
          select user_id, count(*) n from job where state_cd = 'RUNNING' and lease_until >= now()
          group by user_id) busy using (user_id)
        where kind = any(${[...kinds]}::text[]) and job_id <> all(${[...running]}::uuid[])
        and (state_cd = 'QUEUED' and run_after <= now()
          or state_cd = 'RUNNING' and lease_until < now() or ${isRepeated})
        order by ${isRepeated} desc, coalesce(busy.n, 0), run_after, created_at
        limit 1 for update of job skip locked)
      returning *`)
    if (row) await notifyJob(tx, row)
    return row
  })
}
