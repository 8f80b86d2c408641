import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { conflictingRows } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import {
  finishReplenish,
  replenishLines,
  replenishSources,
} from '../operations/replenish-station.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import { endClaims } from './claims.ts'
import { replenishScanHandler } from './replenish-scan.ts'
import { scannedQty } from './replenish-serials.ts'
import { isInScope, lockBalances } from './work-engine.ts'

/** All tasks with the stock they move. A claimed task is in progress. */
const taskRows = sql`
  select t.task_no::text task_no, t.wcode, t.cause_cd, t.priority, t.due_at,
    case when t.state_cd = ${moveTaskStatus.waiting}
      and is_claimed(t.wcode, 'MOVE', t.task_no::text)
      then ${moveTaskStatus.claimed} else t.state_cd end state_cd,
    b.cell_cd from_cell_cd, t.owner_cd, t.stock_cd, k.stock_nm, k.barcode, l.lot_no, l.valid_dt,
    t.to_cell_cd, t.qty, t.done_qty,
    case when t.state_cd = ${moveTaskStatus.waiting} then t.qty - t.done_qty else 0 end rest_qty,
    t.travel_qty, ${scannedQty} serial_qty, t.cancel_reason, t.created_by, t.created_at, t.updated_at
  from move_task t
  join stock_balance b on b.balance_id = t.from_balance_id
  join lot l on l.lot_id = b.lot_id
  join stock k on k.owner_cd = t.owner_cd and k.stock_cd = t.stock_cd`

/** Open tasks, and those done in the last hours, which the station shows as finished. */
const replenishLinesHandler = handleQuery(
  replenishLines,
  'v.priority, v.due_at, v.valid_dt, v.task_no::bigint',
  () => sql`
    select t.* from (${taskRows}) t where t.rest_qty > 0
      or (t.state_cd = ${moveTaskStatus.done} and t.updated_at > now() - interval '12 hours')`,
)

/** Cells that open tasks start from, and cells with other stock of the same items. */
const replenishSourcesHandler = handleQuery(
  replenishSources,
  'v.priority, v.from_cell_cd',
  ({ scope: { wcode, owners } }) => sql`
    select ${wcode}::text wcode, b.cell_cd from_cell_cd, min(t.priority) priority,
      count(*) filter (where t.from_balance_id = b.balance_id)::int task_count,
      coalesce(sum(t.qty - t.done_qty) filter (where t.from_balance_id = b.balance_id), 0) rest_qty
    from move_task t join stock_balance b on b.wcode = t.wcode and b.owner_cd = t.owner_cd
      and b.stock_cd = t.stock_cd and b.qty > b.pick_qty and b.cell_cd <> t.to_cell_cd
    where t.wcode = ${wcode} and t.state_cd = ${moveTaskStatus.waiting}
      and (${owners === null} or t.owner_cd = any(${[...(owners ?? [])]}::text[]))
    group by b.cell_cd`,
)

const refillShort = label('보충 부족', 'Short refill')

/**
 * Finishes the tasks that the user has started in this cell. Withholds stock that was not found for
 * a count, and plans the face again.
 */
const finishReplenishHandler = handleProcedure(finishReplenish, async (call) => {
  const from = String(call.rows[0]?.values['FROM_CELL_CD'])
  const begun = sql`select t.task_no, t.from_balance_id, t.qty - t.done_qty rest
    from move_task t join stock_balance b on b.balance_id = t.from_balance_id
    join claim c on c.wcode = t.wcode and c.kind_cd = 'MOVE' and c.ref_no = t.task_no::text
      and c.user_id = ${call.userId} and c.ended_at is null and c.until_at > clock_timestamp()
    where t.state_cd = ${moveTaskStatus.waiting} and b.cell_cd = ${from} and ${isInScope(call)}`
  const balances = await call.tx.query<{ id: number }>(sql`
    select x.from_balance_id id from (${begun}) x`)
  await lockBalances(
    call.tx,
    balances.map(({ id }) => id),
  )
  const short = await call.tx.query<{ task_no: string }>(sql`
    select x.task_no::text task_no from (${begun}) x order by 1`)
  const numbers = short.map(({ task_no }) => task_no)
  if (numbers.length === 0) {
    const text = label('진행 중인 보충작업이 없습니다.', 'No refill task is in progress here.')
    throw conflictingRows(call.rows.map(({ no }) => ({ row: no, text, column: 'FROM_CELL_CD' })))
  }
  await call.tx.execute(sql`
    with recorded as (
      insert into pick_record (wcode, alloc_id, pick_qty, short_qty, reason, user_id, pick_dt)
      select ${call.scope.wcode}, a.alloc_id, 0, x.rest, ${refillShort[call.language]}, ${call.userId},
        ${call.today}::date
      from (${begun}) x join allocation a on a.task_no = x.task_no
        and a.balance_id = x.from_balance_id order by a.alloc_id
      returning pick_no, alloc_id)
    insert into missing_stock (pick_no, balance_id)
    select r.pick_no, a.balance_id from recorded r join allocation a using (alloc_id)
    join stock_balance b on b.balance_id = a.balance_id and b.qty > b.pick_qty order by 1`)
  await call.tx.execute(sql`
    update allocation set alloc_qty = 0
    where task_no = any(${numbers}::bigint[]) and alloc_qty > 0`)
  await call.tx.execute(sql`
    update move_task set state_cd = ${moveTaskStatus.short}, travel_qty = 0,
      updated_by = ${call.userId}, updated_at = clock_timestamp()
    where task_no = any(${numbers}::bigint[])`)
  await endClaims(call, 'MOVE', numbers)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(numbers.length)}건을 부족완료했습니다. 셀을 실사하고 다시 계획하세요.`,
      `${formatCount(numbers.length, 'task')} completed short. Count the cell and plan again.`,
    ),
  }
})

export const replenishStationHandlers: readonly Handler[] = [
  replenishLinesHandler,
  replenishSourcesHandler,
  replenishScanHandler,
  finishReplenishHandler,
]
