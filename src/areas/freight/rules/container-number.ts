import { label, type Label } from '#kernel/label.ts'

/** ISO 6346: letters count from 10 on, leaving out 11, 22 and 33, the multiples of the modulus. */
const values = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ'

/**
 * Hapag-Lloyd's containers HLCU are older than their letters: the digit painted on them was worked
 * out for the owner number 4029 that they bore before, and the trade checks them by it.
 */
const hapagPrefix = 'HLCU'
const hapagOwnerNumber = '4029'

/**
 * Check digit of a container number by ISO 6346 (spec §5): each of the first ten characters has a
 * value, doubled with each position; modulo 11, 10 treated as 0. HLCU is counted as 4029. Takes
 * four capital letters and six digits, with the check digit behind them or not; else undefined.
 */
export function containerCheckDigit(containerNo: string): number | undefined {
  if (!/^[A-Z]{4}[0-9]{6,7}$/.test(containerNo)) return undefined
  const isHapag = containerNo.startsWith(hapagPrefix)
  const counted = (isHapag ? hapagOwnerNumber : containerNo.slice(0, 4)) + containerNo.slice(4, 10)
  const sum = Array.from(counted).reduce(
    (total, each, position) => total + values.indexOf(each) * 2 ** position,
    0,
  )
  return (sum % 11) % 10
}

/** What is wrong with a container number (spec §5). Empty is the required rule's concern. */
export function containerNumberFault(containerNo: string): Label | undefined {
  if (containerNo === '') return undefined
  const digit = containerCheckDigit(containerNo)
  if (digit === undefined || containerNo.length !== 11) {
    return label(
      '컨테이너 번호는 영문 대문자 4자리와 숫자 7자리여야 합니다.',
      'A container number has 4 capital letters and 7 digits.',
    )
  }
  if (containerNo.endsWith(String(digit))) return undefined
  return label(
    `컨테이너 번호의 검사숫자가 맞지 않습니다(끝자리 ${digit}).`,
    `The check digit of the container number is wrong (it should end in ${digit}).`,
  )
}
