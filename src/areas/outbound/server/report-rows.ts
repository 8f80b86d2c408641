import sql, { empty, type Sql } from 'sql-template-tag'
import {
  selectCancelledWork,
  selectCorrections,
  isOpen,
  selectPostedWork,
  type DocumentWork,
} from '#areas/inventory/server/document-work.ts'
import { stockRows } from '#areas/inventory/server/stock.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  cancelledShipments,
  checkScans,
  picks,
  shipmentWork,
  shippings,
  shortages,
} from '../operations/report-rows.ts'
import { shipmentStatus, shipmentStepFrom } from '../rules/shipment-status.ts'
import { isNetPick, netPicks, netScans } from './net-records.ts'

const work: DocumentWork = { movement: 'SHIPMENT', table: 'shipment' }

const isFull = sql`s.state_cd = ${quoteCodes(shipmentStatus.shipped)} and not exists (select from shipment_line f
  where f.shipment_no = s.shipment_no and f.ship_qty < f.order_qty)`
const isOnTime = sql`(s.shipped_at at time zone 'Asia/Seoul')::date <= s.shipment_dt`

/** False for a backorder of a stored shipment, whose stored lines contain all that was ordered. */
const isOrder = sql`(s.parent_no is null or ${isOpen(work, sql`s.parent_no`)})`

const openLines = sql`
  select l.shipment_no, l.line_no, s.wcode, l.owner_cd, l.stock_cd, s.shipment_dt, s.state_cd,
    case when ${isOrder} then l.order_qty - l.backorder_qty else 0 end order_qty, l.ship_qty,
    case when ${isOrder} then l.order_qty - l.alloc_qty - l.backorder_qty else 0 end short_qty,
    l.ship_cbm cbm, l.ship_kg kg,
    l.shipment_no doc_id, case when ${isFull} then s.shipment_no end full_id,
    case when ${isOnTime} then s.shipment_no end on_time_id
  from shipment_line l join shipment s using (shipment_no)
  where s.state_cd not in (${quoteCodes(shipmentStepFrom.skipReports)})
    and ${isOpen(work, sql`s.shipment_no`)}`

const closedLines = sql`
  select c.doc_no, c.line_no, c.wcode, c.owner_cd, c.stock_cd, c.plan_dt, c.state_cd, c.order_qty,
    c.done_qty, c.short_qty, c.cbm, c.weight_kg, c.doc_no,
    case when c.full_yn = 'Y' then c.doc_no end,
    case when c.done_dt <= c.plan_dt then c.doc_no end
  from closed_line c where c.movement_cd = 'SHIPMENT'`

const correctedLines = sql`
  select c.doc_no, c.line_no, c.wcode, c.owner_cd, c.stock_cd, c.business_dt, s.state_cd,
    0::numeric, c.qty, 0::numeric, c.cbm, c.kg, null::text, null::text, null::text
  from (${selectCorrections(work)}) c join shipment s on s.shipment_no = c.doc_no`

/** Names use outer joins, which lets the planner find the shipments first. */
const shipmentWorkHandler = handleQuery(
  shipmentWork,
  'v.shipment_dt desc, v.shipment_no desc, v.line_no, v.box_id nulls first',
  () => sql`
    select l.shipment_no, l.line_no, l.owner_cd, l.stock_cd, l.wcode, o.owner_nm, s.ship_to_cd,
      t.ship_to_nm, l.shipment_dt, s.owner_order_no, s.sample_yn, l.state_cd, k.stock_nm,
      k.unit_cd,
      case when x.box_no is null then l.order_qty else 0 end order_qty,
      case when x.box_no is null then l.ship_qty else 0 end ship_qty,
      case when x.box_no is null then l.short_qty else 0 end short_qty,
      case when x.box_no is null then l.cbm else 0 end cbm,
      case when x.box_no is null then nullif(l.kg, 0) end kg,
      l.doc_id, l.doc_id || '/' || l.line_no line_id, l.doc_id || '/' || x.box_no box_id,
      l.full_id, l.on_time_id,
      case when l.full_id is not null then l.on_time_id end otif_id
    from (${openLines} union all ${closedLines} union all ${correctedLines}) l
    join shipment s on s.shipment_no = l.shipment_no
    left join owner o on o.owner_cd = l.owner_cd
    left join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd
    cross join lateral (
      select null::text box_no
      union all
      select b.box_no from shipment_box_line b
      where b.shipment_no = l.doc_id and b.line_no = l.line_no) x`,
)

const shippingsHandler = handleQuery(
  shippings,
  'v.business_dt desc, v.shipment_no desc, v.line_no, v.lot_id',
  () => sql`
    select w.*, w.doc_no shipment_no, w.qty ship_qty, o.owner_nm, s.ship_to_cd, t.ship_to_nm,
      coalesce(w.closed_dt, s.shipment_dt) shipment_dt, s.owner_order_no, s.sample_yn, k.stock_nm,
      k.unit_cd
    from (${selectPostedWork(work)}) w
    join shipment s on s.shipment_no = w.doc_no
    join owner o on o.owner_cd = w.owner_cd
    join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd`,
)

