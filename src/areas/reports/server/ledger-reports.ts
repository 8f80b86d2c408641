import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { getSearchedDates } from '#server/engine/searched-dates.ts'
import { handleQuery, type QueryCall } from '#server/engine/handler.ts'
import { scopeConditions, searchConditions, whereAll } from '#server/engine/search-sql.ts'
import { selectWarehouses } from '#server/auth/session.ts'
import { lotTrace, workLines } from '../operations/ledger-reports.ts'
import { lotRelations } from '../rules/lot-relations.ts'
import { countStatus } from '#areas/inventory/rules/count-status.ts'
import { isCountedPart } from '#areas/inventory/server/count-moves.ts'
import { selectLotsMadeFrom } from '#areas/inventory/server/lot-lineage.ts'
import { reasonText } from '#areas/inventory/server/ledger-reasons.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { isNetPick, netPicks, netScans } from '#areas/outbound/server/net-records.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'

/** One row per movement of lot `l`, with the quantity into and out of the lot. */
const endsOfOneLot = sql`
  select e.movement_no, sum(e.in_qty) in_qty, sum(e.out_qty) out_qty from (
    select m.movement_no, m.qty in_qty, 0 out_qty
    from stock_balance b join stock_movement m on m.to_balance_id = b.balance_id
    where b.lot_id = l.lot_id
    union all
    select m.movement_no, 0, m.qty
    from stock_balance b join stock_movement m on m.from_balance_id = b.balance_id
    where b.lot_id = l.lot_id) e
  group by e.movement_no`

const { OWNER_CD, STOCK_CD, LOT_NO } = lotTrace.search
const lotFields = { OWNER_CD, STOCK_CD, LOT_NO }

/**
 * Selects the searched lots, the lots they were made from and the lots made from them, each with
 * one relation.
 */
function tracedLots({ search, scope, language }: QueryCall): Sql {
  const searched = whereAll([
    ...scopeConditions('owner', scope),
    ...searchConditions(lotFields, search),
  ])
  return sql`
    with recursive seed as (select v.lot_id from lot v ${searched}),
    source as (
      select lot_id from seed
      union
      select e.from_lot_id from source s join standing_lot_edge e on e.to_lot_id = s.lot_id),
    result as (${selectLotsMadeFrom(sql`select lot_id from seed`)})
    select distinct on (lot_id) lot_id, relation_nm from (
      select lot_id, 1 place, ${lotRelations.SEARCHED[language]}::text relation_nm from seed
      union all select lot_id, 2, ${lotRelations.SOURCE[language]} from source
      union all select lot_id, 3, ${lotRelations.RESULT[language]} from result) r
    order by lot_id, place`
}

/** A trace follows the owner's stock through all warehouses the caller works in. */
const lotTraceHandler = handleQuery(
  lotTrace,
  'v.owner_cd, v.stock_cd, v.lot_no, v.wcode, v.movement_no, v.in_qty',
  (call) =>
    // The running balance is per lot, which lets a search by lot use the ledger's index.
    sql`
      select d.relation_nm, m.movement_no, m.posted_at, m.wcode, l.owner_cd, l.stock_cd, s.stock_nm,
        s.unit_cd, l.lot_no, l.valid_dt, m.movement_cd, m.doc_no, m.doc_line,
        coalesce(p.supplier_nm, t.ship_to_nm) partner_nm, m.from_place_cd, f.cell_cd from_cell_cd,
        m.to_place_cd, g.cell_cd to_cell_cd, nullif(o.stock_cd, l.stock_cd) other_stock_cd,
        o.lot_no other_lot_no,
        e.in_qty, e.out_qty, sum(e.in_qty - e.out_qty) over (
          partition by m.wcode, l.owner_cd, l.stock_cd, l.lot_no order by m.movement_no, e.in_qty) rest_qty,
        ${reasonText('m.reason', call.language)} reason, m.user_id, m.reverses_no
      from (${tracedLots(call)}) d
      join lot l on l.lot_id = d.lot_id
      join lateral (${endsOfOneLot}) e on true
      join stock_movement m on m.movement_no = e.movement_no
      join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
      left join stock_balance f on f.balance_id = m.from_balance_id
      left join stock_balance g on g.balance_id = m.to_balance_id
      left join lot_edge c
        on coalesce(m.reverses_no, m.movement_no) in (c.movement_no, c.arrival_no)
      left join lot o
        on o.lot_id = case l.lot_id when c.from_lot_id then c.to_lot_id else c.from_lot_id end
      left join receipt r on m.movement_cd = 'RECEIPT' and r.receipt_no = m.doc_no
      left join supplier p on p.owner_cd = r.owner_cd and p.supplier_cd = r.supplier_cd
      left join shipment h on m.movement_cd = 'SHIPMENT' and h.shipment_no = m.doc_no
      left join ship_to t on t.owner_cd = h.owner_cd and t.ship_to_cd = h.ship_to_cd
      where m.wcode in (${selectWarehouses(sql`${call.userId}`)})`,
  ['STOCK_CD', 'LOT_NO'],
)

