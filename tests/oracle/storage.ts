import { Decimal } from 'decimal.js'
import {
  daysBetween,
  billedDays,
  fullMonths,
  measureOn,
  nextDay,
  type Balance,
  type Facts,
  type Price,
} from './facts.ts'
import {
  getAmount,
  dailyBases,
  periodBases,
  priceFor,
  surcharge,
  weightSurcharge,
} from './rate-card.ts'
import { pieceWeight, type Expected } from './work.ts'

const zero = new Decimal(0)

/** Stock of one balance on one date. */
interface StoredStock {
  readonly balance: Balance
  readonly day: string
  readonly opening: Decimal
  readonly received: Decimal
  readonly closing: Decimal
}

/** Balances of consecutive dates, by walking through the movements. */
function getStoredOn(facts: Facts, dates: readonly string[]): StoredStock[] {
  const moved = new Map<string, Decimal>()
  const received = new Map<string, Decimal>()
  const add = (map: Map<string, Decimal>, key: string, qty: Decimal) =>
    map.set(key, (map.get(key) ?? zero).add(qty))
  const opening = new Map<number, Decimal>()
  for (const { day, from, to, qty, reverses } of facts.movements) {
    for (const [id, change] of [[from, qty.neg()] as const, [to, qty] as const]) {
      if (id === null) continue
      if (day < (dates[0] ?? '')) opening.set(id, (opening.get(id) ?? zero).add(change))
      else add(moved, `${id} ${day}`, change)
    }
    if (from === null && to !== null && reverses === null) add(received, `${to} ${day}`, qty)
    if (to === null && from !== null && reverses !== null)
      add(received, `${from} ${day}`, qty.neg())
  }
  return [...facts.balances.values()].flatMap((balance) => {
    let qty = opening.get(balance.id) ?? zero
    return dates.flatMap((day): StoredStock[] => {
      const key = `${balance.id} ${day}`
      const before = qty
      qty = qty.add(moved.get(key) ?? 0)
      const came = received.get(key) ?? zero
      if (before.lte(0) && came.isZero() && qty.lte(0)) return []
      return [{ balance, day, opening: before, received: came, closing: qty }]
    })
  })
}

const chargeSubject = ({ balance }: StoredStock) => ({ ...balance, charge: 'STORE' })

const measureStock = (facts: Facts, { balance, day }: StoredStock, unit: string): Decimal | null =>
  unit === 'CBM' || unit === 'KG' || unit === 'WORTH'
    ? measureOn(facts, balance.owner, balance.item, day)[unit]
    : new Decimal(1)

function isAnniversary(received: string, day: string): boolean {
  if (day.slice(6) === received.slice(6)) return true
  const isLast = nextDay(day).slice(6) === '01'
  return isLast && day.slice(6) < received.slice(6)
}

function countedPieces(row: StoredStock, price: Price): Decimal {
  if (price.basis === 'DAY_START') return row.opening
  return price.basis === 'DAY_PEAK' ? row.opening.add(row.received) : row.closing
}

interface DayCharge {
  readonly first: StoredStock
  readonly key: string
  readonly price: Price
  readonly qty: Decimal
  readonly percent: Decimal
}

/** Identifies the unit that is charged once a day. */
function chargedUnitKey({ balance: b }: StoredStock, unit: string): string {
  if (unit === 'CELL') return b.cell
  if (unit === 'PLT') return b.pallet
  return [b.item, b.lot, b.temperature, b.bonded, b.sample].join('|')
}

function dayCharge(
  facts: Facts,
  group: readonly StoredStock[],
  price: Price,
  all: readonly StoredStock[],
): DayCharge[] {
  const [first] = group
  if (!first) return []
  let qty = new Decimal(1)
  if (price.unit === 'CELL' && price.share === 'Y') {
    const owners = new Set(
      all
        .filter((row) => row.day === first.day && row.balance.cell === first.balance.cell)
        .filter((row) => row.closing.gt(0) && row.balance.wcode === first.balance.wcode)
        .map((row) => row.balance.owner),
    )
    qty = new Decimal(1).div(owners.size).toDecimalPlaces(6)
  } else if (price.unit !== 'CELL' && price.unit !== 'PLT') {
    qty = group.reduce(
      (sum, row) =>
        sum.add(countedPieces(row, price).mul(measureStock(facts, row, price.unit) ?? 0)),
      zero,
    )
  }
  const latestDay = (values: readonly string[]) => values.toSorted().at(-1) ?? null
  const months = Math.max(...group.map((row) => fullMonths(row.balance.received, row.day)))
  const percent = surcharge(
    price,
    latestDay(group.map((row) => row.balance.temperature)),
    latestDay(group.map((row) => row.balance.bonded)),
    months,
  )
  const kg = pieceWeight(facts, price, first.balance.owner, first.balance.item, first.day)
  if (price.weightSteps && kg === null) return []
  const raised = percent.add(weightSurcharge(price, kg))
  return [
    {
      first,
      key: chargedUnitKey(first, price.unit),
      price,
      qty: qty.toDecimalPlaces(6),
      percent: raised,
    },
  ]
}

