import { gs1Date } from './gs1-date.ts'

/**
 * Pattern of a field that starts with its length digit, from `first` to `last`. That many digits plus
 * `more` follow.
 */
function readLengthPrefixed(first: number, last: number, more: number): string {
  const lengths = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return `(?:${lengths.map((length) => `${length}\\d{${length + more}}`).join('|')})`
}

const company = readLengthPrefixed(0, 6, 6)
const offer = '\\d{6}'
/** Purchase requirement: a value, its code, a family of items. */
const purchase = `${readLengthPrefixed(1, 5, 0)}[0-49]\\d{3}`
/** Company of the additional purchase. 9 means the same company. */
const otherCompany = `(?:${company}|9)`
const serial = readLengthPrefixed(0, 9, 6)

const northAmerican = new RegExp(
  [
    `^${company}${offer}${readLengthPrefixed(1, 5, 0)}${purchase}`,
    `(?:1[0-3]${purchase}${otherCompany})?`,
    `(?:2${purchase}${otherCompany})?`,
    '(?:3(?<end>\\d{6}))?',
    '(?:4(?<start>\\d{6}))?',
    `(?:5${serial})?`,
    `(?:6${readLengthPrefixed(1, 7, 6)})?`,
    '(?:9[01256][0-2]\\d[01])?$',
  ].join(''),
)

const positiveOffer = new RegExp(`^[01]${company}${offer}${serial}$`)

/**
 * Whether a value is a North American coupon (AI 8110): ordered fields, valid dates, no end before
 * the start. Follows the `couponcode` routine of the GS1 Barcode Syntax Dictionary.
 */
export function isCoupon(value: string, currentYear: number): boolean {
  const match = northAmerican.exec(value)
  if (!match) return false
  const { start, end } = match.groups ?? {}
  const areDays = [start, end].every(
    (date) => date === undefined || gs1Date(date, currentYear, false) !== undefined,
  )
  return areDays && (start === undefined || end === undefined || start <= end)
}

/**
 * Whether a value is a positive offer file coupon (AI 8112), by `couponposoffer` of the same
 * dictionary.
 */
export function isCouponOffer(value: string): boolean {
  return positiveOffer.test(value)
}
