import { Decimal } from 'decimal.js'
import { getSupply } from './bill.ts'

/** Version of a freight tariff, as typed. Null conditions apply to every booking. */
export interface Tariff {
  readonly code: string
  readonly version: number
  readonly side: 'SELL' | 'BUY'
  readonly item: string
  readonly customer: string | null
  readonly carrier: string | null
  readonly pol: string | null
  readonly pod: string | null
  readonly size: string | null
  readonly wcode: string | null
  readonly price: string
  readonly tier: string | null
  readonly tiers: string | null
  readonly free: string
  readonly min: string | null
  readonly max: string | null
  readonly currency: string
  readonly mode: string
  readonly vat: string
  readonly from: string
  readonly to: string | null
}

export interface FreightItem {
  readonly code: string
  readonly mode: string
  readonly division: string | null
  readonly basis: string
  readonly vat: string
  readonly pay: string
}

export interface Box {
  readonly size: string
  readonly count: number
  readonly isShared: boolean
  readonly isMain: boolean
}

export interface Shipment {
  readonly mode: string
  readonly load: string
  readonly carrier: string
  readonly por: string | null
  readonly pol: string
  readonly pod: string
  readonly pvd: string | null
  readonly wcode: string
  readonly day: string
  readonly pay: string
  readonly shipper: string
  readonly consignee: string
  readonly kg: string
  readonly cbm: string | null
  readonly boxes: readonly Box[]
}

export interface ExpectedCharge {
  readonly code: string
  readonly payer: string | null
  readonly vat: string
  readonly qty: Decimal
  readonly currency: string
  readonly amount: Decimal
  readonly won: Decimal
}

/** Won per `unit` of a currency, from a date on. */
export interface Rate {
  readonly currency: string
  readonly from: string
  readonly won: string
  readonly unit: number
}

const roundHalf = (value: Decimal, places: number) =>
  value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP)

/** Version of each code that is valid on a date: the latest started one, unless it has ended. */
function selectTariffs(tariffs: readonly Tariff[], day: string): Tariff[] {
  const started = tariffs.filter(({ from }) => from <= day)
  return started.filter(
    (tariff) =>
      (tariff.to === null || tariff.to >= day) &&
      !started.some((other) => other.code === tariff.code && other.version > tariff.version),
  )
}

const conditions = ['side', 'item', 'customer', 'carrier', 'pol', 'pod', 'size', 'wcode'] as const

/** Two codes with the same conditions that are valid on the same date. */
export function findClash(tariffs: readonly Tariff[]): readonly [string, string] | undefined {
  for (const day of tariffs.map(({ from }) => from)) {
    const valid = selectTariffs(tariffs, day)
    for (const tariff of valid) {
      const other = valid.find(
        (candidate) =>
          candidate.code !== tariff.code &&
          conditions.every((name) => candidate[name] === tariff[name]),
      )
      if (other) return [tariff.code, other.code]
    }
  }
  return undefined
}

/** Spec §9: the division depends on where the journey touches the home country. */
function divisionCode({ por, pol, pod, pvd }: Shipment): string {
  const [origin, destination] = [(por ?? pol).slice(0, 2), (pvd ?? pod).slice(0, 2)]
  if (origin === destination) return 'DI'
  if (destination === 'KR') return 'IN'
  if (origin === 'KR') return 'OP'
  return [pol, pod].some((port) => port.startsWith('KR')) ? 'IT' : 'OS'
}

type CountedUnits = readonly (readonly [size: string | null, qty: Decimal])[]

function countUnits(item: FreightItem, side: string, of: Shipment): CountedUnits {
  const kg = new Decimal(of.kg)
  const cbm = new Decimal(of.cbm ?? 0)
  if (item.basis === 'BL') return [[null, new Decimal(1)]]
  if (item.basis === 'RT') {
    const tons = roundHalf(Decimal.max(kg.div(1000), cbm), 3)
    return of.load === 'FCL' ? [] : [[null, tons]]
  }
  if (item.basis === 'KG') {
    const volume = cbm.mul(1_000_000).div(6000).toDecimalPlaces(3, Decimal.ROUND_UP)
    return [[null, Decimal.max(kg, volume).mul(2).ceil().div(2)]]
  }
  if (side === 'SELL' && of.load === 'LCL') return []
  const own = of.boxes.filter(({ isShared, isMain }) => !isShared || isMain)
  return [...Map.groupBy(own, ({ size }) => size)].map(([size, group]) => [
    size,
    group.reduce((sum, { count }) => sum.add(count), new Decimal(0)),
  ])
}

