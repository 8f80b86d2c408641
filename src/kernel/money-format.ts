import type { Language } from './label.ts'
import { decimalText, toDecimal } from './decimal.ts'

const sharedOptions = {
  style: 'currency',
  /** Accounting format: negative amounts are in parentheses. */
  currencySign: 'accounting',
  /** A negative amount that rounds to zero is shown as zero. */
  signDisplay: 'negative',
} as const

const formats: Readonly<Record<Language, Intl.NumberFormat>> = {
  ko: new Intl.NumberFormat('ko-KR', { ...sharedOptions, currency: 'KRW' }),
  en: new Intl.NumberFormat('en-US', { ...sharedOptions, currency: 'USD' }),
}

/**
 * Formats an amount as money (spec §9): Korean as won without decimals, `₩1,235`; English as
 * dollars with two decimals, `$1,234.50`. Negative amounts are in parentheses, thousands are
 * separated by commas. Rounds half away from zero on the exact decimal. Throws RangeError if the
 * amount is not a number.
 */
export function formatMoney(amount: string | number, language: Language): string {
  const exact = decimalText(toDecimal(amount))
  return formats[language].format(exact as Intl.StringNumericLiteral)
}
