import sql from 'sql-template-tag'
import { receiptDocuments } from '#areas/inbound/server/receipts.ts'
import { saveDocuments, type DocumentKind } from '#server/engine/document-save.ts'
import {
  handleEdits,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveResult,
  type SaveRow,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { documentStatus } from '#kernel/status.ts'
import { requestReturns, returnLines, returns, saveReturns } from '../operations/returns.ts'
import { returnDocument } from '../operations/return-document.ts'
import { returnOrder } from '../tables/return-order.ts'
import { lineOutcomes } from './line-outcomes.ts'
import { serialErrors } from './serial-errors.ts'

const orderColumns = [
  'RETURN_KIND_CD',
  'REASON_CD',
  'PAYER_CD',
  'ORIGIN_WAYBILL_NO',
  'COLLECT_WAYBILL_NO',
]

const returnsHandler = handleQuery(
  returns,
  'v.receipt_dt desc, v.receipt_no desc',
  () => sql`
    select r.receipt_no, r.wcode, r.owner_cd, w.owner_nm, o.return_kind_cd, r.shipment_no,
      o.reason_cd, o.payer_cd, o.origin_waybill_no, o.collect_waybill_no, r.receipt_dt,
      r.owner_order_no, return_state(r, o) state_cd, l.line_count, l.order_qty, l.receive_qty,
      r.remark, r.updated_by, r.updated_at, r.version
    from receipt r
    join return_order o using (receipt_no)
    join owner w using (owner_cd)
    left join lateral (
      select count(*) line_count, sum(order_qty) order_qty, sum(receive_qty) receive_qty
      from receipt_line where receipt_no = r.receipt_no) l on true
    where r.order_kind_cd = 'RETURN'`,
)

const returnLinesHandler = handleQuery(
  returnLines,
  'v.receipt_no, v.line_no',
  () => sql`
    select l.*, r.wcode, s.stock_nm, f.graded_qty, f.a_qty, f.b_qty, f.c_qty, f.x_qty, f.wait_qty,
      f.placed_qty
    from receipt_line l
    join receipt r using (receipt_no)
    join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
    cross join lateral (${lineOutcomes}) f
    where r.order_kind_cd = 'RETURN'`,
)

export const staffReturns: DocumentKind = {
  ...receiptDocuments,
  lineColumns: returnDocument.lineColumns,
  headerColumns: receiptDocuments.headerColumns.filter((name) => name !== 'ORDER_KIND_CD'),
  fixedValues: { ...receiptDocuments.fixedValues, ORDER_KIND_CD: 'RETURN' },
  findErrors: async (call, headers, lines) => {
    const errors = await receiptDocuments.findErrors(call, headers, lines)
    return errors.length > 0 ? errors : serialErrors(call, headers, lines)
  },
}

const requestedReturns: DocumentKind = {
  ...staffReturns,
  initial: { REQUEST_YN: 'Y' },
  openStates: [documentStatus.requested],
}

const isHeader = ({ type }: SaveRow) => type === 'H'

/** Adds the columns of the receipt that follow from the kind of the return. */
function toReceiptRow(row: SaveRow): SaveRow {
  if (!isHeader(row) || row.flag === 'D') return row
  const BLIND_YN = row.values['RETURN_KIND_CD'] === 'BLIND' ? 'Y' : 'N'
  return { ...row, values: { ...row.values, ORDER_KIND_CD: 'RETURN', BLIND_YN } }
}

export async function saveReturnDocuments(call: SaveCall, kind: DocumentKind): Promise<SaveResult> {
  const result = await saveDocuments({ ...call, rows: call.rows.map(toReceiptRow) }, kind)
  const numbers = new Map(result.rows?.map((row) => [row.ROW, row['RECEIPT_NO'] ?? null]))
  const headers = call.rows
    .filter((row) => isHeader(row) && row.flag !== 'D')
    .map((row) => ({
      ...row,
      values: { ...row.values, RECEIPT_NO: numbers.get(row.no) ?? null },
    }))
  await call.tx.execute(sql`
    update return_order o set return_kind_cd = r.return_kind_cd, reason_cd = r.reason_cd,
      payer_cd = r.payer_cd, origin_waybill_no = r.origin_waybill_no,
      collect_waybill_no = r.collect_waybill_no
    from ${recordsetSql(returnOrder.fields, ['RECEIPT_NO', ...orderColumns], headers)}
    where o.receipt_no = r.receipt_no`)
  return result
}

export const returnDocumentHandlers: readonly Handler[] = [
  returnsHandler,
  returnLinesHandler,
  handleEdits(saveReturns, (call) => saveReturnDocuments(call, staffReturns)),
  handleEdits(requestReturns, (call) => saveReturnDocuments(call, requestedReturns)),
]
