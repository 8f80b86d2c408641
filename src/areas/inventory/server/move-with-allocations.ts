import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import { loosePieces, unitQty } from './face-units.ts'
import { changeStock, type Part, type StockWork } from './work-engine.ts'

/** Rows `r` have a `task_no`; one row per task. */
interface AllocatedMove extends StockWork {
  readonly take: Sql
}

interface ReducedTask extends Record<string, unknown> {
  readonly no: number
  readonly task_no: string
  readonly balance_id: string
  readonly qty: string
  readonly travel: string
}

/** An allocation, or a part of it, that moves with its stock. */
interface MovingAllocation extends Record<string, unknown> {
  readonly no: number
  readonly alloc_id: number
  readonly shipment_no: string
  readonly line_no: number
  readonly travel_qty: string
}

/**
 * Moves stock that is allocated to tasks, together with the shipments' allocations of that stock.
 * Balances and allocations change in one transaction.
 */
export async function moveWithAllocations(
  call: SaveCall,
  work: AllocatedMove,
): Promise<SaveResult> {
  let moving: readonly MovingAllocation[] = []
  return changeStock(call, {
    ...work,
    release: async () => {
      moving = await findMovingAllocations(call, await reduceTasks(call, work))
      if (moving.length === 0) return
      await call.tx.execute(sql`
        update allocation a set alloc_qty = a.alloc_qty - w.qty
        from (select alloc_id, sum(travel_qty) qty from ${movingRows(moving)} group by 1) w
        where a.alloc_id = w.alloc_id`)
    },
    follow: async (parts) => {
      if (moving.length > 0) await moveAllocations(call, moving, parts)
    },
  })
}

const movingRows = (moving: readonly MovingAllocation[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(moving)}::jsonb) as w(no integer, alloc_id bigint,
    shipment_no text, line_no integer, travel_qty numeric)`

/**
 * Rows with their task, the moved quantity and its part that is allocated to shipments. That part
 * moves first, because shipments wait for it.
 */
const selectMoves = (work: AllocatedMove): Sql => sql`
  select r.no, t.task_no, b.balance_id, ${work.take} qty, least(${work.take}, t.travel_qty) travel
  from ${work.from} join move_task t on t.task_no = r.task_no::bigint`

const taskChangedErrors = ({ rows }: SaveCall): RowError[] =>
  rows.map(({ no }) => ({
    row: no,
    text: label(
      '그 사이 변경된 이동작업입니다. 다시 스캔하세요.',
      'The move task has changed in the meantime. Scan again.',
    ),
  }))

/** Counts the moves as done and releases the stock allocated to their tasks. */
async function reduceTasks(call: SaveCall, work: AllocatedMove): Promise<readonly ReducedTask[]> {
  const loads = await call.tx.query<ReducedTask>(sql`
    select m.no, m.task_no, m.balance_id, m.qty::text, m.travel::text from (${selectMoves(work)}) m`)
  const load = sql`jsonb_to_recordset(${JSON.stringify(loads)}::jsonb)
    as m(no integer, task_no bigint, balance_id bigint, qty numeric, travel numeric)`
  const counted = await call.tx.execute(sql`
    update move_task t set done_qty = t.done_qty + m.qty, travel_qty = t.travel_qty - m.travel,
      state_cd = case when t.done_qty + m.qty = t.qty then ${moveTaskStatus.done} else t.state_cd end,
      updated_by = ${call.userId}, updated_at = clock_timestamp()
    from ${load} where t.task_no = m.task_no and t.state_cd = ${moveTaskStatus.waiting}
      and t.from_balance_id = m.balance_id and t.done_qty + m.qty <= t.qty`)
  if (counted !== call.rows.length) throw conflictingRows(taskChangedErrors(call))
  await call.tx.execute(sql`
    update allocation a set alloc_qty = a.alloc_qty - (m.qty - m.travel)
    from ${load} where a.task_no = m.task_no and a.balance_id = m.balance_id`)
  return loads
}

/**
 * Allocations that move with the stock. Takes those at each source in this order: not on a picking
 * list, pieces before whole units, then by date.
 */
function findMovingAllocations(
  call: SaveCall,
  loads: readonly ReducedTask[],
): Promise<MovingAllocation[]> {
  return call.tx.query<MovingAllocation>(sql`
    with load as (
      select m.*, sum(m.travel) over (partition by m.balance_id order by m.no) to_qty
      from jsonb_to_recordset(${JSON.stringify(loads)}::jsonb)
        as m(no integer, task_no bigint, balance_id bigint, travel numeric)),
    slice as (
      select a.alloc_id, a.balance_id, a.shipment_no, a.line_no, x.qty,
        sum(x.qty) over (partition by a.balance_id order by s.listed_at is not null, x.turn,
          s.shipment_dt, a.alloc_id) to_qty
      from (select distinct balance_id from load) l
      join allocation a on a.balance_id = l.balance_id and a.alloc_qty > 0
      join shipment s on s.shipment_no = a.shipment_no
      join stock_balance b on b.balance_id = a.balance_id
      cross join lateral (select coalesce(max(${unitQty}), 1) unit from pick_face f
        join stock k on k.owner_cd = f.owner_cd and k.stock_cd = f.stock_cd
        where (f.wcode, f.owner_cd, f.stock_cd) = (b.wcode, b.owner_cd, b.stock_cd)) u
      cross join lateral (values (1, ${loosePieces(sql`a.alloc_qty`, sql`u.unit`)}),
        (2, a.alloc_qty - ${loosePieces(sql`a.alloc_qty`, sql`u.unit`)})) x(turn, qty)
      where x.qty > 0)
    select l.no, s.alloc_id, s.shipment_no, s.line_no,
      sum(least(l.to_qty, s.to_qty) - greatest(l.to_qty - l.travel, s.to_qty - s.qty))::text travel_qty
    from load l join slice s on s.balance_id = l.balance_id
      and s.to_qty - s.qty < l.to_qty and l.to_qty - l.travel < s.to_qty
    where l.travel > 0
    group by 1, 2, 3, 4 order by 2, 1`)
}

/** Allocates the moved stock to the shipments again, in the target cell. */
async function moveAllocations(
  call: SaveCall,
  moving: readonly MovingAllocation[],
  parts: readonly Part[],
): Promise<void> {
  const targets = parts.map(({ no, to_balance_id }) => ({ no, to_balance_id }))
  await call.tx.execute(sql`
    insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
    select w.shipment_no, w.line_no, p.to_balance_id, sum(w.travel_qty), max(a.created_by)
    from ${movingRows(moving)}
    join jsonb_to_recordset(${JSON.stringify(targets)}::jsonb)
      as p(no integer, to_balance_id bigint) on p.no = w.no
    join allocation a on a.alloc_id = w.alloc_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (shipment_no, line_no, balance_id)
      do update set alloc_qty = allocation.alloc_qty + excluded.alloc_qty`)
}
