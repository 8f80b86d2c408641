import {
  compareDecimal,
  decimalText,
  multiplyDecimal,
  roundDecimal,
  toDecimal,
  type Decimal,
} from '#kernel/decimal.ts'
import { roundAmount } from './amount.ts'
import { chargeableKg, revenueTons } from './cargo-measure.ts'
import { currencyDecimals } from './currency-decimals.ts'
import { toWon } from './exchange-rate.ts'
import { isRoundingMode } from './rounding-mode.ts'

export const homeCountry = 'KR'
export const homeCurrency = 'KRW'

/** Revenue or cost. */
export type FreightSide = 'SELL' | 'BUY'

/** Customers of a booking or bill. Merged customers are replaced by the one they were merged into. */
interface FreightParties {
  readonly shipper: string | null
  readonly consignee: string | null
}

/**
 * Cargo of a booking. `containers` excludes shared containers counted on another booking, and the
 * numbers of bills exclude cancelled ones.
 */
export interface FreightCargo {
  /** Parties of the house bills, each with the number of its bills. */
  readonly houses: readonly (FreightParties & { readonly count: number })[]
  readonly masterBills: number
  readonly weightKg: string | null
  readonly cbm: string | null
  readonly containers: readonly { readonly size: string; readonly count: number }[]
}

interface FreightQuantity {
  /** Size-type, if charged per container. */
  readonly size: string | null
  readonly qty: string
}

/**
 * Represents cubic metres as a piece with a section of one square centimetre and a length in
 * centimetres.
 */
function volumePiece(cbm: string) {
  return {
    count: 1,
    lengthCm: Number(decimalText(multiplyDecimal(toDecimal(cbm), toDecimal('1000000')))),
    widthCm: 1,
    heightCm: 1,
  }
}

/** Chargeable kilograms by air of a total volume and gross weight. */
export const airChargeableKg = (cbm: string, weightKg: string): string =>
  chargeableKg([volumePiece(cbm)], weightKg)

/**
 * Bills that are charged: the house bills as revenue, the master bills as cost. A booking without
 * bills has one.
 */
function countBills(side: FreightSide, { houses, masterBills }: FreightCargo): number {
  const houseBills = houses.reduce((sum, { count }) => sum + count, 0)
  return (side === 'SELL' && houseBills) || masterBills || 1
}

/**
 * Quantities charged on a basis: one per size-type for containers, otherwise a single one. Empty if
 * the booking lacks the measure.
 */
export function freightQuantities(
  basis: string,
  side: FreightSide,
  cargo: FreightCargo,
): readonly FreightQuantity[] {
  const cbm = cargo.cbm ?? '0'
  const weightKg = cargo.weightKg ?? '0'
  const unsized = (qty: string) => (toDecimal(qty).units === 0n ? [] : [{ size: null, qty }])
  if (basis === 'BL') return unsized(String(countBills(side, cargo)))
  if (basis === 'RT') {
    return unsized(decimalText(roundDecimal(toDecimal(revenueTons(cbm, weightKg)), 3, 'half')))
  }
  if (basis === 'KG') return unsized(airChargeableKg(cbm, weightKg))
  if (basis !== 'CNTR') return []
  return cargo.containers.map(({ size, count }) => ({ size, qty: String(count) }))
}

/**
 * Whether an item of a basis is charged to bookings of a load type: revenue tons for LCL cargo,
 * containers for full loads. The carrier is also paid per container that LCL cargo fills.
 */
export function isOfLoad(basis: string, side: FreightSide, load: string): boolean {
  if (basis === 'RT') return load !== 'FCL'
  return basis !== 'CNTR' || side === 'BUY' || load !== 'LCL'
}

interface FreightTerms {
  readonly division: string | null
  readonly pay: string
}

/**
 * Party that pays an item: the consignee if collect, otherwise the shipper. An item without a
 * freight division belongs to the main carriage and follows the payment term of the booking.
 */
