import sql from 'sql-template-tag'
import type { DocumentTables } from '#kernel/document.ts'
import { label } from '#kernel/label.ts'
import { documentStatus } from '#kernel/status.ts'
import type { Procedure } from '#kernel/operation.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { saveDocuments, type DocumentKind } from '#server/engine/document-save.ts'
import { handleEdits, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { saveReceiptOrders, saveSerialOrders, saveShipmentOrders } from '../operations/orders.ts'
import { scmOrderLine, scmReceiptDocument, scmShipmentDocument } from '../tables/scm-order.ts'
import { scmStepFrom } from '../rules/scm-status.ts'
import { orderErrors } from './order-errors.ts'
import { isOwnOrder } from './partner-scope.ts'

function orderKind(document: DocumentTables, fixedValues: Readonly<Record<string, string>>) {
  const kind: DocumentKind = {
    ...document,
    rule: 'SCM_ORDER',
    customerNumberColumn: 'PARTNER_ORDER_NO',
    fixedValues,
    openStates: scmStepFrom.change,
    findErrors: (call, headers, lines) => orderErrors(call, document, headers, lines),
  }
  return kind
}

const receiptOrders = orderKind(scmReceiptDocument, { KIND_CD: 'IN' })
export const shipmentOrders = orderKind(scmShipmentDocument, { KIND_CD: 'OUT', SERIAL_YN: 'N' })
const serialOrders = orderKind(scmShipmentDocument, { KIND_CD: 'OUT', SERIAL_YN: 'Y' })

/** Reports orders outside the user's scope as not found. */
async function rejectForeignOrders(call: SaveCall): Promise<void> {
  const numbers = [...new Set(call.rows.map(({ docRef }) => docRef))]
  const hidden = await call.tx.query<{ scm_no: string }>(sql`
    select o.scm_no from scm_order o where o.scm_no = any(${numbers}::text[])
      and not ${isOwnOrder(call.userId, 'o')}`)
  if (hidden.length === 0) return
  const taken = new Set(hidden.map(({ scm_no: number }) => number))
  const text = label('전표를 찾을 수 없습니다.', 'Document not found.')
  const errors = call.rows
    .filter(({ docRef }) => taken.has(docRef))
    .map((row): RowError => ({ row: row.no, text }))
  throw conflictingRows(errors)
}

/**
 * Removes the links of deleted lines to cancelled documents, which would prevent deleting the
 * lines.
 */
async function unlinkCancelled(call: SaveCall): Promise<void> {
  const deleted = call.rows
    .filter(({ type, flag }) => type === 'L' && flag === 'D')
    .map((row) => ({ ...row, values: { ...row.values, SCM_NO: row.docRef } }))
  if (deleted.length === 0) return
  await call.tx.execute(sql`
    delete from scm_order_link k using scm_link_now n,
      ${recordsetSql(scmOrderLine.fields, ['SCM_NO', 'LINE_NO'], deleted)}
    where n.link_no = k.link_no and k.scm_no = r.scm_no and k.line_no = r.line_no
      and n.doc_state_cd = ${quoteCodes(documentStatus.cancelled)}`)
}

function orderSave(operation: Procedure, kind: DocumentKind): Handler {
  return handleEdits(operation, async (call) => {
    await rejectForeignOrders(call)
    await unlinkCancelled(call)
    return saveDocuments(call, kind)
  })
}

export const orderSaveHandlers: readonly Handler[] = [
  orderSave(saveReceiptOrders, receiptOrders),
  orderSave(saveShipmentOrders, shipmentOrders),
  orderSave(saveSerialOrders, serialOrders),
]
