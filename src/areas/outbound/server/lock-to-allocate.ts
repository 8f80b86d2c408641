import sql from 'sql-template-tag'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { checkStarted, lockShipments, shipmentSteps } from './lock-shipments.ts'

interface LockedShipment extends Record<string, unknown> {
  readonly shipment_no: string
  readonly state_cd: string
  readonly is_complete: boolean
}

/**
 * Locks shipments to allocate. Also accepts those released for picking if a line is short and their
 * check has not started.
 */
export async function lockToAllocate(
  call: SaveCall,
  states: readonly string[] = shipmentStepFrom.allocate,
): Promise<string[]> {
  const numbers = await lockShipments(call, [...states, ...shipmentStepFrom.fillRest])
  const closed = await call.tx.query<LockedShipment>(sql`
    select * from (
      select s.shipment_no, s.state_cd, bool_and(l.alloc_qty >= l.order_qty) is_complete,
        sum(l.check_qty) checked
      from shipment s join shipment_line l using (shipment_no)
      where s.shipment_no = any(${numbers}::text[])
        and s.state_cd in (${quoteCodes(shipmentStepFrom.fillRest)})
      group by 1, 2) s
    where is_complete or checked > 0`)
  const byNumber = new Map(closed.map((row) => [row.shipment_no, row]))
  const errors = call.rows.flatMap(({ no, values }): RowError[] => {
    const found = byNumber.get(String(values['SHIPMENT_NO']))
    if (found === undefined) return []
    const text = found.is_complete ? shipmentSteps.refusal(found.state_cd) : checkStarted
    return [{ row: no, column: 'STATE_CD', text }]
  })
  if (errors.length) throw conflictingRows(errors)
  return numbers
}
