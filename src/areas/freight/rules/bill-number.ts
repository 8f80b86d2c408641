import type { Label } from '#kernel/label.ts'
import { airWaybillError } from './transport-codes.ts'

export function isHouseBill(kind: string): boolean {
  return kind === 'HBL' || kind === 'HAWB'
}

export function isAirBill(kind: string): boolean {
  return kind === 'MAWB' || kind === 'HAWB'
}

/** Validation error of a bill number issued by a carrier. */
export function billNumberError(kind: string, number: string): Label | undefined {
  return kind === 'MAWB' && number !== '' ? airWaybillError(number) : undefined
}

/** Adds the hyphen to air waybill numbers, e.g. `18012345675` → `180-12345675`. */
export function formatBillNumber(kind: string, number: string): string {
  return kind === 'MAWB' ? number.replace(/^(\d{3})(\d{8})$/, '$1-$2') : number
}
