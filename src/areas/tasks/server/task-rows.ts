import sql, { join, type Sql } from 'sql-template-tag'
import { toOperationGrant } from '#kernel/operation.ts'
import { countStepFrom } from '#areas/inventory/rules/count-status.ts'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { countedLines, hasOnlyOwnLines, linesToCount } from '#areas/inventory/server/count-jobs.ts'
import { stockAtDocks } from '#areas/inventory/server/put-away.ts'
import { shipmentStepFrom } from '#areas/outbound/rules/shipment-status.ts'
import { returnStepFrom } from '#areas/returns/rules/return-status.ts'
import { callGrantedSql } from '#server/auth/grants.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { selectWarehouses } from '#server/auth/session.ts'
import type { QueryCall, SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { taskOperations } from '../operations/task-operations.ts'
import { taskKinds, type TaskKind } from '#areas/inventory/rules/task-kinds.ts'

type AnyCall = QueryCall | SaveCall

/** Condition on a column of owner codes. */
export const withinOwners = ({ scope: { owners } }: AnyCall, column: Sql): Sql =>
  sql`(${owners === null} or ${column} = any(${[...(owners ?? [])]}::text[]))`

/** Priority of tasks that have none, equal to the default of move tasks. */
const usualPriority = 5

/** A date is due at its last second. */
const endOfDay = (date: Sql): Sql => sql`day_end(${date}) - interval '1 second'`

const selectPutAwayTasks = (call: AnyCall): Sql => sql`
  select 'PUT' kind_cd, b.balance_id::text ref_no, b.owner_cd, b.stock_cd, k.stock_nm target,
    b.cell_cd, null::text to_cell_cd, b.qty, ${usualPriority}::int priority,
    null::timestamptz due_at, b.lot_no, nullif(b.pallet_no, '') pallet_no, null::text for_user
  from (${stockAtDocks(call.scope.wcode)}) b
  join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
  where ${withinOwners(call, sql`b.owner_cd`)}`

const selectMoveTasks = (call: AnyCall): Sql => sql`
  select 'MOVE', t.task_no::text, t.owner_cd, t.stock_cd, k.stock_nm, b.cell_cd, t.to_cell_cd,
    t.qty - t.done_qty, t.priority, t.due_at, l.lot_no, nullif(b.pallet_no, ''), null
  from move_task t
  join stock_balance b on b.balance_id = t.from_balance_id
  join lot l on l.lot_id = b.lot_id
  join stock k on k.owner_cd = t.owner_cd and k.stock_cd = t.stock_cd
  where t.wcode = ${call.scope.wcode} and t.state_cd = ${moveTaskStatus.waiting}
    and ${withinOwners(call, sql`t.owner_cd`)}`

const selectPickTasks = (call: AnyCall): Sql => sql`
  select 'PICK', s.shipment_no, s.owner_cd, null, o.ship_to_nm, a.cell_cd, null, a.qty,
    ${usualPriority}::int, ${endOfDay(sql`s.shipment_dt`)}, null, null, null
  from shipment s
  left join ship_to o on o.owner_cd = s.owner_cd and o.ship_to_cd = s.ship_to_cd
  cross join lateral (
    select sum(a.alloc_qty) qty, (array_agg(b.cell_cd order by z.pick_seq, c.pick_seq, b.cell_cd))[1] cell_cd
    from allocation a join stock_balance b using (balance_id)
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where a.shipment_no = s.shipment_no and a.alloc_qty > 0) a
  where s.wcode = ${call.scope.wcode} and s.state_cd in (${quoteCodes(shipmentStepFrom.pick)})
    and a.qty > 0 and ${withinOwners(call, sql`s.owner_cd`)}`

/** A count assigned to a user is a task of only that user while they work in the warehouse. */
const selectCountTasks = (call: AnyCall): Sql => sql`
  select 'COUNT', j.job_no, null, null, j.target, q.cell_cd, null, null, ${usualPriority}::int,
    ${endOfDay(sql`j.count_dt`)}, null, null, u.user_id
  from count_job j
  left join app_user u on lower(u.user_id) = lower(j.assigned_to) and u.use_yn = 'Y'
    and j.wcode in (${selectWarehouses(sql`u.user_id`)})
  left join lateral (
    select q.cell_cd from (${countedLines}) q where q.job_no = j.job_no and ${linesToCount}
    order by case q.recount_yn when 'Y' then q.recount_qty else q.count_qty end is not null,
      q.pick_seq, q.cell_cd limit 1) q on true
  where j.wcode = ${call.scope.wcode} and j.state_cd in (${quoteCodes(countStepFrom.count)})
    and ${hasOnlyOwnLines(call.scope)}`

/**
 * First cell with stock of lot part `q` of return `r` in inspection: where it arrived, if any is
 * left there.
 */
const inspectedIn = sql`left join lateral (
  select b.cell_cd, exists (select from stock_movement m where m.movement_cd = 'RECEIPT'
      and m.doc_no = q.receipt_no and m.to_balance_id = b.balance_id) is_first
  from stock_balance b
  where b.wcode = r.wcode and b.lot_id = q.lot_id and b.condition_cd = 'INSPECT' and b.qty > 0
  order by 2 desc, 1 limit 1) b on true`

const selectInspectionTasks = (call: AnyCall): Sql => sql`
  select 'RETURN', r.receipt_no, r.owner_cd, null, w.owner_nm, q.cell_cd, null, q.qty,
    ${usualPriority}::int, ${endOfDay(sql`r.receipt_dt`)}, null, null, null
  from receipt r
  join return_order o using (receipt_no)
  join owner w on w.owner_cd = r.owner_cd
  cross join lateral (
    select sum(q.arrived_qty - q.graded_qty) qty, (array_agg(b.cell_cd
        order by b.is_first desc, b.cell_cd) filter (where q.arrived_qty > q.graded_qty))[1] cell_cd
    from return_lot q ${inspectedIn} where q.receipt_no = r.receipt_no) q
  where r.wcode = ${call.scope.wcode} and r.order_kind_cd = 'RETURN'
    and return_state(r, o) in (${quoteCodes(returnStepFrom.inspect)}) and q.qty > 0
    and ${withinOwners(call, sql`r.owner_cd`)}`

const taskQueries: Readonly<Record<TaskKind, (call: AnyCall) => Sql>> = {
  PUT: selectPutAwayTasks,
  MOVE: selectMoveTasks,
  PICK: selectPickTasks,
  COUNT: selectCountTasks,
  RETURN: selectInspectionTasks,
}

/** Kinds of work, each with the operation that does it. */
const kinds = sql`jsonb_to_recordset(${JSON.stringify(
  taskKinds.map((kind) => ({
    kind_cd: kind,
    routes: grantingRoutes(taskOperations[kind]),
    action: taskOperations[kind].action,
    alone: toOperationGrant(taskOperations[kind]),
  })),
)}::jsonb) as op(kind_cd text, routes text[], action text, alone text)`

/** Kinds of work that the caller can do. */
export const grantedKinds = ({ userId }: Pick<AnyCall, 'userId'>): Sql =>
  sql`select op.kind_cd from ${kinds} where ${callGrantedSql(userId)}`

/** Open tasks with the current claim of each. */
export const taskRows = (call: AnyCall): Sql => sql`
  select t.*, ${call.scope.wcode}::text wcode, z.pick_seq zone_seq, c.pick_seq,
    case when t.due_at < clock_timestamp() then 'Y' else 'N' end overdue_yn,
    m.user_id, m.claimed_at, m.until_at
  from (${join(
    taskKinds.map((kind) => taskQueries[kind](call)),
    ' union all ',
  )}) t
  left join cell c on c.wcode = ${call.scope.wcode} and c.cell_cd = t.cell_cd
  left join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
  left join claim m on m.wcode = ${call.scope.wcode} and m.kind_cd = t.kind_cd
    and m.ref_no = t.ref_no and m.ended_at is null and m.until_at > clock_timestamp()
  where t.kind_cd in (${grantedKinds(call)})`
