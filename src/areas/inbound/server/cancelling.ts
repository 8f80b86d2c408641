import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import {
  rejectReacceptedDocuments,
  withdrawRejections,
} from '#areas/inventory/server/reaccepted-documents.ts'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import { allocatedDemand } from '#areas/inventory/server/work-engine.ts'
import { reverseMovements, isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { cancelReceiving, receivedMovements } from '../operations/cancelling.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'
import { lockReceipts } from './lock-receipts.ts'
import { cancelRejections } from './rejecting.ts'

export const movedStockLabel = label('이동·출하된 재고', 'Moved or shipped')
export const allocatedStockLabel = label('할당된 재고', 'Allocated to')

export const receivedMovementsHandler = handleQuery(
  receivedMovements,
  'v.posted_at desc, v.movement_no desc nulls last, v.reject_no desc',
  ({ language }) => sql`
    select r.*, m.doc_line line_no, m.stock_cd, s.stock_nm, m.movement_no, m.business_dt,
      m.posted_at, m.qty, m.user_id, b.cell_cd, lot.lot_no, lot.valid_dt, b.pallet_no, b.box_no,
      case when b.qty < m.qty then ${movedStockLabel[language]}
        when b.qty - b.alloc_qty - b.pick_qty < m.qty then ${allocatedStockLabel[language]} || ' ' || p.first_no end blocked,
      null::text reason, null::bigint reject_no, null::text reject_reason
    from stock_movement m
    join receipt r on r.receipt_no = m.doc_no
    join stock s on s.owner_cd = m.owner_cd and s.stock_cd = m.stock_cd
    join stock_balance b on b.balance_id = m.to_balance_id
    join lot using (lot_id)
    left join lateral (select min(${allocatedDemand}) first_no from allocation a
      where a.balance_id = b.balance_id and a.alloc_qty + a.pick_qty > 0) p on true
    where m.movement_cd = 'RECEIPT' and ${isMovementInEffect}
    union all
    select r.*, j.line_no, l.stock_cd, s.stock_nm, null, (j.created_at at time zone 'Asia/Seoul')::date,
      j.created_at, j.reject_qty, j.created_by, null, null, null, null, null, null, null, j.reject_no,
      j.reason
    from receipt_reject j
    join receipt r using (receipt_no)
    join receipt_line l using (receipt_no, line_no)
    join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
    where j.cancelled_at is null`,
)

interface ReceivedMovement extends Record<string, unknown> {
  movement_no: number
  balance_id: number
  qty: number
  on_hand: number
  free: number
  first_no: string | null
}

export const cancelReceivingHandler = handleProcedure(cancelReceiving, async (call) => {
  const closed = label(
    '입고된 수량이 없는 전표입니다.',
    'Nothing has been received for this document.',
  )
  await lockReceipts(call, receiptStepFrom.cancelReceiving, closed)
  await rejectReacceptedDocuments(call, 'RECEIPT_NO')
  const reason = String(call.rows[0]?.values['REASON'])
  const withdrawn = await withdrawRejections(call, 'RECEIPT_NO', reason)
  const isRejection = (row: SaveRow) => (row.values['REJECT_NO'] ?? null) !== null
  const rows = call.rows.filter((row) => !isRejection(row))
  await cancelRejections(call, call.rows.filter(isRejection))
  const chosen = await readSelected({ ...call, rows })
  rejectUnavailableStock(rows, chosen)
  await reverseMovements(
    call,
    'OUT',
    rows.map((row) => ({
      no: row.no,
      movementNo: getMovementNo(row),
      reason: String(row.values['REASON']),
    })),
  )
  const message = label(
    `${formatCount(call.rows.length)}행의 입고를 취소했습니다.`,
    `Receiving of ${formatCount(call.rows.length, 'line')} cancelled.`,
  )
  return withNotices({ rows: call.rows.map((row) => ({ ROW: row.no })), message }, withdrawn)
})

const getMovementNo = (row: SaveRow) => Number(row.values['MOVEMENT_NO'])

/**
 * Locks the balances of the selected postings in key order and returns the postings by number.
 * Throws for missing ones.
 */
async function readSelected(call: SaveCall): Promise<Map<number, ReceivedMovement>> {
  const numbers = call.rows.map(getMovementNo)
  await call.tx.execute(sql`
    select 1 from stock_balance where balance_id in (
      select to_balance_id from stock_movement where movement_no = any(${numbers}::bigint[]))
    order by balance_id for no key update`)
  const found = await call.tx.query<ReceivedMovement & { doc_no: string }>(sql`
    select m.movement_no, m.doc_no, b.balance_id, m.qty, b.qty on_hand,
      b.qty - b.alloc_qty - b.pick_qty free,
      (select min(${allocatedDemand}) from allocation a
        where a.balance_id = b.balance_id and a.alloc_qty + a.pick_qty > 0) first_no
    from stock_movement m join stock_balance b on b.balance_id = m.to_balance_id
    where m.movement_no = any(${numbers}::bigint[]) and m.movement_cd = 'RECEIPT'
      and ${isMovementInEffect}`)
  const byNumber = new Map(found.map((movement) => [movement.movement_no, movement]))
  const seen = new Set<number>()
  const errors = call.rows.flatMap((row): RowError[] => {
    const number = getMovementNo(row)
    const isThere = byNumber.get(number)?.doc_no === row.values['RECEIPT_NO'] && !seen.has(number)
    seen.add(number)
    return isThere ? [] : [{ row: row.no, text: notReceived, column: 'MOVEMENT_NO' }]
  })
  if (errors.length) throw invalidRows(errors)
  return byNumber
}

/**
 * Rejects allocated or moved stock, which cannot be returned until those steps are reversed. Rows
 * for the same balance share its free quantity.
 */
function rejectUnavailableStock(
  rows: readonly SaveRow[],
  chosen: ReadonlyMap<number, ReceivedMovement>,
): void {
  const wanted = new Map<number, number>()
  for (const { balance_id: id, qty } of chosen.values()) {
    wanted.set(id, (wanted.get(id) ?? 0) + Math.round(qty * 1000))
  }
  const errors = rows.flatMap((row): RowError[] => {
    const movement = chosen.get(getMovementNo(row))
    if (!movement || (wanted.get(movement.balance_id) ?? 0) <= Math.round(movement.free * 1000))
      return []
    const isThere = (wanted.get(movement.balance_id) ?? 0) <= Math.round(movement.on_hand * 1000)
    return [
      { row: row.no, text: isThere ? allocatedText(movement) : movedSinceReceipt, column: 'QTY' },
    ]
  })
  if (errors.length) throw conflictingRows(errors)
}

export const movedSinceReceipt = label(
  '입고 뒤 이동하거나 출하한 재고입니다. 그 작업을 먼저 취소하세요.',
  'This stock was moved or shipped after receipt. Cancel that work first.',
)

export const notReceived = label(
  '이미 취소되었거나 이 전표의 입고가 아닙니다.',
  'Already cancelled, or not received on this document.',
)

export function allocatedText({ first_no }: Pick<ReceivedMovement, 'first_no'>): Label {
  const [ko, en] = first_no?.startsWith('#') ? ['이동작업', 'move task'] : ['출고', 'shipment']
  return label(
    `${ko} ${first_no}에 할당된 재고입니다. 할당을 먼저 취소하세요.`,
    `Allocated to ${en} ${first_no}. Cancel the allocation first.`,
  )
}
