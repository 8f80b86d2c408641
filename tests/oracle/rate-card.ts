import { Decimal } from 'decimal.js'
import type { Facts, Price } from './facts.ts'

export const periodBases = [
  'AVERAGE',
  'PEAK',
  'MONTH_END',
  'HALF_PEAK',
  'HALF_END',
  'SPLIT',
  'TEN_PEAK',
  'TEN_END',
]
export const dailyBases = ['DAY_END', 'DAY_START', 'DAY_PEAK', 'ANNIVERSARY']

/** Attributes of stock or work that a price can depend on. */
export interface Subject {
  readonly wcode: string
  readonly owner: string
  readonly charge: string
  readonly temperature?: string | null
  readonly group?: string | null
  readonly bonded?: string | null
  readonly orderKind?: string | null
  readonly sample?: string | null
}

/** Agreed versions valid on a date, one per price code: the highest version that has started. */
export function pricesOn(facts: Facts, day: string): Price[] {
  const valid = facts.prices.filter((price) => price.state === '20' && price.from <= day)
  return valid.filter(
    (price) =>
      (price.to === null || price.to >= day) &&
      !valid.some((other) => other.code === price.code && other.version > price.version),
  )
}

/** The most specific price for a subject on a date, or undefined. */
export function priceFor(facts: Facts, day: string, of: Subject, bases: readonly string[]) {
  const fitsCondition = (wanted: string | null, value: string | null | undefined) =>
    wanted === null || wanted === (value ?? undefined)
  const fits = pricesOn(facts, day).filter(
    (price) =>
      price.charge === of.charge &&
      bases.includes(price.basis) &&
      fitsCondition(price.owner, of.owner) &&
      fitsCondition(price.wcode, of.wcode) &&
      fitsCondition(price.temperature, of.temperature) &&
      fitsCondition(price.group, of.group) &&
      fitsCondition(price.bonded, of.bonded) &&
      fitsCondition(price.orderKind, of.orderKind) &&
      fitsCondition(price.sample, of.sample),
  )
  const columns = [
    'owner',
    'wcode',
    'group',
    'temperature',
    'bonded',
    'orderKind',
    'sample',
  ] as const
  const rank = (price: Price) =>
    columns.reduce((sum, column) => sum * 2 + (price[column] === null ? 0 : 1), 0)
  return fits.toSorted((a, b) => rank(b) - rank(a))[0]
}

function priceByTier(qty: Decimal, price: Price): Decimal {
  if (price.tier === null || price.tiers === null) return qty.mul(price.price)
  const tiers = price.tiers.split(',').map((part) => {
    const [above = '0', each = '0'] = part.trim().split(':')
    return { above: new Decimal(above), each: new Decimal(each) }
  })
  const reached = tiers.filter(({ above }) => above.lt(qty))
  if (price.tier === 'WHOLE') return qty.mul(reached.at(-1)?.each ?? 0)
  return reached.reduce((sum, { above, each }, index) => {
    const end = reached[index + 1]?.above ?? qty
    return sum.add(end.sub(above).mul(each))
  }, new Decimal(0))
}

/** Surcharge in percent. */
export function surcharge(
  price: Price,
  temperature: string | null,
  bonded: string | null,
  months: number,
): Decimal {
  const ofTemperature =
    temperature === 'COOL' ? price.cool : temperature === 'FROZEN' ? price.frozen : '0'
  return new Decimal(ofTemperature)
    .add(bonded === 'BONDED' ? price.bondedRate : 0)
    .add(price.overMonths !== null && months >= price.overMonths ? price.overRate : 0)
}

/** Surcharge in percent for a piece or box, by the highest weight step it exceeds. */
export function weightSurcharge(price: Price, kg: Decimal | null): Decimal {
  const steps = (price.weightSteps ?? '').split(',').filter((step) => step !== '')
  const reached = steps
    .map((step) => step.split(':'))
    .filter(([above]) => kg?.gt(above?.trim() ?? 0))
  return new Decimal(reached.at(-1)?.[1]?.trim() ?? 0)
}

/**
 * Amount of a measured quantity to six decimals, after the free quantity it may use. The surcharge
 * is `percent / per`, divided last: a quotient rounded before would turn exact halves down.
 */
export function getAmount(
  price: Price,
  measured: Decimal,
  percent = new Decimal(0),
  free = new Decimal(price.freeQty),
  per = new Decimal(1),
): Decimal {
  const qty = measured.toDecimalPlaces(6).sub(free)
  if (qty.lte(0)) return new Decimal(0)
  const whole = per.mul(100)
  const exact = priceByTier(qty, price).mul(percent.add(whole)).div(whole).toDecimalPlaces(6)
  const capped = price.max === null ? exact : Decimal.min(exact, price.max)
  return price.min === null ? capped : Decimal.max(capped, price.min)
}
