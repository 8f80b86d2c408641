import type { Value } from '#kernel/field.ts'
import { getDays } from './facts.ts'
import { dailyBases } from './rate-card.ts'

export type Row = Readonly<Record<string, Value>>

/** One action of a simulated history. `ref` is the receipt or shipment it continues. */
export type Step = { readonly day: string; readonly late?: boolean } & (
  | {
      readonly kind: 'receive'
      readonly ref: string
      readonly item: string
      readonly qty: number
      readonly rest: number
      readonly cell: string
      readonly pallet: string
    }
  | { readonly kind: 'receive-rest' | 'cancel-receipt' | 'cancel-shipment'; readonly ref: string }
  | { readonly kind: 'ship'; readonly ref: string; readonly item: string; readonly qty: number }
  | { readonly kind: 'measure'; readonly item: string; readonly cbm: number }
  | { readonly kind: 'price'; readonly rows: readonly Row[] }
  | { readonly kind: 'hand'; readonly amount: number; readonly isCost: boolean }
)

export interface Item {
  readonly code: string
  readonly cbm: number
  readonly kg: number
  readonly box: number
  readonly worth: number | null
}

/** All actions and settings of one owner. */
export interface Life {
  readonly owner: string
  /** Last date of its billing months, or 0 for calendar months. */
  readonly closeDay: number
  readonly taxWay: string
  readonly items: readonly Item[]
  readonly cards: readonly Row[]
  readonly steps: readonly Step[]
  /** Months that are reopened and closed again after a late action. */
  readonly reopened: readonly string[]
}

export function createRandom(seed: number) {
  let state = (seed * 2_654_435_761) % 2_147_483_648
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) / 32_768
  }
  const upTo = (max: number) => Math.floor(next() * max)
  return {
    upTo,
    chance: (rate: number) => next() < rate,
    pick: <T>(from: readonly T[]): T => from[upTo(from.length)] as T,
  }
}

export type Random = ReturnType<typeof createRandom>

/** Parts of the rate card that a generated history can use. */
export interface RateCardOptions {
  readonly bases: readonly string[]
  readonly splitPrices: boolean
  readonly measuredLate: boolean
  readonly otherBasis: boolean
  /** A second storage price for the warehouse of the owner, valid for part of the time. */
  readonly narrower?: boolean
  /** Closing days of owners whose billing months are not calendar months. */
  readonly closeDays?: readonly number[]
}

function randomLimits(random: Random): Row {
  const some = random.upTo(6)
  if (some === 0) return { DAY_MIN_AMT: 50, DAY_MAX_AMT: 900 }
  if (some === 1) return { MONTH_MIN_AMT: 4000, MONTH_MAX_AMT: 9000 }
  if (some === 2) return { MAX_AMT: 700 }
  if (some === 3) return { MIN_AMT: 11.5 }
  return {}
}

/**
 * Free quantities per date belong to the owner, an item or a lot. Those per period belong to the
 * owner.
 */
function freeQuantity(random: Random, basis: string, unit: string): Row {
  if (!random.chance(0.4)) return {}
  const isByItem = dailyBases.includes(basis) && unit !== 'CELL' && unit !== 'PLT'
  const scope = isByItem ? random.pick(['OWNER', 'ITEM', 'LOT', null]) : null
  const max = unit === 'CBM' || unit === 'CELL' || unit === 'PLT' ? 2 : 60
  return { FREE_QTY: 1 + random.upTo(max), ...(scope ? { FREE_CD: scope } : {}) }
}

const weightSteps = (random: Random): Row =>
  random.chance(0.4) ? { WEIGHT_STEPS: '2.5:10, 5:25.5' } : {}

