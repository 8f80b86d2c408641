import { Decimal } from 'decimal.js'
import { billedDays, billMonth, type Facts, type Price } from './facts.ts'
import { getAmount, priceFor, pricesOn } from './rate-card.ts'
import { storageCharges } from './storage.ts'
import { workCharges, type Expected } from './work.ts'

const zero = new Decimal(0)

/** Correct totals of a month by charge and price code, with the limits of that month. */
export type MonthTotals = ReadonlyMap<string, Decimal>

function clampAmount(amount: Decimal, min: string | null, max: string | null): Decimal {
  const below = max === null ? amount : Decimal.min(amount, max)
  return min === null ? below : Decimal.max(below, min)
}

const total = (charges: readonly Expected[]) =>
  charges.reduce((sum, { amount }) => sum.add(amount), zero)

type VersionOn = (day: string) => Price | undefined

/**
 * Limits each date by the version valid on it, then the month by the last version valid in it. Only
 * dates with charges have a minimum.
 */
function applyLimits(
  charges: readonly Expected[],
  dates: readonly string[],
  versionOn: VersionOn,
): Decimal {
  const days = Map.groupBy(charges, ({ day }) => day)
  const sum = [...days].reduce((all, [day, group]) => {
    const price = versionOn(day)
    return all.add(price ? clampAmount(total(group), price.dayMin, price.dayMax) : total(group))
  }, zero)
  const last = dates.map(versionOn).findLast((price) => price !== undefined)
  return last ? clampAmount(sum, last.monthMin, last.monthMax) : sum
}

/** Agreed margin on each typed expense, in percent. A credited expense also credits its margin. */
function marginCharges(facts: Facts, owner: string, month: string): Expected[] {
  return facts.costs.flatMap((cost) => {
    if (cost.charge !== 'ACTUAL' || cost.owner !== owner) return []
    if (billMonth(facts, owner, cost.day) !== month) return []
    const subject = { owner, wcode: cost.wcode, charge: 'MARGIN' }
    const price = priceFor(facts, cost.day, subject, ['WORK'])
    if (!price) return []
    const qty = new Decimal(cost.amount).div(100)
    const amount = getAmount(price, qty.abs()).mul(qty.isNegative() ? -1 : 1)
    return [{ owner, charge: 'MARGIN', price, day: cost.day, qty, amount }]
  })
}

function monthCharges(facts: Facts, owner: string, month: string): Expected[] {
  const work = workCharges(facts, owner).filter(({ day }) => {
    return billMonth(facts, owner, day) === month
  })
  return [...work, ...storageCharges(facts, owner, month), ...marginCharges(facts, owner, month)]
}

/**
 * Whether an owner had expenses or movements up to the end of a month. A minimum without work
 * requires one of them (decision 451).
 */
function wasPresent(facts: Facts, owner: string, last: string): boolean {
  return [...facts.costs, ...facts.movements].some(
    (candidate) => candidate.owner === owner && candidate.day <= last,
  )
}

/** Totals of an owner in a month by `charge price`, within minimum and maximum. */
export function monthTotals(facts: Facts, owner: string, month: string): MonthTotals {
  const dates = billedDays(facts, owner, month)
  const last = dates.at(-1) ?? ''
  const charges = monthCharges(facts, owner, month)
  const atEnd = pricesOn(facts, last)
  const byCode = Map.groupBy(charges, ({ price }) => price.code)
  for (const price of atEnd) {
    const owes =
      price.owner === owner &&
      price.monthMin !== null &&
      (price.wcode !== null || wasPresent(facts, owner, last))
    if (owes && !byCode.has(price.code)) byCode.set(price.code, [])
  }
  const totals = new Map(
    [...byCode].map(([code, group]) => {
      const versionOn: VersionOn = (day) => {
        const sinceFirst = dates.filter((date) => date <= day)
        return sinceFirst
          .toReversed()
          .reduce(
            (found: Price | undefined, date) =>
              found ?? pricesOn(facts, date).find((price) => price.code === code),
            undefined,
          )
      }
      const charge = group[0]?.charge ?? versionOn(last)?.charge ?? ''
      return [`${charge} ${code}`, applyLimits(group, dates, versionOn)] as const
    }),
  )
  const minimum = priceFor(facts, last, { owner, wcode: 'W01', charge: 'INVOICE_MIN' }, ['WORK'])
  const typed = facts.costs.filter(
    (cost) => cost.owner === owner && billMonth(facts, owner, cost.day) === month,
  )
  const base = [...totals.values(), ...typed.map(({ amount }) => new Decimal(amount))]
  if (
    !minimum ||
    (charges.length === 0 && typed.length === 0 && base.every((amount) => amount.isZero()))
  ) {
    return totals
  }
  const short = base.reduce(
    (remaining, amount) => remaining.sub(amount),
    new Decimal(minimum.price),
  )
  return totals.set(`INVOICE_MIN ${minimum.code}`, Decimal.max(short, 0))
}

/** Rounds an invoice line in KRW: its absolute value to two decimals, then by the rounding mode. */
export function getSupply(exact: Decimal, mode: string): Decimal {
  const magnitude = exact.abs().toDecimalPlaces(2)
  const roundHalf = (value: Decimal, places: number) =>
    value.mul(new Decimal(10).pow(places)).add(0.5).floor().div(new Decimal(10).pow(places))
  const rounded: Readonly<Record<string, () => Decimal>> = {
    1: () => roundHalf(magnitude.mul(10).floor().div(10), 0),
    2: () => magnitude.floor(),
    3: () => roundHalf(magnitude, -1),
    4: () => magnitude.div(10).floor().mul(10),
    5: () => roundHalf(magnitude.mul(10).floor().div(10), 0).div(10).floor().mul(10),
    7: () => magnitude.ceil(),
    24: () => roundHalf(magnitude, 0),
  }
  const way = rounded[mode] ?? (() => magnitude)
  return way()
    .floor()
    .mul(exact.isNegative() ? -1 : 1)
}
