import { decimalText, roundDecimal, toDecimal } from '#kernel/decimal.ts'
import { roundByMode, type RoundingMode } from './rounding-mode.ts'

export interface AmountRule {
  readonly currencyCd: string
  readonly localCurrencyCd: string
  /** Country of the billing company, ISO 3166 alpha-2. */
  readonly countryCd: string
  /** Mode agreed with the customer. Without one, amounts in local currency have no decimals. */
  readonly roundingMode?: RoundingMode
}

/**
 * Rounds an amount (spec §9) to 2 decimals. An amount in local currency is then rounded to 0
 * decimals, or by the rounding mode if the company is in KR. Halves round away from zero. Returns
 * exact decimal text. Throws RangeError if the amount is not a number.
 */
export function roundAmount(amount: string | number, rule: AmountRule): string {
  const rounded = roundDecimal(toDecimal(amount), 2, 'half')
  if (rule.currencyCd !== rule.localCurrencyCd) return decimalText(rounded)
  const mode = rule.countryCd === 'KR' ? rule.roundingMode : undefined
  // Mode 24 rounds to 0 decimals.
  return roundByMode(decimalText(rounded), mode ?? 24)
}
