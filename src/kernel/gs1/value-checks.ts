import { isDay } from '../calendar.ts'
import { label, type Label } from '../label.ts'
import { checkCharacterPair, hasCheckDigit } from './check-digit.ts'
import { countryLetters, countryNumbers, currencyNumbers, packageTypes } from './code-lists.ts'
import { isCoupon, isCouponOffer } from './coupon.ts'
import { gs1Date } from './gs1-date.ts'

/** Checks a component of a value. The year is that of the scan. */
type ValueCheck = (value: string, currentYear: number) => boolean

const errorTexts = {
  checkDigit: label('검사 숫자가 맞지 않습니다', 'the check digit is wrong'),
  checkPair: label('검사 문자가 맞지 않습니다', 'the check characters are wrong'),
  prefix: label('GS1 회사코드로 시작하지 않습니다', 'must start with a GS1 company prefix'),
  date: label('달력에 없는 날짜입니다', 'not a valid date'),
  time: label('없는 시각입니다', 'not a valid time'),
  country: label('없는 국가코드입니다', 'unknown country code'),
  currency: label('없는 통화코드입니다', 'unknown currency code'),
  code: label('정해진 코드가 아닙니다', 'not a defined code'),
  zero: label('0의 위치가 맞지 않습니다', 'zeros in the wrong place'),
  place: label('좌표의 범위를 넘습니다', 'outside the range of coordinates'),
  piece: label('순번이 전체 개수를 넘습니다', 'piece number exceeds the total'),
  escape: label('% 뒤에 16진수 두 자리가 없습니다', 'two hexadecimal digits must follow %'),
  form: label('형식이 맞지 않습니다', 'wrong format'),
} as const

const isTime: ValueCheck = (value) => /^(?:[01]\d|2[0-3])[0-5]\d$/.test(value)

/** Checks of value components by the names of the GS1 Barcode Syntax Dictionary. */
const checks: Readonly<Record<string, readonly [ValueCheck, Label]>> = {
  csum: [hasCheckDigit, errorTexts.checkDigit],
  csumalpha: [
    (value) => value.slice(-2) === checkCharacterPair(value.slice(0, -2)),
    errorTexts.checkPair,
  ],
  // The shortest company prefix has four digits.
  gcppos1: [(value) => /^\d{4}/.test(value), errorTexts.prefix],
  gcppos2: [(value) => /^.\d{4}/.test(value), errorTexts.prefix],
  yymmdd: [(value, year) => gs1Date(value, year, false) !== undefined, errorTexts.date],
  yymmd0: [(value, year) => gs1Date(value, year) !== undefined, errorTexts.date],
  yyyymmdd: [isDay, errorTexts.date],
  hhmi: [isTime, errorTexts.time],
  hh: [(value) => value < '24', errorTexts.time],
  mi: [(value) => value < '60', errorTexts.time],
  ss: [(value) => value < '60', errorTexts.time],
  iso3166: [(value) => countryNumbers.has(value), errorTexts.country],
  iso3166999: [(value) => value === '999' || countryNumbers.has(value), errorTexts.country],
  iso3166alpha2: [(value) => countryLetters.has(value), errorTexts.country],
  iso4217: [(value) => currencyNumbers.has(value), errorTexts.currency],
  iso5218: [(value) => /^[0129]$/.test(value), errorTexts.code],
  packagetype: [(value) => packageTypes.has(value), errorTexts.code],
  mediatype: [(value) => /^(?:0[1-9]|10|[89]\d)$/.test(value), errorTexts.code],
  importeridx: [(value) => /^[-\w]$/.test(value), errorTexts.code],
  yesno: [(value) => /^[01]$/.test(value), errorTexts.code],
  winding: [(value) => /^[019]$/.test(value), errorTexts.code],
  zero: [(value) => /^0+$/.test(value), errorTexts.zero],
  nonzero: [(value) => /[^0]/.test(value), errorTexts.zero],
  nozeroprefix: [(value) => !/^0./.test(value), errorTexts.zero],
  hasnondigit: [(value) => /\D/.test(value), errorTexts.form],
  hyphen: [(value) => /^-+$/.test(value), errorTexts.form],
  latitude: [(value) => Number(value) <= 1_800_000_000, errorTexts.place],
  longitude: [(value) => Number(value) <= 3_600_000_000, errorTexts.place],
  pieceoftotal: [isPieceOfTotal, errorTexts.piece],
  posinseqslash: [isPlaceInSequence, errorTexts.piece],
  pcenc: [(value) => !/%(?![\da-f]{2})/i.test(value), errorTexts.escape],
  iban: [isIban, errorTexts.checkDigit],
  couponcode: [isCoupon, errorTexts.form],
  couponposoffer: [isCouponOffer, errorTexts.form],
}

export const checkNames: readonly string[] = Object.keys(checks)

export function failedCheck(name: string, value: string, currentYear: number): Label | undefined {
  const [holds, text] = checks[name] ?? []
  return !holds || holds(value, currentYear) ? undefined : text
}

function isPieceOfTotal(value: string): boolean {
  const [piece, total] = [Number(value.slice(0, 2)), Number(value.slice(2))]
  return piece >= 1 && piece <= total
}

function isPlaceInSequence(value: string): boolean {
  const [, place, end] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? []
  return Number(place) <= Number(end)
}

/**
 * ISO 13616: country, two check digits, account. The number with letters as digits is 1 modulo 97.
 */
function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{6,}$/.test(value) || !countryLetters.has(value.slice(0, 2))) {
    return false
  }
  const moved = value.slice(4) + value.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
