import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { enqueueTargetJobs, type TargetJob } from '#server/jobs/job-queue.ts'

const maxHourly = 20

export const queriedTooOften = label(
  `세관에는 같은 번호를 한 시간에 ${maxHourly}번까지 조회할 수 있습니다. 잠시 뒤에 다시 조회하세요.`,
  `The same number can be searched at customs ${maxHourly} times an hour. Search again later.`,
)

/**
 * Enqueues queries to customs, except for numbers that already wait for one: while customs does not
 * respond, each query takes minutes. A running query does not count, because it may have read the
 * number before it changed. If numbers were queried too often, enqueues nothing and returns those
 * numbers.
 */
export async function enqueueCustomsJobs(
  { tx, userId, scope: { wcode } }: SaveCall,
  kind: string,
  jobs: readonly TargetJob[],
): Promise<ReadonlySet<string>> {
  const waiting = await tx.query<{ target: string }>(sql`
    select throttle_key target from job
    where kind = ${kind} and wcode = ${wcode} and state_cd = 'QUEUED'
      and throttle_key = any(${jobs.map(({ target }) => target)}::text[])`)
  const numbers = new Set(waiting.map(({ target }) => target))
  const added = jobs.filter(({ target }) => !numbers.has(target))
  return enqueueTargetJobs(tx, added, { kind, userId, wcode, maxHourly })
}
