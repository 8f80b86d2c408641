import { label, type Label } from '#kernel/label.ts'

/** ISO 6346 letter values start at 10 and skip 11, 22 and 33, the multiples of the modulus. */
const values = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ'

/**
 * Hapag-Lloyd's HLCU containers predate their letter prefix. Their check digit was calculated for
 * owner number 4029, and the industry still validates them that way.
 */
const hapagPrefix = 'HLCU'
const hapagOwnerNumber = '4029'

/**
 * Calculates the check digit of a container number by ISO 6346 (spec §5). Values of the first ten
 * characters are weighted by powers of two, modulo 11, with 10 treated as 0. HLCU is calculated as
 * 4029. Expects four capital letters and six digits, optionally with the check digit. Returns
 *       undefined otherwise.
 */
export function containerCheckDigit(containerNo: string): number | undefined {
  if (!/^[A-Z]{4}[0-9]{6,7}$/.test(containerNo)) return undefined
  const isHapag = containerNo.startsWith(hapagPrefix)
  const counted = (isHapag ? hapagOwnerNumber : containerNo.slice(0, 4)) + containerNo.slice(4, 10)
  const sum = Array.from(counted).reduce(
    (total, character, position) => total + values.indexOf(character) * 2 ** position,
    0,
  )
  return (sum % 11) % 10
}

/**
 * Validation error for a container number (spec §5). Empty values are left to the required rule.
 */
export function containerNumberError(containerNo: string): Label | undefined {
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