export function freightPayer(
  item: FreightTerms,
  booking: FreightParties & { readonly pay: string },
): { readonly column: 'SHIPPER_CD' | 'CONSIGNEE_CD'; readonly payer: string | null } {
  const pay = item.division === null ? booking.pay : item.pay
  return pay === 'COLLECT'
    ? { column: 'CONSIGNEE_CD', payer: booking.consignee }
    : { column: 'SHIPPER_CD', payer: booking.shipper }
}

interface ChargedBooking extends FreightParties {
  readonly pay: string
  readonly cargo: FreightCargo
}

export interface PaidQuantity extends FreightQuantity {
  readonly payer: string | null
  /** The payer, if house bills are charged to another party than the booking's. */
  readonly housePayer: string | null
}

/**
 * Quantities of an item with their payers. Revenue per house bill is paid by the party of each
 * bill, all others by that of the booking.
 */
export function paidQuantities(
  item: FreightTerms & { readonly basis: string },
  side: FreightSide,
  booking: ChargedBooking,
): readonly PaidQuantity[] {
  const { payer } = freightPayer(item, booking)
  const { houses } = booking.cargo
  if (item.basis !== 'BL' || side === 'BUY' || houses.length === 0) {
    const quantities = freightQuantities(item.basis, side, booking.cargo)
    return quantities.map((quantity) => ({ ...quantity, payer, housePayer: null }))
  }
  const payers = Map.groupBy(houses, ({ shipper, consignee }) => {
    const parties = {
      shipper: shipper ?? booking.shipper,
      consignee: consignee ?? booking.consignee,
    }
    return freightPayer(item, { pay: booking.pay, ...parties }).payer
  })
  return [...payers].map(([party, bills]) => ({
    size: null,
    qty: String(bills.reduce((sum, { count }) => sum + count, 0)),
    payer: party,
    housePayer: party === payer ? null : party,
  }))
}

/** Fields of a charge that its booking determines. */
interface RatedCharge extends FreightTerms {
  readonly basis: string
  readonly size: string | null
  readonly qty: string
  readonly payer: string
  readonly chargeDay: string
}

/**
 * Whether rating the booking again would change the quantity, date or payer of a revenue charge, or
 * drop the charge.
 */
export function isOutdated(
  charge: RatedCharge,
  booking: ChargedBooking & { readonly day: string; readonly load: string },
): boolean {
  const { basis, size, qty, payer, chargeDay } = charge
  const now = paidQuantities(charge, 'SELL', booking).find(
    (quantity) => quantity.size === size && quantity.payer === payer,
  )
  return (
    now === undefined ||
    !isOfLoad(basis, 'SELL', booking.load) ||
    compareDecimal(toDecimal(now.qty), toDecimal(qty)) !== 0 ||
    chargeDay !== booking.day
  )
}

/** Amount before rounding. On the basis VALUE, the price is a percentage of the quantity. */
export function typedAmount(basis: string, qty: string, price: string): string {
  const product: Decimal = multiplyDecimal(toDecimal(qty), toDecimal(price))
  if (basis !== 'VALUE') return decimalText(product)
  return decimalText({ units: product.units, scale: product.scale + 2 })
}

/**
 * Rounds an amount in a currency (spec §9) to the decimals that the currency has: `1234.56` JPY
 * becomes `1235`, `1.2345` KWD becomes `1.235`.
 */
export function freightAmount(exact: string, currency: string, rounding?: string | null): string {
  const decimals = currencyDecimals(currency)
  if (decimals > 2) return decimalText(roundDecimal(toDecimal(exact), decimals, 'half'))
  const mode = Number(rounding ?? Number.NaN)
  const rounded = roundAmount(exact, {
    currencyCd: currency,
    localCurrencyCd: homeCurrency,
    countryCd: homeCountry,
    ...(isRoundingMode(mode) && { roundingMode: mode }),
  })
  if (decimals > 0) return rounded
  // Some modes retain decimals that the won does not have.
  const way = currency === homeCurrency ? 'down' : 'half'
  return decimalText(roundDecimal(toDecimal(rounded), 0, way))
}

/** Converts an amount to whole won. */
export function freightWon(amount: string, rate: string, unit: 1 | 100): string {
  return freightAmount(toWon(amount, rate, unit), homeCurrency)
}
