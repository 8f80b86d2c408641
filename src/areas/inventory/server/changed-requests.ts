import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { gradeBeforeAdjusting, wouldLeaveReturnShort } from './awaited-pieces.ts'
import { exceedsTransit, inTransit, lockTransits } from './transit-rows.ts'
import { allocatedTo, insufficientStock, lockBalances } from './work-engine.ts'

/** Adjustment that waits for approval. */
export interface OpenRequest extends Record<string, unknown> {
  no: number
  request_no: number
  balance_id: number
  transit_no: number | null
  adjust_qty: number
  requested_by: string
}

export const adjustedSinceRequest = label(
  '요청 후 실사로 조정했거나 조정을 취소한 재고입니다. 반려하고 다시 확인하세요.',
  'A count or a reversal has adjusted this stock since the request. Reject it and check again.',
)

export const movedSinceRequest = label(
  '요청 후 모두 이동하거나 변경한 재고입니다. 반려하고 현재 재고에 다시 요청하세요.',
  'All of this stock was moved or changed since the request. Reject it and request the adjustment of the current stock.',
)

interface RequestedStock extends Record<string, unknown> {
  readonly no: number
  readonly free: number
  readonly promised_to: string | null
  readonly is_adjusted: boolean
  readonly has_left: boolean
  readonly is_awaited: boolean
}

function changedStockError(qty: number, stock: RequestedStock | undefined): Label | undefined {
  const { free = 0, promised_to = null } = stock ?? {}
  if (stock?.is_adjusted) return adjustedSinceRequest
  if (stock?.has_left && qty > 0) return movedSinceRequest
  if (free + qty < 0) return insufficientStock(free, promised_to)
  return stock?.is_awaited ? gradeBeforeAdjusting : undefined
}

/**
 * Locks the balances of requests. Throws for rows that exceed the stock that is now free, whose
 * stock was adjusted since the request, or whose stock has all left the balance.
 */
export async function rejectChangedStock(
  call: SaveCall,
  requests: readonly OpenRequest[],
): Promise<void> {
  await lockBalances(
    call.tx,
    requests.map((row) => row.balance_id),
  )
  const stock = await call.tx.query<RequestedStock>(sql`
    select p.no, b.qty - b.alloc_qty - b.pick_qty free, ${allocatedTo} promised_to,
      ${wouldLeaveReturnShort(sql`x.adjust_qty`)} is_awaited,
      exists (select from stock_movement m where m.movement_cd = 'ADJUST'
        and (m.from_balance_id = b.balance_id or m.to_balance_id = b.balance_id)
        and m.posted_at > x.requested_at) is_adjusted,
      b.qty = 0 and exists (select from stock_movement m where m.from_balance_id = b.balance_id
        and m.posted_at > x.requested_at) has_left
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as p(no integer, request_no bigint)
    join adjust_request x on x.request_no = p.request_no
    join stock_balance b on b.balance_id = x.balance_id`)
  const there = new Map(stock.map((row) => [row.no, row]))
  const errors = requests.flatMap(({ no, adjust_qty }): RowError[] => {
    const text = changedStockError(adjust_qty, there.get(no))
    return text ? [{ row: no, text, column: 'ADJUST_QTY' }] : []
  })
  if (errors.length) throw invalidRows(errors)
}

/** Locks the transits of losses. Throws for rows that exceed the quantity in transit. */
export async function rejectBeyondTransit(
  call: SaveCall,
  losses: readonly OpenRequest[],
): Promise<void> {
  if (losses.length === 0) return
  const numbers = losses.map((row) => row.transit_no)
  await lockTransits(call, sql`select unnest(${numbers}::bigint[])`)
  const found = await call.tx.query<{ no: number; left: number }>(sql`
    select t.transit_no no, ${inTransit} "left" from transit t
    where t.transit_no = any(${numbers}::bigint[])`)
  const remaining = new Map(found.map((row) => [row.no, row.left]))
  const errors = losses.flatMap((row): RowError[] => {
    const rest = remaining.get(row.transit_no ?? 0) ?? 0
    if (rest + row.adjust_qty >= 0) return []
    return [{ row: row.no, text: exceedsTransit(rest), column: 'ADJUST_QTY' }]
  })
  if (errors.length) throw invalidRows(errors)
}
