import {
  addDecimal,
  compareDecimal,
  decimalText,
  multiplyDecimal,
  roundDecimal,
  subtractDecimal,
  toDecimal,
  type Decimal,
} from '#kernel/decimal.ts'
import { roundAmount } from '#areas/freight/rules/amount.ts'
import { currencyDecimals } from '#areas/freight/rules/currency-decimals.ts'
import { isRoundingMode } from '#areas/freight/rules/rounding-mode.ts'

export interface ExactLine {
  readonly exact: string
  readonly rounding: string
  /** Percent. */
  readonly taxRate: string
}

export interface LineAmounts {
  readonly supply: string
  readonly tax: string
}

export interface InvoiceAmounts extends LineAmounts {
  readonly lines: readonly LineAmounts[]
  readonly total: string
}

/** Tax is calculated per line, or once on the sum and then distributed. */
export type TaxMethod = 'LINE' | 'SUM'

const zero = toDecimal('0')
const sumDecimals = (values: readonly Decimal[]) => values.reduce(addDecimal, zero)

/**
 * Amount of a line in two steps (spec §9): rounds to two decimals, or to the decimals of its
 * currency. If the currency has none, then applies the rounding mode of the price.
 */
function supplyAmount({ exact, rounding }: ExactLine, currency: string): Decimal {
  const decimals = currencyDecimals(currency)
  if (decimals > 0) return roundDecimal(toDecimal(exact), decimals, 'half')
  const mode = Number(rounding)
  const rounded = roundAmount(exact, {
    currencyCd: currency,
    localCurrencyCd: currency,
    countryCd: 'KR',
    ...(isRoundingMode(mode) ? { roundingMode: mode } : {}),
  })
  // Some modes round to decimals that the currency does not have.
  return roundDecimal(toDecimal(rounded), 0, 'down')
}

/** Tax before truncation. Tax is never rounded up. */
function computeExactTax(supply: Decimal, rate: string): Decimal {
  const raw = multiplyDecimal(supply, toDecimal(rate))
  return { units: raw.units, scale: raw.scale + 2 }
}

/**
 * Amounts of an invoice in one currency. The lines always add up to the total. If tax is calculated
 * on the sum, it is distributed one unit at a time to the lines that lost most by truncation.
 */
export function invoiceAmounts(
  lines: readonly ExactLine[],
  currency: string,
  way: TaxMethod,
): InvoiceAmounts {
  const decimals = currencyDecimals(currency)
  const supplies = lines.map((line) => supplyAmount(line, currency))
  const raw = supplies.map((supply, index) => computeExactTax(supply, lines[index]?.taxRate ?? '0'))
  const cut = raw.map((tax) => roundDecimal(tax, decimals, 'down'))
  const taxes = way === 'SUM' ? distributeRemainder(raw, cut, decimals) : cut
  const supply = sumDecimals(supplies)
  const tax = sumDecimals(taxes)
  return {
    lines: supplies.map((each, index) => ({
      supply: decimalText(each),
      tax: decimalText(taxes[index] ?? zero),
    })),
    supply: decimalText(supply),
    tax: decimalText(tax),
    total: decimalText(addDecimal(supply, tax)),
  }
}

function distributeRemainder(
  raw: readonly Decimal[],
  cut: readonly Decimal[],
  decimals: number,
): Decimal[] {
  const exactSum = roundDecimal(sumDecimals(raw), decimals, 'down')
  const rest = subtractDecimal(exactSum, sumDecimals(cut))
  const step = { units: rest.units < 0n ? -1n : 1n, scale: decimals }
  const missingUnits = Number(
    decimalText({
      units: rest.units < 0n ? -rest.units : rest.units,
      scale: rest.scale - decimals,
    }),
  )
  const magnitude = (value: Decimal) => ({
    ...value,
    units: value.units < 0n ? -value.units : value.units,
  })
  const truncated = raw.map((tax, index) => magnitude(subtractDecimal(tax, cut[index] ?? zero)))
  const order = truncated
    .map((_, index) => index)
    .toSorted((a, b) => compareDecimal(truncated[b] ?? zero, truncated[a] ?? zero) || a - b)
  const roundedUp = new Set(order.slice(0, missingUnits))
  return cut.map((tax, index) => (roundedUp.has(index) ? addDecimal(tax, step) : tax))
}
