import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { TaskKind } from '#areas/inventory/rules/task-kinds.ts'
import { countStatus } from '#areas/inventory/rules/count-status.ts'
import { hasOnlyOwnLines } from '#areas/inventory/server/count-jobs.ts'
import { isCountedPart } from '#areas/inventory/server/count-moves.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { netPicks } from '#areas/outbound/server/net-records.ts'
import { netGrades } from '#areas/returns/server/net-grades.ts'
import { handleQuery, type QueryCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { getSearchedDates } from '#server/engine/searched-dates.ts'
import { claimedWork } from '../operations/claimed-work.ts'
import { withinOwners } from './task-rows.ts'

/** Claims of the searched dates. `record_no` is the number of a balance or move task. */
function selectClaims({ scope, search }: QueryCall): Sql {
  const [first, last] = getSearchedDates(claimedWork.search.WORK_DT, search['WORK_DT']) ?? [
    null,
    null,
  ]
  return sql`
    select c.*, least(c.ended_at, c.until_at) end_at,
      case when c.kind_cd in ('PUT', 'MOVE') then c.ref_no::bigint end record_no
    from claim c where c.wcode = ${scope.wcode}
      ${first ? sql`and c.claimed_at >= day_end(${first}::date - 1)` : empty}
      ${last ? sql`and c.claimed_at < day_end(${last}::date)` : empty}`
}

const isDuringClaim = (by: Sql, at: Sql): Sql =>
  sql`${by} = c.user_id and ${at} between c.claimed_at and c.end_at`

/** Two tasks can have the same source and target; a movement counts for the task claimed last. */
const moves = sql`
  select distinct on (m.movement_no) c.claim_no, m.owner_cd, m.stock_cd, m.qty
  from made c join move_task t on t.task_no = c.record_no
  join stock_movement m on m.from_balance_id = t.from_balance_id and m.movement_cd = 'MOVE'
  join stock_balance b on b.balance_id = m.to_balance_id and b.cell_cd = t.to_cell_cd
  where c.kind_cd = 'MOVE' and ${isDuringClaim(sql`m.user_id`, sql`m.posted_at`)} and ${isMovementInEffect}
  order by m.movement_no, c.claimed_at desc`

/** Pieces processed during the claims `made`, without those reversed since. */
const doneByKind: Readonly<Record<TaskKind, Sql>> = {
  PUT: sql`
    select c.claim_no, m.owner_cd, m.stock_cd, m.qty
    from made c join stock_movement m on m.from_balance_id = c.record_no and m.movement_cd = 'MOVE'
    where c.kind_cd = 'PUT' and ${isDuringClaim(sql`m.user_id`, sql`m.posted_at`)} and ${isMovementInEffect}`,
  MOVE: sql`(${moves})`,
  PICK: sql`
    select c.claim_no, b.owner_cd, b.stock_cd, r.standing_qty
    from made c join allocation a on a.shipment_no = c.ref_no join stock_balance b using (balance_id)
    join (${netPicks}) r on r.alloc_id = a.alloc_id
    where c.kind_cd = 'PICK' and ${isDuringClaim(sql`r.user_id`, sql`r.picked_at`)} and r.standing_qty > 0`,
  COUNT: sql`
    select c.claim_no, l.owner_cd, b.stock_cd, p.qty
    from made c join count_job j on j.job_no = c.ref_no
    join count_line l on l.job_no = j.job_no join stock_balance b using (balance_id)
    join count_part p on p.job_no = l.job_no and p.line_no = l.line_no
    where c.kind_cd = 'COUNT' and ${isDuringClaim(sql`p.user_id`, sql`p.counted_at`)}
      and ${isCountedPart} and j.state_cd <> ${quoteCodes(countStatus.cancelled)}`,
  RETURN: sql`
    select c.claim_no, l.owner_cd, l.stock_cd, r.standing_qty
    from made c join (${netGrades}) r on r.receipt_no = c.ref_no
    join lot l on l.lot_id = r.lot_id
    where c.kind_cd = 'RETURN' and ${isDuringClaim(sql`r.user_id`, sql`r.graded_at`)} and r.standing_qty > 0`,
}

/** Owner and, if there is only one, item of each claimed record. A count can have several owners. */
const records = sql`
  left join stock_balance b on c.kind_cd = 'PUT' and b.balance_id = c.record_no
  left join move_task t on c.kind_cd = 'MOVE' and t.task_no = c.record_no
  left join shipment s on c.kind_cd = 'PICK' and s.shipment_no = c.ref_no
  left join receipt r on c.kind_cd = 'RETURN' and r.receipt_no = c.ref_no
  left join count_job j on c.kind_cd = 'COUNT' and j.job_no = c.ref_no
  left join lateral (select min(owner_cd) owner_cd from count_line where job_no = j.job_no
    having min(owner_cd) = max(owner_cd)) q on true
  cross join lateral (select coalesce(b.owner_cd, t.owner_cd, s.owner_cd, r.owner_cd, q.owner_cd)
    owner_cd, coalesce(b.stock_cd, t.stock_cd) stock_cd) o`

export const claimedWorkHandler = handleQuery(
  claimedWork,
  'v.work_dt, v.user_id, v.claimed_at, v.ref_no',
  (call) => sql`
    with made as (${selectClaims(call)}),
    pieces as (
      select d.claim_no, sum(case when is_whole_unit(k.unit_cd) then d.qty else 1 end) qty
      from (${join(Object.values(doneByKind), ' union all ')}) d
      join stock k on k.owner_cd = d.owner_cd and k.stock_cd = d.stock_cd group by 1)
    select c.wcode, warehouse_day(c.claimed_at) work_dt, u.user_id, u.user_nm, c.kind_cd, c.ref_no,
      o.owner_cd, o.stock_cd, c.claimed_at, c.seen_at, coalesce(p.qty, 0) qty,
      round(c.busy_seconds / 3600, 4) hours
    from made c left join pieces p on p.claim_no = c.claim_no
    left join app_user u on u.user_id = c.user_id and ${call.scope.owners === null} ${records}
    where (c.busy_seconds > 0 or p.qty > 0)
      and (${withinOwners(call, sql`o.owner_cd`)}
        or (c.kind_cd = 'COUNT' and ${hasOnlyOwnLines(call.scope)}))`,
)
