import sql from 'sql-template-tag'
import {
  selectCancelledWork,
  selectCorrections,
  isOpen,
  selectPostedWork,
  type DocumentWork,
} from '#areas/inventory/server/document-work.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { cancelledReceipts, receiptWork, receivings } from '../operations/report-rows.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'

const work: DocumentWork = { movement: 'RECEIPT', table: 'receipt' }

/**
 * Quantity of line `l` received after its expected date. The subquery runs only for lines last
 * received late.
 */
const lateQty = sql`case when l.receive_dt > r.receipt_dt then (
  select sum(m.qty) from stock_movement m
  where m.movement_cd = 'RECEIPT' and m.doc_no = l.receipt_no and m.doc_line = l.line_no
    and m.business_dt > r.receipt_dt and ${isMovementInEffect}) else 0 end`

const openLines = sql`
  select l.receipt_no, l.line_no, r.wcode, l.owner_cd, l.stock_cd, r.receipt_dt, r.state_cd,
    l.order_qty, l.receive_qty, l.reject_qty,
    greatest(l.order_qty - l.receive_qty - l.reject_qty, 0) open_qty, ${lateQty} late_qty,
    l.receive_cbm cbm, l.receive_kg kg, l.receive_dt,
    l.receive_qty + l.reject_qty < l.order_qty is_open, l.receipt_no doc_id
  from receipt_line l join receipt r using (receipt_no)
  where r.state_cd not in (${quoteCodes(receiptStepFrom.skipReports)})
    and ${isOpen(work, sql`r.receipt_no`)}`

const closedLines = sql`
  select c.doc_no, c.line_no, c.wcode, c.owner_cd, c.stock_cd, c.plan_dt, c.state_cd, c.order_qty,
    c.done_qty, c.reject_qty, greatest(c.order_qty - c.done_qty - c.reject_qty, 0), c.late_qty,
    c.cbm, c.weight_kg, c.done_dt, false, c.doc_no
  from closed_line c where c.movement_cd = 'RECEIPT'`

const correctedLines = sql`
  select c.doc_no, c.line_no, c.wcode, c.owner_cd, c.stock_cd, c.business_dt, r.state_cd,
    0::numeric, c.qty, 0::numeric, 0::numeric, c.late_qty, c.cbm, c.kg, c.business_dt, false,
    null::text
  from (${selectCorrections(work)}) c join receipt r on r.receipt_no = c.doc_no`

/** Rejections cancelled or made after their line was closed. */
const correctedRejections = sql`
  select c.doc_no, c.line_no, c.wcode, c.owner_cd, c.stock_cd, d.on_dt, r.state_cd, 0::numeric,
    0::numeric, sum(d.qty), 0::numeric, 0::numeric, 0::numeric, 0::numeric, d.on_dt, false,
    null::text
  from closed_line c
  join receipt r on r.receipt_no = c.doc_no
  join receipt_reject j on j.receipt_no = c.doc_no and j.line_no = c.line_no
  cross join lateral (values
    (warehouse_day(j.created_at), j.reject_qty, j.created_at >= c.closed_at),
    (warehouse_day(j.cancelled_at), -j.reject_qty, j.cancelled_at >= c.closed_at))
    d(on_dt, qty, is_later)
  where c.movement_cd = 'RECEIPT' and d.is_later
  group by c.doc_no, c.line_no, c.wcode, c.owner_cd, c.stock_cd, d.on_dt, r.state_cd
  having sum(d.qty) <> 0`

/**
 * Days late are counted to the last receipt of a line, or to today while it is open. Names are
 * outer joins, which lets the planner find the receipts first.
 */
const receiptWorkHandler = handleQuery(
  receiptWork,
  'v.receipt_dt desc, v.receipt_no desc, v.line_no',
  ({ today }) => sql`
    select l.receipt_no, l.line_no, l.wcode, l.owner_cd, l.stock_cd, l.receipt_dt, l.state_cd,
      l.order_qty, l.receive_qty, l.reject_qty, l.open_qty, l.late_qty, l.cbm,
      nullif(l.kg, 0) kg, l.doc_id, l.doc_id || '/' || l.line_no line_id, o.owner_nm,
      r.supplier_cd, s.supplier_nm, r.owner_order_no, r.sample_yn, k.stock_nm, k.unit_cd,
      l.receive_qty - l.late_qty on_time_qty,
      greatest(case when l.is_open then ${today}::date
        else coalesce(l.receive_dt, l.receipt_dt) end - l.receipt_dt, 0) late_days
    from (${openLines} union all ${closedLines} union all ${correctedLines}
      union all ${correctedRejections}) l
    join receipt r on r.receipt_no = l.receipt_no
    left join owner o on o.owner_cd = l.owner_cd
    left join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd`,
)

const receivingsHandler = handleQuery(
  receivings,
  'v.business_dt desc, v.receipt_no desc, v.line_no, v.lot_id',
  () => sql`
    select w.*, w.doc_no receipt_no, w.qty receive_qty, o.owner_nm, r.supplier_cd, s.supplier_nm,
      coalesce(w.closed_dt, r.receipt_dt) receipt_dt, r.owner_order_no, r.sample_yn, k.stock_nm,
      k.unit_cd
    from (${selectPostedWork(work)}) w
    join receipt r on r.receipt_no = w.doc_no
    join owner o on o.owner_cd = w.owner_cd
    join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
    left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd`,
)

const cancelledRejections = sql`
  select r.wcode, r.owner_cd, 'REJECT', warehouse_day(j.cancelled_at), j.receipt_no, j.line_no,
    l.stock_cd, j.reject_qty, j.cancel_reason, j.cancelled_by
  from receipt_reject j
  join receipt r using (receipt_no)
  join receipt_line l using (receipt_no, line_no)
  where j.cancelled_at is not null`

const cancelledReceiptsHandler = handleQuery(
  cancelledReceipts,
  'v.cancel_dt desc, v.receipt_no desc, v.line_no',
  ({ language }) => sql`
    select w.*, w.doc_no receipt_no, w.doc_no || '/' || w.line_no line_id, o.owner_nm,
      r.supplier_cd, s.supplier_nm, k.stock_nm, k.unit_cd
    from (${selectCancelledWork(work, language)} union all ${cancelledRejections}) w
    join receipt r on r.receipt_no = w.doc_no
    join owner o on o.owner_cd = w.owner_cd
    join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
    left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd`,
)

export const receiptReportHandlers = [
  receiptWorkHandler,
  receivingsHandler,
  cancelledReceiptsHandler,
]