const cancelledShipmentsHandler = handleQuery(
  cancelledShipments,
  'v.cancel_dt desc, v.shipment_no desc, v.line_no',
  ({ language }) => sql`
    select w.*, w.doc_no shipment_no, w.doc_no || '/' || w.line_no line_id, o.owner_nm,
      s.ship_to_cd, t.ship_to_nm, k.stock_nm, k.unit_cd
    from (${selectCancelledWork(work, language)}) w
    join shipment s on s.shipment_no = w.doc_no
    join owner o on o.owner_cd = w.owner_cd
    join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd`,
)

/**
 * Shipments to allocate need their unallocated quantity. Sample shipments use only sample stock.
 */
const shortagesHandler = handleQuery(
  shortages,
  'v.due_dt, v.owner_cd, v.stock_cd, v.sample_yn',
  () => sql`
    select w.*, o.owner_nm, k.stock_nm, k.unit_cd, coalesce(a.qty, 0) available_qty,
      greatest(w.open_qty - coalesce(a.qty, 0), 0) short_qty
    from (
      select s.wcode, l.owner_cd, l.stock_cd, s.sample_yn, sum(l.order_qty - l.alloc_qty) open_qty,
        min(s.shipment_dt) due_dt, count(distinct s.shipment_no) shipment_count
      from shipment s join shipment_line l using (shipment_no)
      where s.state_cd in (${quoteCodes(shipmentStepFrom.allocate)}) and l.order_qty > l.alloc_qty
      group by s.wcode, l.owner_cd, l.stock_cd, s.sample_yn) w
    join owner o on o.owner_cd = w.owner_cd
    join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd and k.goods_yn = 'Y'
    left join lateral (
      select sum(b.available_qty) qty from (${stockRows}) b
      where b.wcode = w.wcode and b.owner_cd = w.owner_cd and b.stock_cd = w.stock_cd
        and (b.condition_cd = 'SAMPLE') = (w.sample_yn = 'Y')) a on true`,
)

const breakSeconds = 900

const isPickOf = (owners: readonly string[]): Sql => sql`exists (
  select from allocation a join shipment s using (shipment_no)
  where a.alloc_id = r.alloc_id and s.owner_cd = any(${[...owners]}::text[]))`

/**
 * Gaps are computed per picker and date, independent of the search conditions. They also end at
 * cancelled picks, so the time of undone work counts for no line. Owner-bound users see only gaps
 * between picks of their owners, because others would reveal when another owner's stock was picked.
 */
const picksHandler = handleQuery(
  picks,
  'v.picked_at desc, v.line_no',
  ({ scope: { owners } }) => sql`
    select r.wcode, r.user_id, r.pick_dt, r.picked_at, r.standing_qty pick_qty, r.short_qty, r.reason,
      r.pick_no line_no, r.pick_no::text line_id,
      case when r.gap <= ${breakSeconds} then round(r.gap / 3600, 4) else 0 end work_hours,
      s.owner_cd, o.owner_nm, a.shipment_no, b.stock_cd, k.stock_nm, k.unit_cd, c.zone_cd, b.cell_cd
    from (
      select r.*, coalesce(extract(epoch from r.picked_at - lag(r.picked_at) over (
        partition by r.wcode, r.pick_dt, r.user_id order by r.picked_at, r.pick_no)), 0) gap
      from (${netPicks}) r ${owners ? sql`where ${isPickOf(owners)}` : empty}) r
    join allocation a using (alloc_id)
    join shipment s using (shipment_no)
    join stock_balance b using (balance_id)
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join owner o on o.owner_cd = s.owner_cd
    join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
    where ${isNetPick}`,
)

const checkScansHandler = handleQuery(
  checkScans,
  'v.checked_at desc, v.check_no desc',
  ({ language }) => sql`
    select r.wcode, r.user_id, r.check_dt, r.checked_at, r.check_no, r.shipment_no, r.code,
      case ${language} when 'ko' then r.fault_ko else r.fault_en end fault, s.owner_cd, o.owner_nm,
      case when r.standing_qty > 0 then r.check_no::text end scan_id,
      case when r.fault_ko is not null then r.check_no::text end wrong_id
    from (${netScans}) r
    left join shipment s on s.shipment_no = r.shipment_no and s.wcode = r.wcode
    left join owner o on o.owner_cd = s.owner_cd`,
)

export const shipmentReportHandlers = [
  shipmentWorkHandler,
  shippingsHandler,
  cancelledShipmentsHandler,
  shortagesHandler,
  picksHandler,
  checkScansHandler,
]
