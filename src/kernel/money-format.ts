import type { Language } from './label.ts'
import { decimalText, toDecimal } from './decimal.ts'

const shared = {
  style: 'currency',
  /** As bookkeepers write it: what is negative stands in parentheses. */
  currencySign: 'accounting',
  /** What rounds to zero is zero, not negative. */
  signDisplay: 'negative',
} as const

const formats: Readonly<Record<Language, Intl.NumberFormat>> = {
  ko: new Intl.NumberFormat('ko-KR', { ...shared, currency: 'KRW' }),
  en: new Intl.NumberFormat('en-US', { ...shared, currency: 'USD' }),
}

/**
 * An amount as money (spec §9): in Korean won without decimals, `₩1,235`; in English dollars with
 * two, `$1,234.50`. Negative amounts stand in parentheses, thousands are parted by commas. Halves
 * go away from zero, on the exact decimal. Throws RangeError for what is no number.
 */
export function formatMoney(amount: string | number, language: Language): string {
  const exact = decimalText(toDecimal(amount))
  return formats[language].format(exact as Intl.StringNumericLiteral)
}
