import sql from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { receiptStatus, receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'
import { cancelReceivingHandler } from '#areas/inbound/server/cancelling.ts'
import { lockReceipts } from '#areas/inbound/server/lock-receipts.ts'
import { putAway, postReceipt, type ReceivedStock } from '#areas/inbound/server/receiving.ts'
import { ledgerReason } from '#areas/inventory/server/ledger-reasons.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import { namedItems } from '#areas/master/server/item-code.ts'
import { distributeCount } from '#areas/outbound/rules/distribute-count.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { requireConfirmation } from '#server/engine/require-confirmation.ts'
import {
  handleProcedure,
  type Handler,
  type SaveCall,
  type SaveResult,
  type SaveRow,
} from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { arrive, finishArrival } from '../operations/arriving.ts'
import { findLots } from '#areas/inbound/server/shipped-lots.ts'
import {
  isUndo,
  notInReturn,
  scannedLines,
  type ArrivedPart,
  type ScannedLine,
} from './scanned-lines.ts'

const notOpen = label(
  '도착을 등록할 수 없는 반품입니다. 상태를 확인하세요.',
  'Arrival cannot be registered for this return. Check its status.',
)
const undoableStates = [...new Set([...receiptStepFrom.receive, receiptStatus.received])]

export const arrivalTexts = {
  over: label(
    '접수 수량을 모두 스캔했습니다. 더 있으면 타상품으로 등록하세요.',
    'All requested pieces have arrived. Register any others as unexpected.',
  ),
  undo: label('취소할 도착 스캔이 없습니다.', 'No arrival scan to undo.'),
} as const

/** Distributes scans over the lines of the return. Throws for scans that do not fit. */
function distributeScans(rows: readonly SaveRow[], named: ReadonlyMap<number, ScannedLine[]>) {
  const taken = new Map<string, number>()
  const errors: RowError[] = []
  const parts = rows.flatMap((row): ArrivedPart[] => {
    const lines = named.get(row.no) ?? []
    const key = ({ receipt_no, line_no }: ScannedLine) => `${receipt_no} ${line_no}`
    const ambiguous = ambiguityError(namedItems(lines))
    const open = lines.map((line) => ({
      ...line,
      up_to: line.order_qty,
      counted: line.receive_qty + (taken.get(key(line)) ?? 0),
    }))
    const counts = ambiguous ? [] : distributeCount(open, Number(row.values['QTY']))
    if (counts.length === 0) {
      const text = ambiguous ?? (lines.length === 0 ? notInReturn : arrivalTexts.over)
      errors.push({ row: row.no, column: 'CODE', text })
    }
    for (const { line, qty } of counts) taken.set(key(line), (taken.get(key(line)) ?? 0) + qty)
    return counts.map(({ line, qty }) => ({ no: row.no, line, qty }))
  })
  if (errors.length > 0) throw invalidRows(errors)
  return parts
}

/** Receives parts into inspection, in the lots that were shipped. */
export async function receiveParts(
  call: SaveCall,
  parts: readonly ArrivedPart[],
): Promise<readonly Label[]> {
  const serialsOf = ({ no, line }: ArrivedPart) =>
    (call.rows.find((row) => row.no === no)?.values['SERIAL_NO'] ?? line.new_serial) as
      | string
      | null
  const lots = await findLots(
    call,
    parts.map((part) => {
      const named = serialsOf(part) ?? part.line.serial_no
      return { ...part, serials: named === null ? [] : [named] }
    }),
  )
  const goods = parts.map((part, index): ReceivedStock => {
    const { no, line, qty } = part
    const { receipt_no, line_no, owner_cd, stock_cd, cell_cd } = line
    const facts = { pallet_no: '', box_no: '', ...lots[index] }
    const serials = serialsOf(part)
    return { no, receipt_no, line_no, owner_cd, stock_cd, qty, cell_cd, serials, ...facts }
  })
  return postReceipt(call, 'RECEIVE', await putAway(call, goods))
}

function arrivedRow(no: number, parts: readonly ArrivedPart[]) {
  const own = parts.filter((part) => part.no === no)
  const [part] = own
  if (!part) return { ROW: no }
  const { receipt_no, line_no, stock_cd, stock_nm, receive_qty } = part.line
  const row = { ROW: no, RECEIPT_NO: receipt_no, LINE_NO: line_no, STOCK_CD: stock_cd }
  // The station reloads the lines if the scan is spread over several.
  if (own.length > 1) return row
  const before = parts
    .slice(0, parts.indexOf(part) + 1)
    .filter(({ line }) => line.line_no === line_no && line.receipt_no === receipt_no)
  const qty = before.reduce((sum, one) => sum + one.qty, receive_qty)
  return { ...row, STOCK_NM: stock_nm, RECEIVE_QTY: Math.round(qty * 1000) / 1000 }
}

async function undoArrival(call: SaveCall, row: SaveRow, lines: readonly ScannedLine[]) {
  const numbers = lines.map(({ line_no }) => line_no)
  const qty = -Number(row.values['QTY']) * (lines[0]?.factor ?? 1)
  const [last] = await call.tx.query<{ movement_no: number; line_no: number }>(sql`
    select m.movement_no, m.doc_line line_no from stock_movement m
    where m.movement_cd = 'RECEIPT' and m.doc_no = ${row.values['RECEIPT_NO']}
      and m.doc_line = any(${numbers}::int[]) and m.qty = ${qty}::numeric and ${isMovementInEffect}
    order by m.movement_no desc limit 1`)
  if (!last) throw conflictingRows([{ row: row.no, column: 'QTY', text: arrivalTexts.undo }])
  const values = {
    RECEIPT_NO: row.values['RECEIPT_NO'] ?? null,
    MOVEMENT_NO: last.movement_no,
    REASON: ledgerReason('UNDONE'),
  }
  await cancelReceivingHandler.run({ ...call, rows: [{ ...row, values }] })
  const line = lines.find(({ line_no }) => line_no === last.line_no)
  return {
    ROW: row.no,
    RECEIPT_NO: line?.receipt_no ?? null,
    LINE_NO: last.line_no,
    STOCK_CD: line?.stock_cd ?? null,
    RECEIVE_QTY: (line?.receive_qty ?? 0) - qty,
  }
}

const arriveHandler = handleProcedure(arrive, async (call): Promise<SaveResult> => {
  const arrivals = call.rows.filter((row) => !isUndo(row))
  await lockReceipts(
    call,
    call.rows.some(isUndo) ? undoableStates : receiptStepFrom.receive,
    notOpen,
  )
  const named = await scannedLines(call)
  const parts = distributeScans(arrivals, named)
  const notices = parts.length > 0 ? await receiveParts(call, parts) : []
  const rows = arrivals.map(({ no }) => arrivedRow(no, parts))
  for (const row of call.rows.filter(isUndo)) {
    rows.push(await undoArrival(call, row, named.get(row.no) ?? []))
  }
  const message = label(
    `${formatCount(rows.length)}건을 스캔했습니다.`,
    `${formatCount(rows.length, 'scan')} registered.`,
  )
  return withNotices({ rows, message }, notices)
})

const finishArrivalHandler = handleProcedure(finishArrival, async (call) => {
  const numbers = await lockReceipts(call, undoableStates, notOpen)
  const missing = await call.tx.query<{ receipt_no: string; qty: number }>(sql`
    select receipt_no, sum(order_qty - receive_qty - reject_qty) qty from receipt_line
    where receipt_no = any(${numbers}::text[]) and receive_qty + reject_qty < order_qty group by 1`)
  const short = new Map(missing.map((receipt) => [receipt.receipt_no, receipt.qty]))
  requireConfirmation(
    call,
    call.rows.flatMap((row): RowError[] => {
      const qty = short.get(String(row.values['RECEIPT_NO']))
      const text = label(
        `${formatCount(qty)}개가 도착하지 않았습니다. 도착을 완료할까요?`,
        `${formatCount(qty, 'piece')} missing. Finish the arrival?`,
      )
      return qty === undefined ? [] : [{ row: row.no, column: 'RECEIPT_NO', text }]
    }),
  )
  await call.tx.execute(sql`
    insert into receipt_reject (receipt_no, line_no, reject_qty, reason, created_by, created_at)
    select receipt_no, line_no, order_qty - receive_qty - reject_qty, ${notArrived}, ${call.userId},
      ${currentTimestamp}
    from receipt_line
    where receipt_no = any(${numbers}::text[]) and receive_qty + reject_qty < order_qty
    order by receipt_no, line_no`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label('도착을 완료했습니다.', 'Arrival finished.'),
  }
})

const notArrived = '미도착 · Not arrived'

export const arrivalHandlers: readonly Handler[] = [arriveHandler, finishArrivalHandler]
