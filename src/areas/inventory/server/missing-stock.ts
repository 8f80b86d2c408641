import sql, { type Sql } from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { countStatus } from '../rules/count-status.ts'

/** Whether balance `b` is withheld because a picker did not find its stock. */
export const isMissing = sql`exists (select from missing_stock ms
  where ms.balance_id = b.balance_id and ms.resolved_at is null)`

/** Withheld balances, each with the reason and date of its first short pick. */
export const missingStock = sql`select distinct on (ms.balance_id) ms.balance_id, p.reason,
    p.pick_dt from_dt
  from missing_stock ms join pick_record p using (pick_no)
  where ms.resolved_at is null order by ms.balance_id, ms.pick_no`

type Resolution = 'COUNT' | 'RELEASE'

/** Closes the open records `m` that match a condition. */
export function resolveMissing(
  { tx, userId }: SaveCall,
  how: Resolution,
  where: Sql,
  reason: Sql,
): Promise<number> {
  return tx.execute(sql`
    update missing_stock m set resolved_cd = ${how}, resolved_at = ${currentTimestamp},
      resolved_by = ${userId}, reason = ${reason}
    where m.resolved_at is null and ${where}`)
}

/**
 * Closes the records that the counts of these jobs decided: lines that were adjusted, and lines
 * without a difference once their job is closed. A count made before the short pick decides
 * nothing.
 */
export function resolveCounted(call: SaveCall, numbers: readonly string[]): Promise<number> {
  const counts = sql`from count_line l join count_job j using (job_no)
    where l.job_no = any(${[...numbers]}::text[]) and l.balance_id = m.balance_id
      and coalesce(l.recounted_at, l.counted_at) >= m.made_at
      and (l.work_no is not null
        or (l.diff_qty = 0 and l.serial_diff = 0 and j.state_cd = ${quoteCodes(countStatus.closed)}))`
  return resolveMissing(
    call,
    'COUNT',
    sql`exists (select ${counts})`,
    sql`(select min(l.job_no) ${counts})`,
  )
}

/**
 * Withholds the stock of the records `m` again, dated now because it can have been allocated since
 * then.
 */
function reopenMissing({ tx }: Pick<SaveCall, 'tx'>, where: Sql): Promise<number> {
  return tx.execute(sql`
    update missing_stock m set made_at = clock_timestamp(), resolved_cd = null,
      resolved_at = null, resolved_by = null, reason = null
    from stock_balance b
    where b.balance_id = m.balance_id and b.qty > b.pick_qty and ${where}`)
}

/**
 * Moves missing stock along with `movements` that emptied its balance: a missing pallet is still
 * missing after its condition or lot changed. `movements` is a SELECT as for `postMovements`, after
 * posting.
 */
export async function moveMissing({ tx }: Pick<SaveCall, 'tx'>, movements: Sql): Promise<void> {
  await tx.execute(sql`
    with m as materialized (${movements})
    update missing_stock x set balance_id = p.to_balance_id, made_at = clock_timestamp(),
      resolved_cd = null, resolved_at = null, resolved_by = null
    from (select distinct on (f.from_balance_id) f.from_balance_id, t.to_balance_id
      from m f join m t on t.doc_no = f.doc_no and t.doc_line = f.doc_line
      where f.from_balance_id is not null and t.to_balance_id is not null
      order by f.from_balance_id, f.doc_line desc) p
    where x.balance_id = p.from_balance_id and x.resolved_cd = 'EMPTY'
      and x.resolved_at >= now()`)
}

/** Reopens the records that the undone counts had closed. */
export function reopenCounted(call: SaveCall, numbers: readonly string[]): Promise<number> {
  return reopenMissing(
    call,
    sql`m.resolved_cd = 'COUNT' and m.reason = any(${[...numbers]}::text[])`,
  )
}

/** Reopens the records of balances that the reversed movements had emptied. */
export function reopenEmptied(
  call: Pick<SaveCall, 'tx'>,
  movements: readonly number[],
): Promise<number> {
  return reopenMissing(
    call,
    sql`m.resolved_cd = 'EMPTY' and exists (select from stock_movement v
      where v.movement_no = any(${[...movements]}::bigint[])
        and v.from_balance_id = m.balance_id and v.posted_at <= m.resolved_at)`,
  )
}
