import sql, { join, type Sql } from 'sql-template-tag'
import { countStatus } from '#areas/inventory/rules/count-status.ts'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { hasOnlyOwnLines } from '#areas/inventory/server/count-jobs.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { isNetPick, netPicks } from '#areas/outbound/server/net-records.ts'
import { handleQuery, type Handler, type QueryCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { myTasks, openTasks, taskBoard } from '../operations/tasks.ts'
import { grantedKinds, taskRows, withinOwners } from './task-rows.ts'

/** Tasks without a due time come after those with one. */
const urgentFirst = `v.priority, v.due_at nulls last, v.zone_seq nulls last, v.pick_seq nulls last,
  v.cell_cd, v.kind_cd, v.ref_no`

/** The caller's own claims first, then unclaimed tasks. */
const myTasksHandler = handleQuery(
  myTasks,
  `v.user_id nulls last, ${urgentFirst}`,
  (call) => sql`
    select t.* from (${taskRows(call)}) t where coalesce(t.user_id, ${call.userId}) = ${call.userId}
      and coalesce(t.for_user, ${call.userId}) = ${call.userId}`,
)

const openTasksHandler = handleQuery(openTasks, `v.kind_cd, ${urgentFirst}`, taskRows)

/** Finished tasks of the current date by kind. Reversed work is not finished. */
const selectDoneToday = (call: QueryCall): Sql => {
  const { wcode } = call.scope
  const since = sql`day_end(${call.today}::date - 1)`
  const parts = [
    sql`select 'PUT' kind_cd, count(*) n from stock_movement m
      join stock_balance b on b.balance_id = m.from_balance_id
      join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd and c.cell_type_cd = 'DOCK'
      where m.wcode = ${wcode} and m.posted_at >= ${since} and m.movement_cd = 'MOVE'
        and ${isMovementInEffect} and ${withinOwners(call, sql`m.owner_cd`)}`,
    sql`select 'MOVE', count(*) from move_task t
      where t.wcode = ${wcode} and t.updated_at >= ${since}
        and t.state_cd in (${quoteCodes([moveTaskStatus.done, moveTaskStatus.short])})
        and ${withinOwners(call, sql`t.owner_cd`)}`,
    sql`select 'PICK', count(distinct a.shipment_no) from (${netPicks}) r
      join allocation a using (alloc_id) join shipment s on s.shipment_no = a.shipment_no
      where r.wcode = ${wcode} and r.pick_dt = ${call.today}::date and ${isNetPick}
        and ${withinOwners(call, sql`s.owner_cd`)}
        and not exists (select from allocation o where o.shipment_no = a.shipment_no
          and o.alloc_qty > 0)`,
    sql`select 'COUNT', count(*) from count_job j
      where j.wcode = ${wcode} and j.updated_at >= ${since}
        and j.state_cd in (${quoteCodes([countStatus.counted, countStatus.closed])})
        and ${hasOnlyOwnLines(call.scope)}`,
    sql`select 'RETURN', count(distinct g.receipt_no) from return_grade g
      join receipt r using (receipt_no)
      where r.wcode = ${wcode} and g.graded_at >= ${since} and ${withinOwners(call, sql`r.owner_cd`)}
        and not exists (select from return_lot q where q.receipt_no = g.receipt_no
          and q.arrived_qty > q.graded_qty)`,
  ]
  return join(parts, ' union all ')
}

const taskBoardHandler = handleQuery(
  taskBoard,
  'v.place',
  (call) => sql`
    select k.kind_cd, k.place, ${call.scope.wcode}::text wcode, count(t.kind_cd)::int open_count,
      count(t.user_id)::int claimed_count,
      (count(*) filter (where t.overdue_yn = 'Y'))::int overdue_count,
      coalesce(max(d.n), 0)::int done_count
    from (select kind_cd, row_number() over () place from (${grantedKinds(call)}) g) k
    left join (${taskRows(call)}) t on t.kind_cd = k.kind_cd
    left join (${selectDoneToday(call)}) d on d.kind_cd = k.kind_cd
    group by k.kind_cd, k.place`,
)

export const taskHandlers: readonly Handler[] = [myTasksHandler, openTasksHandler, taskBoardHandler]