/** Search range as a timestamp condition that can use the index. */
function isInPeriod(column: string, { search }: QueryCall): Sql {
  const [first, last] = getSearchedDates(workLines.search.BUSINESS_DT, search['BUSINESS_DT']) ?? [
    null,
    null,
  ]
  const at = raw(column)
  const from = first ? sql` and ${at} >= day_end(${first}::date - 1)` : empty
  const to = last ? sql` and ${at} < day_end(${last}::date)` : empty
  return sql`${at} is not null${from}${to}`
}

const pickedWork = ({ scope }: QueryCall) => sql`
  select r.wcode, r.pick_dt, r.picked_at, r.user_id, 'PICK', b.owner_cd, b.stock_cd, a.shipment_no,
    r.standing_qty
  from (${netPicks}) r join allocation a using (alloc_id) join stock_balance b using (balance_id)
  where r.wcode = ${scope.wcode} and ${isNetPick} and a.task_no is null`

const checkedWork = ({ scope }: QueryCall) => sql`
  select r.wcode, r.check_dt, r.checked_at, r.user_id, 'CHECK', h.owner_cd, r.stock_cd,
    r.shipment_no, r.standing_qty
  from (${netScans}) r
  join shipment h on h.shipment_no = r.shipment_no and h.wcode = r.wcode
  where r.wcode = ${scope.wcode} and r.standing_qty > 0 and r.fault_ko is null`

/** Quantity that each user counted of a line, in its first count or its recount. */
const countedWork = (call: QueryCall) => sql`
  select j.wcode, warehouse_day(p.counted_at), p.counted_at, p.user_id, 'COUNT', l.owner_cd,
    b.stock_cd, l.job_no, p.qty
  from count_part p join count_line l using (job_no, line_no) join count_job j using (job_no)
  join stock_balance b using (balance_id)
  where ${isInPeriod('p.counted_at', call)} and ${isCountedPart}
    and j.state_cd <> ${quoteCodes(countStatus.cancelled)}`

/**
 * Excludes work that was undone later, and the undoing itself. Each part filters by its own date
 * column to use its index.
 */
const workLinesHandler = handleQuery(
  workLines,
  'v.user_id, v.done_at',
  (call) => sql`
    select d.wcode, d.business_dt, d.user_id, u.user_nm, d.work_cd, d.owner_cd, d.stock_cd, d.doc_no,
      d.done_at, d.qty, s.unit_cd,
      to_char(d.done_at at time zone 'Asia/Seoul', 'YYYY-MM-DD HH24') hour_no,
      to_char(d.done_at at time zone 'Asia/Seoul', 'HH24') hour_cd
    from (
      select wcode, warehouse_day(posted_at) business_dt, posted_at done_at, user_id,
        movement_cd work_cd, owner_cd, stock_cd, doc_no, qty
      from stock_movement m
      where wcode = ${call.scope.wcode} and ${isInPeriod('posted_at', call)} and ${isMovementInEffect}
      union all ${pickedWork(call)}
      union all ${checkedWork(call)}
      union all ${countedWork(call)}) d
    left join stock s on s.owner_cd = d.owner_cd and s.stock_cd = d.stock_cd
    left join app_user u on u.user_id = d.user_id`,
)

export const ledgerReportHandlers = [lotTraceHandler, workLinesHandler]
