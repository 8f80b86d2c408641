import sql from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import type { Value } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { receiptStatus, receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'
import { lockReceipts } from '#areas/inbound/server/lock-receipts.ts'
import { matchesItem, namedItems } from '#areas/master/server/item-code.ts'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall, type SaveRow } from '#server/engine/handler.ts'
import { receiveUnexpected } from '../operations/arriving.ts'
import { receiveParts } from './arriving.ts'
import { recordGrades } from './record-grades.ts'
import { saveReturnDocuments, staffReturns } from './returns.ts'
import { scannedLines } from './scanned-lines.ts'

const notOpen = label('취소한 반품입니다.', 'This return was cancelled.')
const unknownItem = label('등록되지 않은 품목입니다.', 'Item not found.')

interface Item extends Record<string, unknown> {
  readonly owner_cd: string
  readonly stock_cd: string
  readonly factor: number
  readonly rivals: string[] | null
}

async function readItem(call: SaveCall, row: SaveRow): Promise<Item> {
  const item = matchesItem(String(row.values['CODE']))
  const items = await call.tx.query<Item>(sql`
    select k.owner_cd, k.stock_cd, ${item.factor} factor, ${item.rivals} rivals
    from receipt r join stock k on k.owner_cd = r.owner_cd and k.goods_yn = 'Y'
    where r.receipt_no = ${row.values['RECEIPT_NO']} and ${item.any}
    order by not ${item.own}, k.stock_cd`)
  const text = ambiguityError(namedItems(items))
  const [found] = items
  if (text || !found)
    throw invalidRows([{ row: row.no, column: 'CODE', text: text ?? unknownItem }])
  return found
}

/** Registers an unidentified return for the piece, receives it and grades it X. */
async function receiveUnidentified(call: SaveCall, row: SaveRow) {
  const item = await readItem(call, row)
  const qty = Number(row.values['QTY']) * item.factor
  const { RECEIPT_NO = null, LOT_NO = null, VALID_DT = null } = row.values
  const part = (type: 'H' | 'L', no: number, values: Record<string, Value>): SaveRow => {
    return { no, flag: 'I', version: null, type, docRef: 'NEW', values }
  }
  const head = { OWNER_CD: item.owner_cd, RETURN_KIND_CD: 'BLIND', RECEIPT_DT: call.today }
  const line = { STOCK_CD: item.stock_cd, ORDER_QTY: qty, LOT_NO, VALID_DT }
  const saved = await saveReturnDocuments(
    { ...call, rows: [part('H', 1, { ...head, REMARK: RECEIPT_NO }), part('L', 2, line)] },
    staffReturns,
  )
  const number = String(saved.rows?.[0]?.['RECEIPT_NO'])
  await call.tx.execute(sql`
    update return_order set foreign_of = ${RECEIPT_NO} where receipt_no = ${number}`)
  const taken = { ...row, values: { ...row.values, RECEIPT_NO: number, CODE: item.stock_cd } }
  const singleCall = { ...call, rows: [taken] }
  const [named] = (await scannedLines(singleCall)).get(row.no) ?? []
  if (!named) throw new Error(`${number} has no line for ${item.stock_cd}`)
  const notices = await receiveParts(singleCall, [{ no: row.no, line: named, qty }])
  const [lot] = await call.tx.query<{ lot_id: number }>(sql`
    select lot_id from return_lot where receipt_no = ${number} and arrived_qty > 0`)
  await recordGrades(call, [
    { no: row.no, receipt_no: number, line_no: 1, lot_id: lot?.lot_id ?? 0, grade_cd: 'X', qty },
  ])
  return { number, notices }
}

export const receiveUnexpectedHandler = handleProcedure(receiveUnexpected, async (call) => {
  const states = [...receiptStepFrom.receive, receiptStatus.received]
  await lockReceipts(call, states, notOpen)
  const rows = []
  const notices = []
  for (const row of call.rows) {
    const taken = await receiveUnidentified(call, row)
    rows.push({ ROW: row.no, FOREIGN_NO: taken.number })
    notices.push(...taken.notices)
  }
  const numbers = rows.map(({ FOREIGN_NO }) => FOREIGN_NO).join(', ')
  const message = label(
    `타상품으로 등록했습니다: ${numbers}`,
    `Recorded as unexpected items: ${numbers}`,
  )
  return withNotices({ rows, message }, notices)
})