/**
 * Subtracts the free quantity of each price and date from its charges, in the order of their keys.
 */
function subtractFreeQuantity(charges: readonly DayCharge[]): Expected[] {
  const remaining = new Map<string, Decimal>()
  const inOrder = charges.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return inOrder.map(({ first, price, qty, percent }) => {
    const { owner, item, lot } = first.balance
    const shared = { ITEM: item, LOT: `${item}|${lot}` }[price.freeOf ?? ''] ?? ''
    const free = remaining.get(shared) ?? new Decimal(price.freeQty)
    remaining.set(shared, Decimal.max(free.sub(qty), 0))
    const amount = getAmount(price, qty, percent, Decimal.min(free, qty))
    return { owner, charge: 'STORE', price, day: first.day, qty, amount }
  })
}

function dailyCharges(facts: Facts, owner: string, stored: readonly StoredStock[]): Expected[] {
  const rows = stored.flatMap((row) => {
    if (row.balance.owner !== owner) return []
    const price = priceFor(facts, row.day, chargeSubject(row), [...dailyBases, ...periodBases])
    if (!price || !dailyBases.includes(price.basis)) return []
    const { received, pallet } = row.balance
    if (daysBetween(received, row.day) < price.freeDays) return []
    if (price.basis === 'ANNIVERSARY' && !isAnniversary(received, row.day)) return []
    if (price.unit === 'PLT' && pallet === '') return []
    if (!countedPieces(row, price).gt(0) || measureStock(facts, row, price.unit) === null) return []
    return [{ row, price }]
  })
  const groups = Map.groupBy(rows, ({ row, price }) =>
    [row.day, row.balance.wcode, price.id, chargedUnitKey(row, price.unit)].join(' '),
  )
  const charges = [...groups.values()].flatMap((group) => {
    const price = group[0]?.price
    return price
      ? dayCharge(
          facts,
          group.map(({ row }) => row),
          price,
          stored,
        )
      : []
  })
  const days = Map.groupBy(charges, ({ first, price }) =>
    [first.day, first.balance.wcode, price.id].join(' '),
  )
  return [...days.values()].flatMap(subtractFreeQuantity)
}

type DateRange = readonly [first: string, last: string]

/** Sum over the rows of a date, either all of them or those with a surcharge. */
type DaySum = (day: string, of: (row: StoredStock, ends: DateRange) => Decimal) => Decimal

/** First date with the highest total, on which a peak is charged. */
function peakDay(days: readonly string[], sum: DaySum): string {
  const peaks = days.map((day) => sum(day, (row) => row.opening.add(row.received)))
  const highest = Decimal.max(...peaks)
  return days[peaks.findIndex((peak) => peak.eq(highest))] ?? ''
}

function periodQuantity(
  basis: string,
  days: readonly string[],
  sum: DaySum,
  peak: string,
): Decimal {
  const closingSum = (day: string) => sum(day, (row) => row.closing)
  if (basis === 'AVERAGE') {
    return days.reduce((total, day) => total.add(closingSum(day)), zero).div(days.length)
  }
  if (basis === 'PEAK' || basis === 'HALF_PEAK' || basis === 'TEN_PEAK') {
    return sum(peak, (row) => row.opening.add(row.received))
  }
  if (basis !== 'SPLIT') {
    return days.reduce(
      (total, day) =>
        total.add(sum(day, (row, [, last]) => (row.day === last ? row.closing : zero))),
      zero,
    )
  }
  return days.reduce((total, day, index) => {
    const came = sum(day, (row) => row.received).mul(index < 15 ? 1 : 0.5)
    const opening = sum(day, (row, [first]) => (row.day === first ? row.opening : zero))
    return total.add(opening).add(came)
  }, zero)
}

