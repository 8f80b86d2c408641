import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall } from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { cancelCheck, finishCheck } from '../operations/shipping.ts'
import { shipmentStatus, shipmentStepFrom } from '../rules/shipment-status.ts'
import { clearCheckedLots } from './checked-lots.ts'
import { lockShipments } from './lock-shipments.ts'
import { rejectPartial } from './reject-incomplete.ts'
import { rejectStoppedShipments } from './stops.ts'

export const finishCheckHandler = handleProcedure(finishCheck, async (call: SaveCall) => {
  const named = call.rows.map((row) => String(row.values['SHIPMENT_NO']))
  const [numbers, open] = await Promise.all([
    lockShipments(call, shipmentStepFrom.check),
    call.tx.query<{ shipment_no: string; n: number }>(sql`
      select shipment_no, count(*) n from shipment_line
      where shipment_no = any(${named}::text[]) and check_qty < pick_qty group by 1`),
    rejectStoppedShipments(call),
    rejectPartial(call),
  ])
  const remaining = new Map(open.map((row) => [row.shipment_no, row.n]))
  const errors = call.rows.flatMap((row): RowError[] => {
    const n = remaining.get(String(row.values['SHIPMENT_NO']))
    const text = label(
      `미검수 행 ${formatCount(n)}개가 있습니다. 모두 검수한 뒤 완료하세요.`,
      `${formatCount(n, 'line')} not checked yet. Check all lines before you finish.`,
    )
    return n === undefined ? [] : [{ row: row.no, text }]
  })
  if (errors.length) throw conflictingRows(errors)
  await call.tx.execute(sql`
    update shipment set checked_at = ${currentTimestamp} where shipment_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: shipmentStatus.checked })),
    message: label(
      `${formatCount(numbers.length)}건의 검수를 완료했습니다.`,
      `${formatCount(numbers.length, 'shipment')} checked.`,
    ),
  }
})

export const cancelCheckHandler = handleProcedure(cancelCheck, async (call) => {
  // Also discards a check in progress.
  const numbers = await lockShipments(call, shipmentStepFrom.cancelCheck)
  await Promise.all([
    // Recorded like withdrawn scans, which reports do not count.
    call.tx.execute(sql`
      insert into check_record (wcode, shipment_no, code, stock_cd, qty, user_id, check_dt,
        idempotency_key)
      select ${call.scope.wcode}, shipment_no, stock_cd, stock_cd, -sum(check_qty), ${call.userId},
        ${call.today}::date, concat_ws(' ', ${call.idempotencyKey}::text, shipment_no, stock_cd)
      from shipment_line
      where shipment_no = any(${numbers}::text[]) and check_qty > 0
      group by shipment_no, stock_cd order by shipment_no, stock_cd`),
    call.tx.execute(sql`
      update shipment_line set check_qty = 0
      where shipment_no = any(${numbers}::text[]) and check_qty > 0`),
    call.tx.execute(sql`
      update shipment_match set checked_at = null
      where shipment_no = any(${numbers}::text[]) and checked_at is not null`),
    clearCheckedLots(call, numbers),
    call.tx.execute(sql`
      update shipment set checked_at = null where shipment_no = any(${numbers}::text[])`),
  ])
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: shipmentStatus.picked })),
    message: label(
      `${formatCount(numbers.length)}건의 검수를 취소했습니다.`,
      `Checks of ${formatCount(numbers.length, 'shipment')} cancelled.`,
    ),
  }
})
