import { Decimal } from 'decimal.js'
import { billMonth, measureOn, type Facts, type Movement, type Price } from './facts.ts'
import { getAmount, priceFor, surcharge, weightSurcharge } from './rate-card.ts'

/** Charge that the oracle expects. `day` is the date it belongs to. */
export interface Expected {
  readonly owner: string
  readonly charge: string
  readonly price: Price
  readonly day: string
  readonly qty: Decimal
  readonly amount: Decimal
}

const chargesOf: Readonly<Record<string, readonly string[]>> = {
  RECEIPT: ['IN', 'UNLOAD', 'INSPECT'],
  SHIPMENT: ['OUT', 'PICK', 'LOAD'],
}

interface MovementPart {
  readonly move: Movement
  readonly charge: string
  readonly price: Price
  readonly temperature: string
  readonly bonded: string
  readonly pallet: string
}

/** Movements of work that count: no reversals and no reversed movements. */
function countedMovements(facts: Facts): Movement[] {
  const reversed = new Set(facts.movements.map((move) => move.reverses))
  return facts.movements.filter(
    (move) =>
      (move.kind === 'RECEIPT' || move.kind === 'SHIPMENT') &&
      move.reverses === null &&
      !reversed.has(move.no),
  )
}

function pricedParts(facts: Facts, owner: string): MovementPart[] {
  return countedMovements(facts)
    .filter((move) => move.owner === owner)
    .flatMap((move) => {
      const place = facts.balances.get(move.to ?? move.from ?? 0)
      if (!place) throw new Error(`movement ${move.no} without a balance`)
      return (chargesOf[move.kind] ?? []).flatMap((charge): MovementPart[] => {
        const subject = {
          wcode: place.wcode,
          owner,
          charge,
          temperature: place.temperature,
          bonded: place.bonded,
          sample: place.sample,
          orderKind: move.orderKind,
        }
        const price = priceFor(facts, move.day, subject, ['WORK'])
        const { temperature, bonded, pallet } = place
        return price ? [{ move, charge, price, temperature, bonded, pallet }] : []
      })
    })
}

/** Weight of a charged piece or box on a date, or null if it is unknown. */
export function pieceWeight(
  facts: Facts,
  price: Price,
  owner: string,
  item: string,
  day: string,
): Decimal | null {
  const { KG, BOX } = measureOn(facts, owner, item, day)
  return price.unit === 'BOX' ? (KG?.mul(BOX ?? 1) ?? null) : KG
}

/** Pieces of one line in the unit of the price, or undefined if they cannot be measured. */
function getUnits(
  facts: Facts,
  parts: readonly MovementPart[],
  owner: string,
): Decimal | undefined {
  const unit = parts[0]?.price.unit ?? ''
  const isWeighed = parts.every(
    ({ move, price }) => pieceWeight(facts, price, owner, move.item, move.day) !== null,
  )
  if (parts[0]?.price.weightSteps && !isWeighed) return undefined
  const pieces = parts.reduce((sum, { move }) => sum.add(move.qty), new Decimal(0))
  if (unit === 'EA' || unit === 'DOC' || unit === 'LINE') return pieces
  if (unit === 'PLT') {
    const pallets = new Set(parts.map(({ pallet }) => pallet).filter((pallet) => pallet !== ''))
    return pallets.size === 0 ? undefined : new Decimal(pallets.size)
  }
  const measured = parts.map(({ move }) => {
    const measure = measureOn(facts, owner, move.item, move.day)
    const perPiece = measure[unit as 'CBM' | 'KG' | 'BOX' | 'WORTH']
    return perPiece === null ? undefined : { qty: move.qty, each: perPiece }
  })
  if (measured.includes(undefined)) return undefined
  const known = measured.filter((part) => part !== undefined)
  if (unit !== 'BOX') {
    return known.reduce((sum, { qty, each }) => sum.add(qty.mul(each)), new Decimal(0))
  }
  const boxes = Map.groupBy(known, ({ each }) => each.toString())
  return [...boxes.values()].reduce((sum, same) => {
    const total = same.reduce((all, { qty }) => all.add(qty), new Decimal(0))
    return sum.add(total.div(same[0]?.each ?? 1).ceil())
  }, new Decimal(0))
}

