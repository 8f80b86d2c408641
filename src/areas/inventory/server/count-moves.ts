import sql, { type Sql } from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import { lockBalances } from './work-engine.ts'

/** Stock in the cell: picked stock has left it but is still in its balance. */
export const shelfQty: Sql = sql`(b.qty - b.pick_qty)`

/**
 * Number of the latest movement. Movements of other balances posted later can have lower numbers.
 */
export async function latestMovement({ tx }: Pick<SaveCall, 'tx'>): Promise<number> {
  const [latest] = await tx.query<{ movement_no: number }>(sql`
    select last_value movement_no from stock_movement_movement_no_seq`)
  return latest?.movement_no ?? 0
}

function selectMovedAfter(movement: Sql, which: Sql): Sql {
  return sql`exists (select from stock_movement m where m.movement_no > ${movement}
    and b.balance_id in (m.from_balance_id, m.to_balance_id) and ${which})`
}

/**
 * Number of movements and picks of balance `b`. Counted instead of comparing numbers, because a
 * movement waiting for the lock of the balance already has its number. Shipments only take picked
 * stock.
 */
export const moveCount: Sql = sql`((select count(*) from stock_movement m
    where b.balance_id in (m.from_balance_id, m.to_balance_id) and m.movement_cd <> 'SHIPMENT')
  + (select count(*) from pick_record r join allocation a using (alloc_id)
    where a.balance_id = b.balance_id and r.pick_qty <> 0))`

/**
 * Whether the shelf quantity of balance `b` is no longer `qty`, or stock left and returned. Scans
 * from before an upgrade have a quantity but no number of moves, and count as changed.
 */
function hasChangedSince(qty: Sql, moves: Sql): Sql {
  return sql`(${shelfQty} <> ${qty}
    or ${qty} is not null and ${moveCount} is distinct from ${moves})`
}

/** Whether stock of line `l` in balance `b` moved since the first scan of this round. */
export const movedSinceFirstScan: Sql = hasChangedSince(sql`l.since_qty`, sql`l.since_moves`)

/** Whether stock of line `l` in balance `b` moved since its last scan. */
export const movedSinceLastScan: Sql = hasChangedSince(
  sql`coalesce(l.recount_book_qty, l.book_qty)`,
  sql`l.last_moves`,
)

/** Whether balance `b` was adjusted manually or by another count after line `l` was counted. */
export const adjustedSince: Sql = selectMovedAfter(
  sql`l.last_movement_no`,
  sql`m.movement_cd = 'ADJUST'`,
)

/**
 * Whether all stock of balance `b` was moved or relabelled after line `l` was counted. A surplus
 * would be posted where none of it is.
 */
export const hasLeftSince: Sql = sql`(b.qty = 0 and exists (select from stock_movement m
  where m.movement_no > l.last_movement_no and m.from_balance_id = b.balance_id
    and m.movement_cd in ('MOVE', 'TRANSFER')))`

/** Flags of the first count of line `l`, also during a recount. */
export const firstCountFlags = {
  moved: sql`coalesce(l.count_moved_yn, l.moved_yn)`,
  movement: sql`coalesce(l.count_movement_no, l.last_movement_no)`,
} as const

/** Assignments that preserve the flags of the first count before a recount replaces them. */
export const keepFirstCount: Sql = sql`count_moved_yn = ${firstCountFlags.moved},
  count_movement_no = ${firstCountFlags.movement}`

const counted = sql`coalesce(l.recount_qty, l.count_qty)`

/** Columns that identify the stock under one scanned label. */
export const labelOf = (lot: Sql, balance: Sql): Sql => sql`${balance}.wcode, ${balance}.cell_cd,
    ${balance}.owner_cd, ${balance}.stock_cd, ${balance}.condition_cd = 'DAMAGED',
    ${lot}.lot_no, coalesce(${lot}.valid_dt, 'infinity')`

/** Lots, cells and items that one scanned label cannot tell apart. */
export const isSameLabel = (lot: Sql, balance: Sql): Sql =>
  sql`(${labelOf(lot, balance)}) = (${labelOf(sql`t`, sql`b`)})`

const hasLineOfLabel = (job: Sql, which: Sql): Sql => sql`exists (select from count_line n
  join stock_balance o using (balance_id) join lot u on u.lot_id = o.lot_id
  where n.job_no = ${job} and ${which} and ${isSameLabel(sql`u`, sql`o`)})`

/**
 * Whether the job has adjusted stock under the label of balance `b` and lot `t`. A recount cannot
 * tell its pieces from others under the label.
 */
export const isLabelAdjusted = (job: Sql): Sql => hasLineOfLabel(job, sql`n.work_no is not null`)

/** Whether the job has recounted stock under the label of balance `b` and lot `t`. */
export const isLabelRecounted = (job: Sql): Sql =>
  hasLineOfLabel(job, sql`n.recount_qty is not null`)

/** Whether the current recount of the job leaves out the label of balance `b` and lot `t`. */
export const isLabelClosed = (job: Sql): Sql =>
  hasLineOfLabel(job, sql`(n.work_no is not null or n.recount_yn = 'N')`)

/**
 * Whether line `l` in balance `b` differs, but the total counted under its label equals the ledger.
 * Of several pallets, the count cannot tell which one was moved.
 */
const isExplainedByLabel = sql`(l.diff_qty <> 0 and (
    select sum(coalesce(n.recount_qty, n.count_qty)) from count_line n
    join stock_balance o using (balance_id) join lot u on u.lot_id = o.lot_id
    where n.job_no = l.job_no and ${isSameLabel(sql`u`, sql`o`)})
  = (select sum(o.qty - o.pick_qty) from stock_balance o join lot u on u.lot_id = o.lot_id
    where ${isSameLabel(sql`u`, sql`o`)}))`

/**
 * Whether a movement could explain the difference of line `l`: stock moved during the count, the
 * count matches the current ledger, or stock found in the cell was booked into it afterwards. If
 * serials were counted, they show whether their pieces moved.
 */
export const isUnclear: Sql = sql`(l.moved_yn = 'Y'
  or l.serial_diff = 0 and (${counted} = ${shelfQty} or ${isExplainedByLabel})
  or l.found_yn = 'Y' and exists (select from stock_movement m
    join stock_balance o on o.balance_id = m.to_balance_id
    where m.movement_no > l.last_movement_no and m.movement_cd <> 'ADJUST'
      and (m.owner_cd, m.stock_cd) = (b.owner_cd, b.stock_cd)
      and (o.wcode, o.cell_cd) = (b.wcode, b.cell_cd)))`

/** Stock that moved to balance `b` of line `l` since its first scan, up to its adjustment. */
export const movesSinceFirstScan: Sql = sql`left join lateral (
    select coalesce(sum(m.qty), 0) arrived from stock_movement m
    where m.to_balance_id = b.balance_id and m.movement_no > l.since_movement_no
      and m.movement_cd <> 'SHIPMENT') since on l.work_no is null and l.diff_qty is not null`

export const movedOutQty: Sql = sql`since.arrived - (${shelfQty} - l.since_qty)`

/**
 * Finishes the piece-by-piece count of the lines `which` of a job, because the counter has moved
 * on. If stock moved after the last scan, a difference can include pieces that were not reached in
 * time.
 */
export async function closeLines(call: SaveCall, which: Sql): Promise<void> {
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

/** Whether the scans of part `p` of line `l` were not undone. */
export const isCountedPart: Sql = sql`(p.qty > 0
  or case p.recount_yn when 'Y' then l.recount_qty else l.count_qty end = 0)`
