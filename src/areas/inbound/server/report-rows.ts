import sql from 'sql-template-tag'
import {
  cancelledWork,
  standingWork,
  type DocumentWork,
} from '#areas/inventory/server/document-work.ts'
import { standing } from '#areas/inventory/server/reverse-movements.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { cancelledReceipts, receiptWork, receivings } from '../operations/report-rows.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'

const work: DocumentWork = { movement: 'RECEIPT', end: 'to', table: 'receipt' }

/** Quantity of line `l` received after its expected date. Queried only if there is any. */
const lateQty = sql`case when l.receive_dt > r.receipt_dt then (
  select sum(m.qty) from stock_movement m
  where m.movement_cd = 'RECEIPT' and m.doc_no = l.receipt_no and m.doc_line = l.line_no
    and m.business_dt > r.receipt_dt and ${standing}) else 0 end`

/**
 * Late days count to the last receipt of a line, or to today while it is open. Names are outer
 * joins so the planner finds the receipts first.
 */
const receiptWorkHandler = handleQuery(
  receiptWork,
  'v.receipt_dt desc, v.receipt_no desc, v.line_no',
  ({ today }) => sql`
    select l.*, greatest(l.order_qty - l.receive_qty - l.reject_qty, 0) open_qty, r.wcode,
      o.owner_nm, r.supplier_cd, s.supplier_nm, r.receipt_dt, r.owner_order_no, r.sample_yn,
      r.state_cd, k.stock_nm, k.unit_cd, l.receive_qty - ${lateQty} on_time_qty,
      ${lateQty} late_qty, l.receive_cbm cbm, nullif(l.receive_kg, 0) kg,
      greatest(case when l.receive_qty + l.reject_qty < l.order_qty then ${today}::date
        else coalesce(l.receive_dt, r.receipt_dt) end - r.receipt_dt, 0) late_days
    from receipt_line l
    join receipt r using (receipt_no)
    left join owner o on o.owner_cd = r.owner_cd
    left join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd
    where r.state_cd not in (${quoteCodes(receiptStepFrom.skipReports)})`,
)

const receivingsHandler = handleQuery(
  receivings,
  'v.business_dt desc, v.receipt_no desc, v.line_no, v.lot_id',
  () => sql`
    select w.*, w.doc_no receipt_no, w.qty receive_qty, o.owner_nm, r.supplier_cd, s.supplier_nm,
      r.receipt_dt, r.owner_order_no, r.sample_yn, k.stock_nm, k.unit_cd
    from (${standingWork(work)}) w
    join receipt r on r.receipt_no = w.doc_no
    join owner o on o.owner_cd = w.owner_cd
    join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
    left join supplier s on s.owner_cd = r.owner_cd and s.supplier_cd = r.supplier_cd`,
)

const cancelledReceiptsHandler = handleQuery(
  cancelledReceipts,
  'v.cancel_dt desc, v.receipt_no desc, v.line_no',
  () => sql`
    select w.*, w.doc_no receipt_no, w.doc_no || '/' || w.line_no line_id, o.owner_nm,
      r.supplier_cd, s.supplier_nm, k.stock_nm, k.unit_cd
    from (${cancelledWork(work)}) w
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
