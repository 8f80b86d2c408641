import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { outcomeText } from '#kernel/outcome-text.ts'
import { conflictingRows } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
} from '#server/engine/handler.ts'
import {
  finishReplenish,
  replenishLines,
  replenishSources,
} from '../operations/replenish-station.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import { closeTasks } from './after-task.ts'
import { endClaims } from './claims.ts'
import { taskStop } from './is-movable.ts'
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

export const finishedTexts = {
  short: (tasks: number): Label =>
    label(
      `${formatCount(tasks)}건을 부족완료했습니다. 셀을 실사하고 다시 계획하세요.`,
      `${formatCount(tasks, 'task')} completed short. Count the cell and plan again.`,
    ),
  stopped: (tasks: number): Label =>
    label(
      `보류되거나 유통기한이 지난 재고의 작업 ${formatCount(tasks)}건을 취소했습니다.`,
      `${formatCount(tasks, 'task')} of held or expired stock cancelled.`,
    ),
} as const

interface BegunTask extends Record<string, unknown> {
  readonly task_no: string
  readonly is_stopped: boolean
}

/** Withholds the stock of tasks `x` that was not found, for a count. */
async function withholdMissing(call: SaveCall, begun: Sql): Promise<void> {
  await call.tx.execute(sql`
    with recorded as (
      insert into pick_record (wcode, alloc_id, pick_qty, short_qty, reason, user_id, pick_dt)
      select ${call.scope.wcode}, a.alloc_id, 0, x.rest, ${refillShort[call.language]}, ${call.userId},
        ${call.today}::date
      from (${begun}) x join allocation a on a.task_no = x.task_no
        and a.balance_id = x.from_balance_id
      where not x.is_stopped order by a.alloc_id
      returning pick_no, alloc_id)
    insert into missing_stock (pick_no, balance_id)
    select r.pick_no, a.balance_id from recorded r join allocation a using (alloc_id)
    join stock_balance b on b.balance_id = a.balance_id and b.qty > b.pick_qty order by 1`)
}

/**
 * Finishes the tasks that the user has started in this cell. Withholds stock that was not found for
 * a count, and plans the face again. Stock that was held or expired could not be moved, so its
 * tasks are closed without being short.
 */
const finishReplenishHandler = handleProcedure(finishReplenish, async (call) => {
  const from = String(call.rows[0]?.values['FROM_CELL_CD'])
  const begun = sql`select t.task_no, t.from_balance_id, t.qty - t.done_qty rest,
      ${taskStop(call, sql`t.cause_cd`)} is not null is_stopped
    from move_task t join stock_balance b on b.balance_id = t.from_balance_id
    join lot on lot.lot_id = b.lot_id
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join claim m on m.wcode = t.wcode and m.kind_cd = 'MOVE' and m.ref_no = t.task_no::text
      and m.user_id = ${call.userId} and m.ended_at is null and m.until_at > clock_timestamp()
    where t.state_cd = ${moveTaskStatus.waiting} and b.cell_cd = ${from} and ${isInScope(call)}`
  const balances = await call.tx.query<{ id: number }>(sql`
    select x.from_balance_id id from (${begun}) x`)
  await lockBalances(
    call.tx,
    balances.map(({ id }) => id),
  )
  const tasks = await call.tx.query<BegunTask>(sql`
    select x.task_no::text task_no, x.is_stopped from (${begun}) x order by x.task_no`)
  if (tasks.length === 0) {
    const text = label('진행 중인 보충작업이 없습니다.', 'No refill task is in progress here.')
    throw conflictingRows(call.rows.map(({ no }) => ({ row: no, text, column: 'FROM_CELL_CD' })))
  }
  const numbersOf = (isStopped: boolean) =>
    tasks.filter((task) => task.is_stopped === isStopped).map(({ task_no }) => task_no)
  const [short, stopped] = [numbersOf(false), numbersOf(true)]
  await withholdMissing(call, begun)
  await call.tx.execute(sql`
    update allocation set alloc_qty = 0
    where task_no = any(${short}::bigint[]) and alloc_qty > 0`)
  await call.tx.execute(sql`
    update move_task set state_cd = ${moveTaskStatus.short}, travel_qty = 0,
      updated_by = ${call.userId}, updated_at = clock_timestamp()
    where task_no = any(${short}::bigint[])`)
  await closeTasks(call, stopped)
  await endClaims(call, 'MOVE', [...short, ...stopped])
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: outcomeText(
      [short.length, finishedTexts.short(short.length)],
      [stopped.length, finishedTexts.stopped(stopped.length)],
    ),
  }
})

export const replenishStationHandlers: readonly Handler[] = [
  replenishLinesHandler,
  replenishSourcesHandler,
  replenishScanHandler,
  finishReplenishHandler,
]