function storageCard(random: Random, owner: string, spread: RateCardOptions): Row {
  const basis = random.pick(spread.bases)
  const isDayEnd = basis === 'DAY_END'
  const unit = random.pick(
    isDayEnd ? ['CBM', 'KG', 'EA', 'WORTH', 'CELL', 'PLT'] : ['CBM', 'KG', 'EA', 'WORTH'],
  )
  return {
    PRICE_CD: `${owner}-STORE`,
    CHARGE_CD: 'STORE',
    BASIS_CD: basis,
    UNIT_CD: unit,
    UNIT_PRICE: (1 + random.upTo(90_000)) / (unit === 'CELL' ? 100 : 1000),
    SHARE_YN: unit === 'CELL' && random.chance(0.6) ? 'Y' : 'N',
    FREE_DAYS: random.chance(0.3) ? random.upTo(6) : 0,
    ...freeQuantity(random, basis, unit),
    ...(dailyBases.includes(basis) && unit !== 'CELL' && unit !== 'PLT' ? weightSteps(random) : {}),
    COOL_RATE: random.pick([0, 20, 33.3]),
    ...(random.chance(0.3) ? { OVER_MONTHS: 1 + random.upTo(2), OVER_RATE: 12.5 } : {}),
    ...randomLimits(random),
  }
}

function workCard(random: Random, owner: string, charge: string): Row {
  const unit = random.pick(['EA', 'EA', 'BOX', 'CBM', 'KG', 'PLT', 'WORTH', 'LINE', 'DOC'])
  const per = random.pick(['LINE', 'DOC'])
  const isTiered = random.chance(0.25) && unit === 'EA'
  return {
    PRICE_CD: `${owner}-${charge}`,
    CHARGE_CD: charge,
    BASIS_CD: 'WORK',
    UNIT_CD: unit,
    PER_CD: per,
    ...(per === 'LINE' && unit !== 'DOC' && unit !== 'PLT' ? weightSteps(random) : {}),
    UNIT_PRICE: (1 + random.upTo(20_000)) / 1000,
    FREE_QTY: random.chance(0.2) ? random.upTo(4) : 0,
    ...(isTiered ? { TIER_CD: random.pick(['GRADUATED', 'WHOLE']), TIERS: '0:7.5, 20:5.25' } : {}),
    ...randomLimits(random),
  }
}

/** Prices of cooled stock, in addition to the prices that apply to all stock. */
function randomCoolCards(random: Random, owner: string, spread: RateCardOptions): Row[] {
  const asCoolPrice = (card: Row): Row => ({
    ...card,
    PRICE_CD: `${String(card['PRICE_CD'])}-COOL`,
    TEMPERATURE_CD: 'COOL',
  })
  return [
    ...(random.chance(0.3) ? [asCoolPrice(storageCard(random, owner, spread))] : []),
    ...(random.chance(0.3)
      ? [asCoolPrice(workCard(random, owner, random.pick(['IN', 'OUT'])))]
      : []),
  ]
}

/** Price card in the history of one owner that applies to all owners. */
const forAllOwners = (card: Row): Row => ({ ...card, OWNER_CD: null, VAT_CD: 'TAX' })

const marginCard = (random: Random, owner: string): Row => ({
  PRICE_CD: `${owner}-MARGIN`,
  CHARGE_CD: 'MARGIN',
  BASIS_CD: 'WORK',
  UNIT_CD: 'COST',
  UNIT_PRICE: (1 + random.upTo(200)) / 10,
  ...randomLimits(random),
})

const minimumCard = (random: Random, owner: string): Row => ({
  PRICE_CD: `${owner}-LEAST`,
  CHARGE_CD: 'INVOICE_MIN',
  BASIS_CD: 'WORK',
  UNIT_CD: 'DOC',
  UNIT_PRICE: 1000 + random.upTo(20_000),
})

/** Narrower price of one warehouse. */
const inWarehouse = (card: Row): Row => ({
  ...card,
  PRICE_CD: `${String(card['PRICE_CD'])}-W`,
  PRICE_WCODE: 'W01',
})

/**
 * A price has daily limits in all versions or in none, because charges of closed months cannot be
 * split by date afterwards.
 */
