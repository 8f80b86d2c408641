import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import {
  rejectReacceptedDocuments,
  withdrawRejections,
} from '#areas/inventory/server/reaccepted-documents.ts'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import { reverseMovements, isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import { receiptStatus } from '#areas/inbound/rules/receipt-status.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall } from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { cancelShipping, ship } from '../operations/shipping.ts'
import { shipmentStatus, shipmentStepFrom } from '../rules/shipment-status.ts'
import { cancelBackorders, makeBackorders } from './backorders.ts'
import { lockShipments } from './lock-shipments.ts'
import { rejectHalfPacked, rejectPartial } from './reject-incomplete.ts'
import { rejectStoppedShipments } from './stops.ts'

export const shipHandler = handleProcedure(ship, async (call) => {
  const named = call.rows.map((row) => String(row.values['SHIPMENT_NO']))
  const [numbers, picked] = await Promise.all([
    lockShipments(call, shipmentStepFrom.ship),
    call.tx.query(sql`
      select alloc_id, pick_qty from allocation
      where shipment_no = any(${named}::text[]) and pick_qty > 0`),
    rejectStoppedShipments(call),
    rejectPartial(call),
    rejectHalfPacked(call),
  ])
  // Clear the allocation in the same batch as the movements. Until then the picked stock is in the
  // cell, and a balance cannot be below its picked quantity.
  const deallocated = call.tx.execute(sql`
    update allocation set ship_qty = ship_qty + pick_qty, pick_qty = 0
    where shipment_no = any(${numbers}::text[]) and pick_qty > 0`)
  const remaining = sql`jsonb_to_recordset(${JSON.stringify(picked)}::jsonb)
    as p(alloc_id bigint, pick_qty numeric)`
  const posting = postMovements(
    call,
    'OUT',
    sql`
    select b.wcode, b.owner_cd, b.stock_cd,
      'SHIPMENT' movement_cd, a.shipment_no doc_no, a.line_no doc_line, 'CELL' from_place_cd,
      a.balance_id from_balance_id, 'CUSTOMER' to_place_cd, null::bigint to_balance_id,
      p.pick_qty qty, null reason, null::bigint reverses_no
    from ${remaining} join allocation a on a.alloc_id = p.alloc_id
    join stock_balance b on b.balance_id = a.balance_id`,
  )
  const [, posted] = await Promise.all([
    deallocated,
    posting,
    call.tx.execute(sql`
      update shipment set shipped_at = ${currentTimestamp} where shipment_no = any(${numbers}::text[])`),
  ])
  if (posted.count !== picked.length) {
    throw new Error(`${posted.count} of ${picked.length} lines were shipped`)
  }
  const created = await makeBackorders(call, numbers)
  const backorders = new Map(
    created.map((backorder) => [backorder.parent_no, backorder.shipment_no]),
  )
  const names = created.map((backorder) => backorder.shipment_no).join(', ')
  const rest = created.length > 0 ? [` 이월: ${names}.`, ` Backorders: ${names}.`] : []
  return {
    rows: call.rows.map((row) => ({
      ROW: row.no,
      STATE_CD: shipmentStatus.shipped,
      BACKORDER_NO: backorders.get(String(row.values['SHIPMENT_NO'])) ?? null,
    })),
    message: label(
      `${formatCount(numbers.length)}건을 출하했습니다.${rest[0] ?? ''}`,
      `${formatCount(numbers.length, 'shipment')} shipped.${rest[1] ?? ''}`,
    ),
  }
})

/** Rejects shipments with returns, whose pieces would belong to a shipment that never left. */
async function rejectReturning(
  { tx, rows, ...viewer }: SaveCall,
  numbers: readonly string[],
): Promise<void> {
  const shippedReturns = await tx.query<{ shipment_no: string; receipt_no: string | null }>(sql`
    select shipment_no, min(receipt_no) filter (where ${isVisibleWarehouse('wcode', viewer)}) receipt_no
    from receipt
    where shipment_no = any(${[...numbers]}::text[]) and state_cd <> ${receiptStatus.cancelled}
    group by 1`)
  const returns = new Map(
    shippedReturns.map((shippedReturn) => [shippedReturn.shipment_no, shippedReturn.receipt_no]),
  )
  const errors = rows.flatMap(({ no: row, values }): RowError[] => {
    const receipt = returns.get(String(values['SHIPMENT_NO']))
    if (receipt === undefined) return []
    const { ko, en } = toShownName(receipt)
    const text = label(
      `반품 ${ko}${josa(ko, '이/가')} 있는 출고입니다. 반품을 먼저 취소하세요.`,
      `The shipment has return ${en}. Cancel the return first.`,
    )
    return [{ row, column: 'SHIPMENT_NO', text }]
  })
  if (errors.length > 0) throw invalidRows(errors)
}

export const cancelShippingHandler = handleProcedure(cancelShipping, async (call) => {
  const numbers = await lockShipments(call, shipmentStepFrom.cancelShipping)
  await rejectReturning(call, numbers)
  await rejectReacceptedDocuments(call, 'SHIPMENT_NO')
  const reason = String(call.rows[0]?.values['CANCEL_REASON'])
  const withdrawn = await withdrawRejections(call, 'SHIPMENT_NO', reason)
  await cancelBackorders(call, numbers)
  const shipped = await call.tx.query<{ movement_no: number; doc_no: string }>(sql`
    select m.movement_no, m.doc_no from stock_movement m
    where m.movement_cd = 'SHIPMENT' and m.doc_no = any(${numbers}::text[]) and ${isMovementInEffect}`)
  const rowByShipment = new Map(call.rows.map((row) => [String(row.values['SHIPMENT_NO']), row]))
  // Reverse the movements before restoring the picks, because a balance cannot be below its picked
  // quantity.
  const notices = await reverseMovements(
    call,
    'CANCEL_SHIP',
    shipped.map(({ movement_no: movementNo, doc_no }) => {
      const row = rowByShipment.get(doc_no)
      return { no: row?.no ?? 0, movementNo, reason: String(row?.values['CANCEL_REASON']) }
    }),
  )
  await call.tx.execute(sql`
    update allocation set pick_qty = pick_qty + ship_qty, ship_qty = 0
    where shipment_no = any(${numbers}::text[]) and ship_qty > 0`)
  await call.tx.execute(sql`
    update shipment set shipped_at = null where shipment_no = any(${numbers}::text[])`)
  const message = label(
    `${formatCount(numbers.length)}건의 출하를 취소했습니다.`,
    `Shipping of ${formatCount(numbers.length, 'shipment')} cancelled.`,
  )
  const rows = call.rows.map((row) => ({ ROW: row.no, STATE_CD: shipmentStatus.checked }))
  return withNotices({ rows, message }, [...withdrawn, ...notices])
})
