import sql, { type Sql } from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import { lockBalances } from './work-engine.ts'

/** Stock in the cell: picked stock has left it but is still in its balance. */
export const shelfQty: Sql = sql`(b.qty - b.pick_qty)`

/** Latest movement and pick. Later ones of a locked balance have higher numbers. */
export interface Latest {
  readonly movement_no: number
  readonly pick_no: number
}

export async function latestMoves({ tx }: Pick<SaveCall, 'tx'>): Promise<Latest> {
  const [latest] = await tx.query<Latest & Record<string, unknown>>(sql`
    select (select last_value from stock_movement_movement_no_seq) movement_no,
      (select last_value from pick_record_pick_no_seq) pick_no`)
  return latest ?? { movement_no: 0, pick_no: 0 }
}

function movedAfter(movement: Sql, which: Sql): Sql {
  return sql`exists (select from stock_movement m where m.movement_no > ${movement}
    and b.balance_id in (m.from_balance_id, m.to_balance_id) and ${which})`
}

/**
 * Whether the shelf quantity of balance `b` is no longer `qty`, or stock left and came back.
 * Shipments take only picked stock.
 */
function changedSince(qty: Sql, movement: Sql, pick: Sql): Sql {
  return sql`(${shelfQty} <> ${qty} or ${movedAfter(movement, sql`m.movement_cd <> 'SHIPMENT'`)}
    or exists (select from pick_record r join allocation a using (alloc_id)
      where r.pick_no > ${pick} and a.balance_id = b.balance_id and r.pick_qty <> 0))`
}

/** Whether stock of line `l` in balance `b` moved since the first scan of this round. */
export const movedSinceFirstScan: Sql = changedSince(
  sql`l.since_qty`,
  sql`l.since_movement_no`,
  sql`l.since_pick_no`,
)

/** Whether stock of line `l` in balance `b` moved since its last scan. */
export const movedSinceLastScan: Sql = changedSince(
  sql`coalesce(l.recount_book_qty, l.book_qty)`,
  sql`l.last_movement_no`,
  sql`l.last_pick_no`,
)

/** Whether balance `b` was adjusted after line `l` was counted, by hand or by another count. */
export const adjustedSince: Sql = movedAfter(sql`l.last_movement_no`, sql`m.movement_cd = 'ADJUST'`)

const counted = sql`coalesce(l.recount_qty, l.count_qty)`

/**
 * Whether the difference of line `l` may be a movement: stock moved during the count, the count is
 * what the books say by now, or stock found in the cell was booked into it afterwards.
 */
export const isUnclear: Sql = sql`(l.moved_yn = 'Y' or ${counted} = ${shelfQty}
  or l.found_yn = 'Y' and exists (select from stock_movement m
    join stock_balance o on o.balance_id = m.to_balance_id
    where m.movement_no > l.last_movement_no and m.movement_cd <> 'ADJUST'
      and (m.owner_cd, m.stock_cd) = (b.owner_cd, b.stock_cd)
      and (o.wcode, o.cell_cd) = (b.wcode, b.cell_cd)))`

/** Stock that came to balance `b` of line `l` since its first scan, until it is adjusted. */
export const movesSinceFirstScan: Sql = sql`left join lateral (
    select coalesce(sum(m.qty), 0) arrived from stock_movement m
    where m.to_balance_id = b.balance_id and m.movement_no > l.since_movement_no
      and m.movement_cd <> 'SHIPMENT') since on l.work_no is null and l.diff_qty is not null`

export const movedOut: Sql = sql`since.arrived - (${shelfQty} - l.since_qty)`

/**
 * Ends the piecewise count of the lines `which` of a job: the counter has gone on. A difference of
 * stock that moved after its last scan may be the pieces that were not reached any more.
 */
export async function endLines(call: SaveCall, which: Sql): Promise<void> {
  const open = await call.tx.query<{ balance_id: number }>(sql`
    select l.balance_id from count_line l join stock_balance b using (balance_id)
    where l.open_yn = 'Y' and ${which}`)
  if (open.length === 0) return
  await lockBalances(
    call.tx,
    open.map((line) => line.balance_id),
  )
  await call.tx.execute(sql`
    update count_line l set open_yn = 'N',
      moved_yn = case when l.diff_qty <> 0 and ${movedSinceLastScan} then 'Y' else l.moved_yn end
    from stock_balance b
    where b.balance_id = l.balance_id and l.open_yn = 'Y' and ${which}`)
}
