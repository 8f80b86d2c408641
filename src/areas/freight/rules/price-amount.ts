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
import { label, type Label } from '#kernel/label.ts'
import { readTiers } from './price-tiers.ts'

/** Terms of a price line needed to calculate an amount. Numbers are plain decimal text. */
export interface PriceTerms {
  readonly unitPrice: string
  readonly tierCd?: 'GRADUATED' | 'WHOLE' | null
  readonly tiers?: string | null
  readonly freeQty?: string
  readonly minAmt?: string | null
  readonly maxAmt?: string | null
  /** Total surcharge in percent. */
  readonly surcharge?: string
}

/** Unrounded amount, exact to six decimals, and its calculation steps. */
export interface PricedQuantity {
  readonly amount: string
  readonly steps: readonly Label[]
}

const zero = toDecimal('0')
const hundred = toDecimal('100')

const grouped = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 6 })
const formatShown = (value: Decimal) => grouped.format(Number(decimalText(value)))

/**
 * Prices a quantity: free quantity, tiers, surcharges, minimum and maximum. The database function
 * `charge_amount` implements the same formula for entire months.
 */
export function priceQuantity(measured: string, terms: PriceTerms): PricedQuantity {
  const steps: Label[] = []
  const free = toDecimal(terms.freeQty ?? '0')
  const qty = subtractDecimal(toDecimal(measured), free)
  if (free.units !== 0n) {
    const text = `${formatShown(toDecimal(measured))} − ${formatShown(free)} = ${formatShown(qty)}`
    steps.push(label(`무료 수량 공제: ${text}`, `Less free quantity: ${text}`))
  }
  if (qty.units <= 0n) return { amount: '0', steps }
  const parts = tierParts(qty, terms)
  const base = parts.reduce((sum, part) => addDecimal(sum, part.amount), zero)
  const sums = parts
    .map((part) => `${formatShown(part.qty)} × ${formatShown(part.price)}`)
    .join(' + ')
  steps.push(label(`${sums} = ${formatShown(base)}`, `${sums} = ${formatShown(base)}`))
  return { amount: decimalText(limitAmount(addSurcharge(base, terms, steps), terms, steps)), steps }
}

interface Part {
  readonly qty: Decimal
  readonly price: Decimal
  readonly amount: Decimal
}

function priceTierPart(qty: Decimal, price: Decimal): Part {
  return { qty, price, amount: multiplyDecimal(qty, price) }
}

function tierParts(qty: Decimal, { unitPrice, tierCd, tiers }: PriceTerms): Part[] {
  if (!tierCd || !tiers) return [priceTierPart(qty, toDecimal(unitPrice))]
  const steps = readTiers(tiers)
  const reached = steps.filter(({ above }) => compareDecimal(above, qty) < 0)
  if (tierCd === 'WHOLE') return [priceTierPart(qty, reached.at(-1)?.price ?? zero)]
  return reached.map(({ above, price }, index) => {
    const end = reached[index + 1]?.above ?? qty
    return priceTierPart(subtractDecimal(end, above), price)
  })
}

function addSurcharge(base: Decimal, { surcharge = '0' }: PriceTerms, steps: Label[]): Decimal {
  const rate = toDecimal(surcharge)
  const whole = multiplyDecimal(base, addDecimal(hundred, rate))
  const amount = roundDecimal({ units: whole.units, scale: whole.scale + 2 }, 6, 'half')
  if (rate.units === 0n) return amount
  const text = `${formatShown(base)} × ${formatShown(addDecimal(hundred, rate))}% = ${formatShown(amount)}`
  steps.push(
    label(`할증 ${formatShown(rate)}%: ${text}`, `Surcharge ${formatShown(rate)}%: ${text}`),
  )
  return amount
}

function limitAmount(amount: Decimal, { minAmt, maxAmt }: PriceTerms, steps: Label[]): Decimal {
  const max = maxAmt === null || maxAmt === undefined ? undefined : toDecimal(maxAmt)
  const min = minAmt === null || minAmt === undefined ? undefined : toDecimal(minAmt)
  let limited = amount
  if (max && compareDecimal(limited, max) > 0) {
    steps.push(label(`최대 ${formatShown(max)}`, `At most ${formatShown(max)}`))
    limited = max
  }
  if (min && compareDecimal(limited, min) < 0) {
    steps.push(label(`최소 ${formatShown(min)}`, `At least ${formatShown(min)}`))
    limited = min
  }
  return limited
}
