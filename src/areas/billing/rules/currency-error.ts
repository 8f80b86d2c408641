import { compareDecimal, roundDecimal, toDecimal } from '#kernel/decimal.ts'
import type { Value } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { currencyDecimals } from '#areas/freight/rules/currency-decimals.ts'

/** Error for an amount with more decimals than its currency has (ISO 4217), if any. */
export function decimalsError(amount: Value | undefined, currency: string): Label | undefined {
  if (amount === null || amount === undefined) return undefined
  const typed = toDecimal(String(amount))
  const decimals = currencyDecimals(currency)
  if (compareDecimal(roundDecimal(typed, decimals, 'down'), typed) === 0) return undefined
  return label(
    `${currency} 금액은 소수점 ${decimals}자리까지 입력할 수 있습니다.`,
    `${currency} amounts have at most ${decimals} decimals.`,
  )
}