function lastDay(parts: readonly MovementPart[]): string {
  return (
    parts
      .map(({ move }) => move.day)
      .toSorted()
      .at(-1) ?? ''
  )
}

function firstDay(parts: readonly MovementPart[]): string {
  return parts.map(({ move }) => move.day).toSorted()[0] ?? ''
}

/** Lines and documents are charged once, on the date of their first movement. */
function countsOnce(parts: readonly MovementPart[]): MovementPart[] {
  const chargedOnce = (unit: string, key: (part: MovementPart) => string) => {
    const groups = Map.groupBy(
      parts.filter(({ price }) => price.unit === unit),
      (part) => `${part.charge} ${part.price.code} ${key(part)}`,
    )
    return [...groups.values()].flatMap((group) =>
      group.filter(({ move }) => move.day === firstDay(group)),
    )
  }
  const rest = parts.filter(({ price }) => price.unit !== 'DOC' && price.unit !== 'LINE')
  const lineKey = (part: MovementPart) => `${part.move.doc} ${part.move.line}`
  return [...rest, ...chargedOnce('DOC', ({ move }) => move.doc), ...chargedOnce('LINE', lineKey)]
}

/** Attributes that are measured separately within a line. */
const separateParts = ({ move, temperature, bonded }: MovementPart) =>
  `${move.line} ${temperature} ${bonded}`

/** Whether any version of the price has a limit per date. */
const isLimitedByDay = (facts: Facts, code: string) =>
  facts.prices.some((price) => price.code === code && (price.dayMin ?? price.dayMax) !== null)

/**
 * All charges for the work of an owner. A document is charged by price, month and line, and also by
 * date if its price has daily limits.
 */
export function workCharges(facts: Facts, owner: string): Expected[] {
  const groups = Map.groupBy(countsOnce(pricedParts(facts, owner)), ({ move, charge, price }) => {
    const isPerDocument = price.unit === 'DOC' || price.per === 'DOC'
    const period = isLimitedByDay(facts, price.code) ? move.day : billMonth(facts, owner, move.day)
    return [move.doc, isPerDocument ? 0 : move.line, charge, price.id, period].join('|')
  })
  return [...groups.values()].flatMap((all) => {
    const lines = [...Map.groupBy(all, separateParts).values()].flatMap((parts) => {
      const units = getUnits(facts, parts, owner)
      return units === undefined ? [] : [{ parts, units }]
    })
    // Lines that cannot be measured yet wait; the other lines are billed.
    const parts = lines.flatMap((line) => line.parts)
    const [first] = parts
    if (!first) return []
    const { price, charge } = first
    let qty = lines.reduce((sum, { units }) => sum.add(units), new Decimal(0))
    if (price.unit === 'DOC') qty = new Decimal(1)
    if (price.unit === 'LINE') qty = new Decimal(new Set(parts.map((p) => p.move.line)).size)
    const temperatures = new Set(parts.map(({ temperature }) => temperature))
    const temperature = ['FROZEN', 'COOL'].find((candidate) => temperatures.has(candidate)) ?? 'DRY'
    const heaviest = parts
      .map(({ move }) => pieceWeight(facts, price, owner, move.item, move.day) ?? new Decimal(0))
      .reduce((most, kg) => Decimal.max(most, kg))
    const bonded = parts.map((part) => part.bonded).toSorted()[0] ?? null
    const amount = getAmount(
      price,
      qty,
      surcharge(price, temperature, bonded, 0).add(weightSurcharge(price, heaviest)),
    )
    return [{ owner, charge, price, day: lastDay(parts), qty, amount }]
  })
}
