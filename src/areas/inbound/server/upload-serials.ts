import type { Value } from '#kernel/field.ts'
import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { readSerials } from '#areas/inventory/rules/serial-numbers.ts'
import { serialsError } from '#areas/inventory/server/serial-errors.ts'
import { byItemCode } from '#areas/master/server/item-code.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  type SaveCall,
  type SaveResult,
  type SaveRow,
} from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { uploadSerials } from '../operations/receipts.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'
import { announcedErrors, announcedTexts, announceSerials } from './announced-serials.ts'
import { lockReceipts } from './lock-receipts.ts'
import { receiptNotOpen } from './receiving.ts'
import { serialsImport } from './serials-import.ts'

interface OpenLine extends Record<string, unknown> {
  readonly receipt_no: string
  readonly line_no: number
  readonly owner_cd: string
  readonly stock_cd: string
  readonly order_qty: number
  /**
   * Pieces that can still get serials: neither received nor rejected, and without an expected
   * serial.
   */
  readonly free: number
  readonly serials: string | null
}

export const uploadSerialsHandler = handleProcedure(uploadSerials, addSerials, serialsImport)

async function addSerials(call: SaveCall): Promise<SaveResult> {
  const open = await openLines(call)
  const owners = new Map(open.map((line) => [line.receipt_no, line.owner_cd]))
  const rows = call.rows.map((row) => {
    const OWNER_CD = owners.get(String(row.values['RECEIPT_NO'])) ?? null
    return { ...row, values: { ...row.values, OWNER_CD } }
  })
  const named = await byItemCode({ ...call, rows })
  const placed = placeSerials(named.rows, open)
  const errors = await announcedErrors(call, [], placed)
  if (errors.length > 0) throw invalidRows(errors)
  await announceSerials(call, placed)
  await addToLines(call, placed)
  const count = placed.reduce((sum, { values }) => sum + parseNumbers(values['SERIALS']).length, 0)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `시리얼 ${formatCount(count)}개를 등록했습니다.`,
      `${formatCount(count, 'serial')} added.`,
    ),
  }
}

const parseNumbers = (text: Value | undefined): readonly string[] =>
  readSerials(String(text ?? '')).numbers

async function openLines(call: SaveCall): Promise<OpenLine[]> {
  const numbers = await lockReceipts(call, receiptStepFrom.receive, receiptNotOpen)
  return call.tx.query<OpenLine>(sql`
    select l.receipt_no, l.line_no, l.owner_cd, l.stock_cd, l.order_qty, l.serials,
      l.order_qty - l.receive_qty - l.reject_qty - (select count(*) from announced_serial e
        where e.receipt_no = l.receipt_no and e.line_no = l.line_no) free
    from receipt_line l where l.receipt_no = any(${numbers}::text[])
    order by l.receipt_no, l.line_no`)
}

/**
 * Rows with the lines their serials are added to. A row that fills several lines becomes one row
 * per line. Throws for items that are not on the receipt and for more serials than pieces.
 */
function placeSerials(rows: readonly SaveRow[], open: readonly OpenLine[]): SaveRow[] {
  const free = new Map(open.map((line) => [line, line.free]))
  const errors: RowError[] = []
  const placed = rows.flatMap((row): SaveRow[] => {
    const { RECEIPT_NO: receipt, STOCK_CD: item, LINE_NO: number, SERIALS: serials } = row.values
    const lines = open.filter(
      (line) =>
        line.receipt_no === receipt &&
        line.stock_cd === item &&
        (number === null || number === undefined || line.line_no === Number(number)),
    )
    const { numbers, error } = readSerials(String(serials ?? ''))
    if (error) errors.push(serialsError(row.no, error))
    if (lines.length === 0) errors.push(notOnReceipt(row))
    if (error || lines.length === 0) return []
    const rest = [...numbers]
    const parts = lines.flatMap((line): SaveRow[] => {
      const own = rest.splice(0, Math.max(0, Math.floor(free.get(line) ?? 0)))
      free.set(line, (free.get(line) ?? 0) - own.length)
      if (own.length === 0) return []
      // A range that fits on one line remains a range.
      const text = own.length === numbers.length ? String(serials) : own.join(' ')
      return [toLineRow(row, line, text)]
    })
    if (rest.length > 0) {
      const qty = numbers.length - rest.length
      errors.push(serialsError(row.no, announcedTexts.noRoom(numbers.length, qty)))
    }
    return parts
  })
  if (errors.length > 0) throw invalidRows(errors)
  return placed
}

function toLineRow(row: SaveRow, line: OpenLine, serials: string): SaveRow {
  const values = {
    ...row.values,
    OWNER_CD: line.owner_cd,
    LINE_NO: line.line_no,
    ORDER_QTY: line.order_qty,
    SERIALS: serials,
  }
  return { ...row, flag: 'I', docRef: line.receipt_no, values }
}

function notOnReceipt({ no, values }: SaveRow): RowError {
  const text = label(
    `입고 ${String(values['RECEIPT_NO'])}에 없는 품목이나 행입니다.`,
    `Item or line not on receipt ${String(values['RECEIPT_NO'])}.`,
  )
  return { row: no, column: 'STOCK_CD', text }
}

/**
 * Appends to the serial text of the lines, which users can edit later. Throws if the text exceeds
 * its field.
 */
async function addToLines(call: SaveCall, placed: readonly SaveRow[]): Promise<void> {
  const parts = placed.map(({ no, values }) => ({
    no,
    receipt: values['RECEIPT_NO'],
    line: values['LINE_NO'],
    serials: values['SERIALS'],
  }))
  const written = await call.tx.query<{ receipt_no: string; line_no: number; size: number }>(sql`
    update receipt_line l set serials = concat_ws(' ', l.serials, g.serials),
      version = l.version + 1, updated_by = ${call.userId}, updated_at = ${currentTimestamp}
    from (select receipt, line, string_agg(serials, ' ' order by no) serials
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        g(no integer, receipt text, line integer, serials text) group by 1, 2) g
    where l.receipt_no = g.receipt and l.line_no = g.line
    returning l.receipt_no, l.line_no, length(l.serials) size`)
  const tooLong = written.filter(({ size }) => size > uploadSerials.input.SERIALS.maxLength)
  const errors = placed
    .filter(({ docRef, values }) =>
      tooLong.some((line) => line.receipt_no === docRef && line.line_no === values['LINE_NO']),
    )
    .map(({ no }) => serialsError(no, announcedTexts.tooLong))
  if (errors.length > 0) throw invalidRows(errors)
}