function priceQuantity(qty: Decimal, { price, tier, tiers, free, min, max }: Tariff): Decimal {
  const remaining = qty.sub(free)
  if (remaining.lte(0)) return new Decimal(0)
  const steps = (tiers ?? '').split(',').map((step) => {
    const [above = '', each = ''] = step.trim().split(':')
    return { above: new Decimal(above || 0), each: new Decimal(each || 0) }
  })
  let amount = remaining.mul(price)
  if (tier === 'WHOLE') {
    amount = remaining.mul(steps.filter(({ above }) => above.lt(remaining)).at(-1)?.each ?? 0)
  }
  if (tier === 'GRADUATED') {
    amount = steps.reduce((sum, { above, each }, index) => {
      const end = Decimal.min(steps[index + 1]?.above ?? remaining, remaining)
      return end.gt(above) ? sum.add(end.sub(above).mul(each)) : sum
    }, new Decimal(0))
  }
  if (max !== null) amount = Decimal.min(amount, max)
  return min === null ? amount : Decimal.max(amount, min)
}

const decimals: Readonly<Record<string, number>> = { KRW: 0, JPY: 0, KWD: 3 }

/** Two decimals, then those of the currency; won by the mode of the tariff. */
function roundAmount(amount: Decimal, currency: string, mode: string): Decimal {
  if (currency === 'KRW') return getSupply(roundHalf(amount, 2), mode)
  const places = decimals[currency] ?? 2
  return places > 2 ? roundHalf(amount, places) : roundHalf(roundHalf(amount, 2), places)
}

/** The narrowest tariff: payer, then carrier, ports, size-type and warehouse. */
function pickNarrowest(found: readonly Tariff[]): Tariff | undefined {
  const columns = ['customer', 'carrier', 'pol', 'pod', 'size', 'wcode'] as const
  return columns.reduce((remaining, name) => {
    const named = remaining.filter((tariff) => tariff[name] !== null)
    return named.length > 0 ? named : remaining
  }, found)[0]
}

/** Charges of a booking by `side item size`. */
export function calculateCharges(
  shipment: Shipment,
  tariffs: readonly Tariff[],
  items: readonly FreightItem[],
  rates: readonly Rate[],
): ReadonlyMap<string, ExpectedCharge> {
  const valid = selectTariffs(tariffs, shipment.day)
  const division = divisionCode(shipment)
  const cases = items.flatMap((item) => (['SELL', 'BUY'] as const).map((side) => ({ item, side })))
  const charges = cases.flatMap(({ item, side }) => {
    if (item.mode !== 'ANY' && item.mode !== shipment.mode) return []
    if (item.division !== null && item.division !== division) return []
    const terms = item.division === null ? shipment.pay : item.pay
    const payer = terms === 'COLLECT' ? shipment.consignee : shipment.shipper
    return countUnits(item, side, shipment).flatMap(([size, qty]) => {
      const matchesOrUnset = (wanted: string | null, value: string | null) =>
        wanted === null || wanted === value
      const tariff = pickNarrowest(
        valid.filter(
          (candidate) =>
            candidate.side === side &&
            candidate.item === item.code &&
            matchesOrUnset(candidate.customer, payer) &&
            matchesOrUnset(candidate.carrier, shipment.carrier) &&
            matchesOrUnset(candidate.pol, shipment.pol) &&
            matchesOrUnset(candidate.pod, shipment.pod) &&
            matchesOrUnset(candidate.size, size) &&
            matchesOrUnset(candidate.wcode, shipment.wcode),
        ),
      )
      if (!tariff || (item.basis !== 'CNTR' && qty.isZero())) return []
      const { currency, mode, code } = tariff
      const vat = tariff.vat === 'TAX' ? item.vat : tariff.vat
      const amount = roundAmount(priceQuantity(qty, tariff), currency, mode)
      const rate = rates
        .filter((candidate) => candidate.currency === currency && candidate.from <= shipment.day)
        .at(-1)
      const won = roundHalf(roundHalf(amount.mul(rate?.won ?? 1).div(rate?.unit ?? 1), 2), 0)
      const charge = {
        code,
        payer: side === 'SELL' ? payer : null,
        vat,
        qty,
        currency,
        amount,
        won,
      }
      return [[`${side} ${item.code} ${size ?? ''}`.trim(), charge] as const]
    })
  })
  return new Map(charges)
}
