import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import { airWaybillError } from './transport-codes.ts'

export function isHouseBill(kind: string): boolean {
  return kind === 'HBL' || kind === 'HAWB'
}

export function isAirBill(kind: string): boolean {
  return kind === 'MAWB' || kind === 'HAWB'
}

/**
 * Validation error for a bill number issued by a carrier. Numbers of air waybills start with the
 * prefix of their airline, if it is known.
 */
export function billNumberError(
  kind: string,
  number: string,
  awbPrefix?: string | number | null,
): Label | undefined {
  if (kind !== 'MAWB' || number === '') return undefined
  const error = airWaybillError(number)
  if (error || !awbPrefix || number.startsWith(String(awbPrefix))) return error
  return label(
    `이 항공사의 AWB 번호는 ${awbPrefix}${josa(awbPrefix, '으로/로')} 시작합니다.`,
    `Air waybills of this airline start with ${awbPrefix}.`,
  )
}

/** Adds the hyphen to air waybill numbers, e.g. `18012345675` → `180-12345675`. */
export function formatBillNumber(kind: string, number: string): string {
  return kind === 'MAWB' ? number.replace(/^(\d{3})(\d{8})$/, '$1-$2') : number
}
