import { decimalText, roundDecimal, toDecimal } from '#kernel/decimal.ts'
import { roundByMode, type RoundingMode } from './rounding-mode.ts'

/** Whose amount it is and what it is in. */
export interface AmountRule {
  /** Currency of the amount, ISO 4217. */
  readonly currencyCd: string
  /** Currency the billing company keeps its books in. */
  readonly localCurrencyCd: string
  /** Country of the billing company, ISO 3166 two letters. */
  readonly countryCd: string
  /** The mode agreed with the customer; where none is, a local amount has no decimals. */
  readonly roundingMode?: RoundingMode
}

/**
 * Rounds an amount (spec §9): to 2 decimals, and an amount in local currency then to 0 decimals,
 * or by the rounding mode where the company is in KR. Exact decimal text, halves away from zero.
 * Throws RangeError for no number.
 */
export function roundAmount(amount: string | number, rule: AmountRule): string {
  const rounded = roundDecimal(toDecimal(amount), 2, 'half')
  if (rule.currencyCd !== rule.localCurrencyCd) return decimalText(rounded)
  const mode = rule.countryCd === 'KR' ? rule.roundingMode : undefined
  // Mode 24 rounds to 0 decimals.
  return roundByMode(decimalText(rounded), mode ?? 24)
}
