import sql, { raw, type Sql } from 'sql-template-tag'
import { getSearchedDates } from '#server/engine/searched-dates.ts'
import { handleQuery, type QueryCall } from '#server/engine/handler.ts'
import { adjustments, realReceipts, realShipments } from '../operations/actual-work.ts'

/**
 * Movements `m` of a kind with the affected balance `b`, lot, item and billing month. The requested
 * dates also restrict `posted_at`, to read only matching pages of the ledger.
 */
function workMovements(kind: 'RECEIPT' | 'SHIPMENT' | 'ADJUST', call: QueryCall): Sql {
  const [first, last] = getSearchedDates(realReceipts.search.WORK_DT, call.search['WORK_DT']) ?? []
  const from = first ? sql`and posted_at >= day_end(${first}::date - 1)` : sql``
  const until = last ? sql`and posted_at < day_end(${last}::date)` : sql``
  return sql`(
    select *, warehouse_day(posted_at) work_dt,
      case when to_place_cd = 'CELL' then qty else -qty end came_qty,
      coalesce(to_balance_id, from_balance_id) balance_id
    from stock_movement
    where movement_cd = ${kind} and wcode = ${call.scope.wcode} ${from} ${until}) m
    join stock_balance b using (balance_id)
    join lot l on l.lot_id = b.lot_id
    join stock s on s.owner_cd = b.owner_cd and s.stock_cd = b.stock_cd
    left join billing_terms bt on bt.owner_cd = b.owner_cd
    cross join lateral (select coalesce(bt.close_day, 0) close_day) y
    cross join lateral (select cycle_month(m.work_dt, y.close_day) of_month) o`
}

const itemColumns =
  raw(`m.work_dt, o.of_month, m.wcode, b.owner_cd, b.stock_cd, s.stock_nm, s.unit_cd, l.lot_no,
  l.valid_dt, b.cell_cd, m.movement_no, m.reason, m.reverses_no, m.user_id`)

/** Volume and weight as posted, because work is charged by the measures valid on its date. */
const selectPostedVolume = (sign: Sql) => sql`
  case when ${sign} < 0 then -m.cbm else m.cbm end cbm,
  case when ${sign} < 0 then -m.weight_kg else m.weight_kg end kg`

/** Billing months, by which work is charged, start after the closing day of the owner. */
const isInWorkMonth = (day: Sql) => sql`cycle_month(${day}, y.close_day) = o.of_month`

/**
 * KRW charges of movement `m`. A charge for a document line appears on the line's first movement of
 * the billing month, a charge for the document on the document's first movement. This keeps the
 * column summable.
 */
const chargedAmount = sql`(
  select sum(c.amount) from charge c
  where c.doc_no = m.doc_no and c.cause_cd = m.movement_cd and c.currency_cd = 'KRW'
    and c.line_no in (0, m.doc_line)
    and ${isInWorkMonth(sql`coalesce((select o.service_dt from charge o
      where o.charge_no = c.reverses_no), c.service_dt)`)}
    and not exists (
      select from stock_movement e where e.doc_no = m.doc_no and e.movement_cd = m.movement_cd
        and e.movement_no < m.movement_no and c.line_no in (0, e.doc_line)
        and ${isInWorkMonth(sql`warehouse_day(e.posted_at)`)})) charge_amt`

/** Shows a document line's value on its first movement only, to keep the column summable. */
const onFirstMovement = (value: Sql) => sql`
  case when not exists (select from stock_movement e where e.doc_no = m.doc_no
    and e.doc_line = m.doc_line and e.movement_cd = m.movement_cd
    and e.movement_no < m.movement_no) then ${value} end`

/** The line as reported before its first correction, if corrected. */
const joinClosedLine = sql`left join closed_line c
  on c.movement_cd = m.movement_cd and c.doc_no = m.doc_no and c.line_no = m.doc_line`

const realReceiptsHandler = handleQuery(
  realReceipts,
  'v.movement_no',
  (call) => sql`
    select ${itemColumns}, m.doc_no receipt_no, m.doc_line line_no, r.supplier_cd, p.supplier_nm,
      ${onFirstMovement(sql`coalesce(c.order_qty, n.order_qty)`)} order_qty, m.came_qty receive_qty,
      ${onFirstMovement(sql`coalesce(c.reject_qty, n.reject_qty)`)} reject_qty,
      ${onFirstMovement(sql`coalesce(c.order_qty - c.done_qty - c.reject_qty,
        n.order_qty - n.receive_qty - n.reject_qty)`)} open_qty, ${selectPostedVolume(raw('m.came_qty'))},
      ${chargedAmount}
    from ${workMovements('RECEIPT', call)}
    join receipt r on r.receipt_no = m.doc_no
    join receipt_line n on n.receipt_no = m.doc_no and n.line_no = m.doc_line
    ${joinClosedLine}
    left join supplier p on p.owner_cd = r.owner_cd and p.supplier_cd = r.supplier_cd`,
)

const realShipmentsHandler = handleQuery(
  realShipments,
  'v.movement_no',
  (call) => sql`
    select ${itemColumns}, m.doc_no shipment_no, m.doc_line line_no, h.ship_to_cd, t.ship_to_nm,
      ${onFirstMovement(sql`coalesce(c.order_qty, n.order_qty - n.backorder_qty)`)} order_qty, -m.came_qty ship_qty,
      ${onFirstMovement(sql`coalesce(c.short_qty, n.order_qty - n.backorder_qty - n.ship_qty)`)} short_qty,
      ${onFirstMovement(sql`(select count(distinct x.box_no) from shipment_box_line x
        where x.shipment_no = m.doc_no and x.line_no = m.doc_line)`)} box_count,
      ${selectPostedVolume(raw('-m.came_qty'))}, ${chargedAmount}
    from ${workMovements('SHIPMENT', call)}
    join shipment h on h.shipment_no = m.doc_no
    join shipment_line n on n.shipment_no = m.doc_no and n.line_no = m.doc_line
    ${joinClosedLine}
    left join ship_to t on t.owner_cd = h.owner_cd and t.ship_to_cd = h.ship_to_cd`,
)

const adjustmentsHandler = handleQuery(
  adjustments,
  'v.movement_no',
  (call) => sql`
    select ${itemColumns}, m.doc_no, m.came_qty adjust_qty, ${selectPostedVolume(raw('m.came_qty'))},
      coalesce(q.decided_by, c.approved_by) approved_by, q.requested_by, c.job_no count_job_no
    from ${workMovements('ADJUST', call)}
    left join lateral (
      select q.decided_by, q.requested_by from adjust_request q
      where q.work_no = m.doc_no and q.balance_id = m.balance_id limit 1) q on true
    left join lateral (
      select c.approved_by, c.job_no from count_line c
      where c.work_no = m.doc_no and c.balance_id = m.balance_id limit 1) c on true`,
)

export const realWorkHandlers = [realReceiptsHandler, realShipmentsHandler, adjustmentsHandler]
