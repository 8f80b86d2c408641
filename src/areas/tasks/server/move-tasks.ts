import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { rejectClosedTargets } from '#areas/inventory/server/reject-closed-targets.ts'
import { isInScope, lockBalances, insufficientStock } from '#areas/inventory/server/work-engine.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  type Handler,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import type { Procedure } from '#kernel/operation.ts'
import { createMove, createMoveOfStock } from '../operations/move-tasks.ts'
import { cancelHandlers } from './cancel-moves.ts'
import { isMovable } from '#areas/inventory/server/is-movable.ts'
import { partRows, rehearseMove, type Part } from './rehearse-move.ts'

const toRecordset = (call: SaveCall, { input }: Procedure): Sql =>
  recordsetSql(input, Object.keys(input), call.rows)

const notMovable = label(
  '보류, 보세 또는 미발견 재고입니다. 재고이동에서 바로 이동하세요.',
  'The stock is held, bonded or missing. Move it directly in "Stock move".',
)

const joinPlace = sql`join lot on lot.lot_id = b.lot_id
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd`

const noStock = label('재고를 찾을 수 없습니다. 다시 조회하세요.', 'Stock not found. Search again.')

async function partsOfStock(call: SaveCall): Promise<Part[]> {
  const rows = toRecordset(call, createMoveOfStock)
  const parts = await call.tx.query<Part & { is_movable: boolean }>(sql`
    select r.no, b.balance_id::text, r.work_qty::text, r.to_cell_cd, r.priority, r.due_at,
      ${isMovable(call)} is_movable
    from ${rows} join stock_balance b on b.balance_id = r.balance_id::bigint ${joinPlace}
    where b.qty > 0 and ${isInScope(call)} order by r.no`)
  const found = new Map(parts.map((part) => [part.no, part]))
  const errors = call.rows.flatMap(({ no }): RowError[] => {
    if (found.get(no)?.is_movable) return []
    return [{ row: no, column: 'WORK_QTY', text: found.has(no) ? notMovable : noStock }]
  })
  if (errors.length) throw conflictingRows(errors)
  return parts
}

/**
 * Earliest expiry date first, as in allocation. A second row of an item uses the stock left by the
 * first one.
 */
async function partsOfItems(call: SaveCall): Promise<Part[]> {
  const rows = toRecordset(call, createMove)
  const free = sql`(b.qty - b.alloc_qty - b.pick_qty)`
  const parts = await call.tx.query<Part & { free_qty: string }>(sql`
    with wish as (
      select r.*, sum(r.work_qty) over (partition by r.owner_cd, r.stock_cd, r.from_cell_cd
        order by r.no) to_qty from ${rows}),
    source as (
      select b.balance_id, b.owner_cd, b.stock_cd, b.cell_cd, ${free} qty, sum(${free}) over (
        partition by b.owner_cd, b.stock_cd, b.cell_cd
        order by lot.valid_dt nulls last, lot.received_dt, b.balance_id) to_qty
      from stock_balance b ${joinPlace}
      where ${isInScope(call)} and ${free} > 0 and ${isMovable(call)}
        and (b.owner_cd, b.stock_cd, b.cell_cd)
          in (select owner_cd, stock_cd, from_cell_cd from wish))
    select w.no, s.balance_id::text, w.to_cell_cd, w.priority, w.due_at,
      (least(w.to_qty, s.to_qty) - greatest(w.to_qty - w.work_qty, s.to_qty - s.qty))::text work_qty,
      coalesce(sum(least(w.to_qty, s.to_qty) - greatest(w.to_qty - w.work_qty, s.to_qty - s.qty))
        over (partition by w.no), 0)::text free_qty
    from wish w left join source s
      on (s.owner_cd, s.stock_cd, s.cell_cd) = (w.owner_cd, w.stock_cd, w.from_cell_cd)
      and s.to_qty - s.qty < w.to_qty and w.to_qty - w.work_qty < s.to_qty
    order by w.no, s.to_qty`)
  const found = new Map(parts.map((part) => [part.no, Number(part.free_qty)]))
  const errors = call.rows.flatMap(({ no, values }): RowError[] => {
    const qty = found.get(no) ?? 0
    if (qty >= Number(values['WORK_QTY'])) return []
    return [{ row: no, column: 'WORK_QTY', text: insufficientStock(qty, null) }]
  })
  if (errors.length) throw invalidRows(errors)
  return parts
}

async function createTasks(
  call: SaveCall,
  procedure: Procedure,
  findParts: (call: SaveCall) => Promise<Part[]>,
): Promise<SaveResult> {
  await rejectClosedTargets(call, toRecordset(call, procedure))
  // The first search finds the stock to lock. The second one reads its quantities under the lock.
  const sources = await findParts(call)
  await lockBalances(
    call.tx,
    sources.map(({ balance_id }) => Number(balance_id)),
  )
  const parts = await findParts(call)
  const moved = await rehearseMove(call, parts)
  const inserted = await call.tx.query<{ task_no: string }>(sql`
    with made as (
      insert into move_task (wcode, cause_cd, priority, due_at, owner_cd, stock_cd, from_balance_id,
        to_cell_cd, qty, created_by, updated_by)
      select b.wcode, 'HAND', coalesce(r.priority, 5),
        to_timestamp(r.due_at, 'YYYYMMDDHH24MISS')::timestamp at time zone 'Asia/Seoul',
        b.owner_cd, b.stock_cd, b.balance_id, r.to_cell_cd, r.work_qty, ${call.userId},
        ${call.userId}
      from ${partRows(parts)} order by r.no, b.balance_id
      returning task_no, from_balance_id, qty),
    allocated as (
      insert into allocation (task_no, balance_id, alloc_qty, created_by)
      select task_no, from_balance_id, qty, ${call.userId} from made order by task_no)
    select task_no::text from made order by task_no`)
  const [first] = call.rows
  const rows = inserted.map(({ task_no }) => ({
    ROW: first?.no ?? 1,
    KIND_CD: 'MOVE',
    REF_NO: task_no,
    STATE_CD: moveTaskStatus.waiting,
  }))
  return { ...moved, rows }
}

export const moveTaskHandlers: readonly Handler[] = [
  handleProcedure(createMoveOfStock, (call) => createTasks(call, createMoveOfStock, partsOfStock)),
  handleProcedure(createMove, (call) => createTasks(call, createMove, partsOfItems)),
  ...cancelHandlers,
]