function withOtherLimits(random: Random, card: Row): Row {
  if (card['CHARGE_CD'] === 'INVOICE_MIN' || !random.chance(0.5)) return {}
  if (card['DAY_MAX_AMT']) return { DAY_MIN_AMT: 20 + random.upTo(90), DAY_MAX_AMT: 1500 }
  return random.chance(0.5)
    ? { MONTH_MIN_AMT: 3000, MONTH_MAX_AMT: 11_000 }
    : { MONTH_MIN_AMT: null, MONTH_MAX_AMT: null }
}

/** A later version of a card with a different price and possibly different limits. */
function nextVersion(random: Random, card: Row, version: number, from: string): Row {
  return {
    ...card,
    VERSION_NO: version,
    UNIT_PRICE:
      Math.round(Number(card['UNIT_PRICE']) * random.pick([5000, 12_500, 20_000])) / 10_000,
    ...(card['FREE_QTY'] && random.chance(0.4) ? { FREE_QTY: Number(card['FREE_QTY']) + 1 } : {}),
    ...withOtherLimits(random, card),
    FROM_DT: from,
  }
}

/** Random history of one owner through the given months. */
export function randomLife(
  seed: number,
  owner: string,
  months: readonly string[],
  spread: RateCardOptions,
): Life {
  const random = createRandom(seed)
  const isFirst = seed % 10 === 0
  const closeDay = random.chance(0.4) ? random.pick([0, ...(spread.closeDays ?? [])]) : 0
  const taxWay = random.pick(['LINE', 'SUM'])
  const hasMinimum = random.chance(0.5)
  const items = Array.from({ length: 2 + random.upTo(2) }, (_, index): Item => ({
    code: `${owner}-${index}`,
    cbm: spread.measuredLate && random.chance(0.25) ? 0 : (1 + random.upTo(400)) / 1000,
    kg: (1 + random.upTo(9000)) / 1000,
    box: 2 + random.upTo(9),
    worth: random.chance(0.2) ? null : (1 + random.upTo(900_000)) / 100,
  }))
  const cards = [
    storageCard(random, owner, spread),
    ...['IN', 'OUT', 'UNLOAD', 'PICK', 'LOAD']
      .filter(() => random.chance(0.7))
      .map((charge) => workCard(random, owner, charge)),
    ...(isFirst ? [forAllOwners(workCard(random, owner, 'INSPECT'))] : []),
    ...randomCoolCards(random, owner, spread),
    ...(random.chance(0.6) ? [marginCard(random, owner)] : []),
    ...(hasMinimum ? [minimumCard(random, owner)] : []),
    ...(hasMinimum && random.chance(0.5) ? [inWarehouse(minimumCard(random, owner))] : []),
  ].map((card): Row => ({
    BATCH_FLAG: 'I',
    OWNER_CD: owner,
    VERSION_NO: 1,
    ROUNDING_CD: random.pick(['1', '2', '3', '4', '5', '7', '24']),
    // A minimum per invoice applies to one kind of tax.
    VAT_CD: hasMinimum ? 'TAX' : random.pick(['TAX', 'TAX', 'ZERO', 'FREE']),
    FROM_DT: '20260101',
    ...card,
  }))
  const steps: Step[] = []
  const versions = new Map<string, number>()
  for (const [index, month] of months.entries()) {
    const days = getDays(month)
    const getDay = (from = 0, to = days.length) => days[from + random.upTo(to - from)] ?? ''
    for (let remaining = 1 + random.upTo(4); remaining > 0; remaining -= 1) {
      const ref = `R${index}-${remaining}`
      const first = random.upTo(days.length)
      const qty = 1 + random.upTo(60)
      const rest = random.chance(0.3) ? 1 + random.upTo(30) : 0
      const cell = random.pick(['A-001', 'A-002', 'COOL-1', 'COOL-2'])
      const pallet = random.chance(0.7) ? `${owner}-${cell}-${random.upTo(3)}` : ''
      const item = random.pick(items).code
      steps.push({ kind: 'receive', day: days[first] ?? '', ref, item, qty, rest, cell, pallet })
      if (rest > 0) steps.push({ kind: 'receive-rest', day: getDay(first), ref })
      const next = months[index + 1]
      if (rest > 0 && next && spread.splitPrices && random.chance(0.4)) {
        const late = getDays(next)[random.upTo(8)] ?? ''
        steps.push({ kind: 'receive-rest', day: late, ref })
      }
      if (random.chance(0.3)) steps.push({ kind: 'cancel-receipt', day: getDay(first), ref })
      if (next && random.chance(0.35)) {
        const late = getDays(next)[random.upTo(9)] ?? ''
        steps.push({ kind: 'cancel-receipt', day: late, ref })
      }
    }
    for (let remaining = random.upTo(3); remaining > 0; remaining -= 1) {
      const ref = `S${index}-${remaining}`
      const first = random.upTo(days.length)
      const qty = 1 + random.upTo(20)
      steps.push({ kind: 'ship', day: days[first] ?? '', ref, item: random.pick(items).code, qty })
      if (random.chance(0.25)) steps.push({ kind: 'cancel-shipment', day: getDay(first), ref })
    }
    if (random.chance(0.35)) {
      const isCost = random.chance(0.6)
      steps.push({ kind: 'hand', day: getDay(), amount: random.upTo(5000) - 1000, isCost })
    }
    const unmeasured = items.find(({ cbm }) => cbm === 0)
    if (unmeasured && index > 0 && random.chance(0.7)) {
      steps.push({ kind: 'measure', day: getDay(2, 6), item: unmeasured.code, cbm: 0.0125 })
    }
    const before = months[index - 1]
    if (before && spread.otherBasis && random.chance(0.3)) {
      const [store] = cards
      const code = String(store?.['PRICE_CD'])
      const version = (versions.get(code) ?? 1) + 1
      versions.set(code, version)
      const other = { ...storageCard(random, owner, spread), BATCH_FLAG: 'I', OWNER_CD: owner }
      const dated = {
        VERSION_NO: version,
        ROUNDING_CD: '2',
        FROM_DT: getDays(before, closeDay)[0] ?? '',
      }
      steps.push({ kind: 'price', day: getDay(0, 3), rows: [{ ...other, ...dated }] })
    } else if (index > 0 && random.chance(0.6)) {
      const card = random.pick(cards)
      const code = String(card['PRICE_CD'])
      const version = (versions.get(code) ?? 1) + 1
      versions.set(code, version)
      const before = random.chance(0.6) ? months[index - 1] : undefined
      const since = getDays(before ?? month)
      // Work of a closed month is re-rated by the date of its last movement, so its versions start
      // with the month.
      const isWithin = random.chance(0.5) && before === undefined
      const from = since[isWithin ? random.upTo(since.length) : 0] ?? ''
      const ends = random.chance(0.15) ? { TO_DT: getDay(12) } : {}
      const rows = [{ ...nextVersion(random, card, version, from), ...ends }]
      steps.push({ kind: 'price', day: getDay(2, 9), rows })
    }
  }
  if (spread.narrower && random.chance(0.6)) {
    const days = getDays(months[1 + random.upTo(months.length - 1)] ?? '')
    const first = random.upTo(days.length - 4)
    const until = random.chance(0.5) ? days[first + random.upTo(days.length - first)] : undefined
    const row: Row = {
      ...storageCard(random, owner, spread),
      BATCH_FLAG: 'I',
      OWNER_CD: owner,
      PRICE_CD: `${owner}-NARROW`,
      PRICE_WCODE: 'W01',
      VERSION_NO: 1,
      ROUNDING_CD: '2',
      FROM_DT: days[first] ?? '',
      ...(until ? { TO_DT: until } : {}),
    }
    // The version is saved before or after its first date.
    steps.push({ kind: 'price', day: days[3 + random.upTo(days.length - 3)] ?? '', rows: [row] })
  }
  const reopened = months.filter(() => random.chance(0.15))
  return {
    owner,
    closeDay,
    taxWay,
    items,
    cards,
    steps: steps.toSorted((a, b) => a.day.localeCompare(b.day)),
    reopened,
  }
}