/** Surcharges of a period price with the stock that each applies to. */
function periodSurcharges(price: Price) {
  const { overMonths } = price
  return [
    { rate: price.cool, bears: ({ balance }: StoredStock) => balance.temperature === 'COOL' },
    { rate: price.frozen, bears: ({ balance }: StoredStock) => balance.temperature === 'FROZEN' },
    { rate: price.bondedRate, bears: ({ balance }: StoredStock) => balance.bonded === 'BONDED' },
    {
      rate: price.overRate,
      bears: ({ balance, day }: StoredStock) =>
        overMonths !== null && fullMonths(balance.received, day) >= overMonths,
    },
  ]
}

interface CountedStock {
  readonly row: StoredStock
  readonly each: Decimal
  /** First and last date of the period on which its price was valid. */
  readonly ends: DateRange
}

const daySum =
  (rows: readonly CountedStock[], isCharged: (row: StoredStock) => boolean): DaySum =>
  (day, of) =>
    rows
      .filter(({ row }) => row.day === day && isCharged(row))
      .reduce((total, { row, each, ends }) => total.add(of(row, ends).mul(each)), zero)

interface PricedDay {
  readonly day: string
  readonly price: Price
}

/** Dates of a period on which stock is charged by this kind of period, with their price. */
function pricedDays(
  facts: Facts,
  row: StoredStock,
  days: readonly string[],
  span: string,
): readonly PricedDay[] {
  return days.flatMap((day) => {
    const price = priceFor(facts, day, chargeSubject(row), [...dailyBases, ...periodBases])
    if (!price || !periodBases.includes(price.basis) || getSpan(price.basis) !== span) return []
    return [{ day, price }]
  })
}

const getSpan = (basis: string) => ['HALF', 'TEN'].find((span) => basis.startsWith(span)) ?? 'MONTH'

function periodCharges(
  facts: Facts,
  owner: string,
  stored: readonly StoredStock[],
  days: readonly string[],
  span: string,
): Expected[] {
  const last = days.at(-1) ?? ''
  const spans = new Map<string, readonly PricedDay[]>()
  const rows = stored.flatMap((row) => {
    if (row.balance.owner !== owner || !days.includes(row.day)) return []
    const { wcode, temperature, bonded, sample } = row.balance
    const key = [wcode, temperature, bonded, sample].join('|')
    const priced = spans.get(key) ?? pricedDays(facts, row, days, span)
    spans.set(key, priced)
    const price = priced.at(-1)?.price
    if (!price || !priced.some(({ day }) => day === row.day)) return []
    if (daysBetween(row.balance.received, row.day) < price.freeDays) return []
    const perPiece = measureStock(facts, row, price.unit)
    const ends = [priced[0]?.day ?? '', priced.at(-1)?.day ?? ''] as const
    return perPiece === null ? [] : [{ row, price, each: perPiece, ends }]
  })
  const groups = Map.groupBy(rows, ({ row, price }) => `${row.balance.wcode} ${price.id}`)
  return [...groups.values()].flatMap((group) => {
    const price = group[0]?.price
    if (!price) return []
    const things =
      price.basis === 'TEN_PEAK'
        ? [...Map.groupBy(group, ({ row }) => `${row.balance.item} ${row.balance.lot}`).values()]
        : [group]
    const sumPeaks = (isCharged: (row: StoredStock) => boolean) =>
      things
        .reduce((total, part) => {
          const peak = peakDay(
            days,
            daySum(part, () => true),
          )
          return total.add(periodQuantity(price.basis, days, daySum(part, isCharged), peak))
        }, zero)
        .toDecimalPlaces(6)
    const qty = sumPeaks(() => true)
    if (!qty.gt(0)) return []
    const percent = periodSurcharges(price).reduce(
      (total, { rate, bears: isCharged }) => total.add(sumPeaks(isCharged).mul(rate)),
      zero,
    )
    const amount = getAmount(price, qty, percent, undefined, qty)
    return [{ owner, charge: 'STORE', price, day: last, qty, amount }]
  })
}

/** Every storage charge of an owner in a billing month. */
export function storageCharges(facts: Facts, owner: string, month: string): Expected[] {
  const days = billedDays(facts, owner, month)
  const stored = getStoredOn(facts, days)
  return [
    ...dailyCharges(facts, owner, stored),
    ...periodCharges(facts, owner, stored, days, 'MONTH'),
    ...[days.slice(0, 15), days.slice(15)].flatMap((half) =>
      periodCharges(facts, owner, stored, half, 'HALF'),
    ),
    // 3기제: ten dates, ten dates and the rest of the month.
    ...[days.slice(0, 10), days.slice(10, 20), days.slice(20)].flatMap((third) =>
      periodCharges(facts, owner, stored, third, 'TEN'),
    ),
  ]
}
