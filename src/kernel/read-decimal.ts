import type { Field } from './field.ts'
import { label, type Label } from './label.ts'
import { tidyText, toHalfWidth } from './tidy-text.ts'

/** Zero in Excel's accounting formats: ` - `, ` ₩- `. A hyphen without spaces is not a number. */
const accountingZero = /^(?:\s+(?:[₩￦\\]\s*)?-\s*|(?:[₩￦\\]\s*)?-\s+)$/
const dashes = /[\u2010-\u2013\u2212]/g
const won = /[₩￦]/g
/** Digits with an optional minus, ₩ and 원. The minus can follow the ₩. */
const amount = /^([+-]?)\s*(?:\\\s*)?([+-]?)\s*([\d,.]+)(?:\s*원)?$/
/** Digits with correct thousands separators or none, then a point and decimals. */
const digits = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/

/** A stored number holds fifteen digits. Rounding would change what the user has typed. */
export const tooManyDigitsError = label(
  '숫자는 15자리까지 입력할 수 있습니다.',
  'At most 15 digits.',
)

/** Error for a number outside the limits of its field. */
export function limitError(
  { min, max }: Pick<Field, 'min' | 'max'>,
  value: number,
): Label | undefined {
  if (min !== undefined && value < min)
    return label(`${min} 이상이어야 합니다.`, `Must be at least ${min}.`)
  if (max !== undefined && value > max)
    return label(`${max} 이하여야 합니다.`, `Must be at most ${max}.`)
  return undefined
}

interface DecimalReading {
  /** Exact value: `-1234.5`. */
  readonly text: string
  /** Decimals without trailing zeros. */
  readonly decimals: number
  /** Decimals as written, to which a spreadsheet rounds what it shows. */
  readonly shownDecimals: number
  readonly significant: number
}

/**
 * Parses a number as users and spreadsheets write it: `1,234.5`, `₩1,000`, `1,000원`, `(1,000)`,
 * full-width digits, any minus character. Undefined for any other text, such as `1e3`, `1.234,5`
 * or `12개`.
 */
export function readDecimal(typed: string): DecimalReading | undefined {
  const half = toHalfWidth(typed).replaceAll(dashes, '-')
  if (accountingZero.test(half)) return { text: '0', decimals: 0, shownDecimals: 0, significant: 0 }
  const plain = tidyText(half).replaceAll(won, '\\')
  const inParentheses = /^\((.*)\)$/.exec(plain)?.[1]
  const [, sign = '', inner = '', body = ''] = amount.exec(inParentheses ?? plain) ?? []
  const found = digits.exec(body)
  const signs = [inParentheses === undefined ? '' : '-', sign, inner].filter(Boolean)
  const [, whole = '', fraction = ''] = found ?? []
  if (signs.length > 1 || whole + fraction === '') return undefined
  const decimals = fraction.replace(/0+$/, '')
  const integer = whole.replaceAll(',', '')
  const isZero = /^0*$/.test(integer + decimals)
  const text = (integer || '0') + (decimals && `.${decimals}`)
  return {
    text: signs[0] === '-' && !isZero ? `-${text}` : text,
    decimals: decimals.length,
    shownDecimals: fraction.length,
    significant: (integer + decimals).replace(/^0+/, '').length,
  }
}
