import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  isReplaced,
  openShares,
  type BilledShare,
  type TypedShare,
} from '../rules/billed-shares.ts'
import { freightPayer, isOfLoad, paidQuantities } from '../rules/freight-charge.ts'
import { priceStatus } from '../rules/price-status.ts'
import { remainingCustomer, type FreightBooking } from './freight-bookings.ts'

/** Tariff price that can apply to a booking, with its freight item. */
export interface Tariff extends Record<string, unknown> {
  readonly booking: string
  readonly side: 'SELL' | 'BUY'
  readonly item: string
  readonly basis: string
  readonly vat: string
  readonly division: string | null
  readonly pay: string
  readonly price_id: string
  readonly customer: string | null
  readonly size: string | null
  readonly unit_price: string
  readonly tier_cd: 'GRADUATED' | 'WHOLE' | null
  readonly tiers: string | null
  readonly free_qty: string
  readonly min_amt: string | null
  readonly max_amt: string | null
  readonly currency: string
  readonly rounding: string
}

const shipperMissingText = (item: string) =>
  label(
    `${item}: 부킹에 송하인이 없어 청구처를 정할 수 없습니다.`,
    `${item}: the booking has no shipper to charge.`,
  )
const consigneeMissingText = (item: string) =>
  label(
    `${item}: 부킹에 수하인이 없어 청구처를 정할 수 없습니다.`,
    `${item}: the booking has no consignee to charge.`,
  )
const measureMissing = (item: string) =>
  label(
    `${item}: 부킹에 중량·용적이 없어 수량을 계산할 수 없습니다.`,
    `${item}: the booking has no weight or volume to charge.`,
  )

/**
 * Tariff prices for bookings, most specific first. Prices of a merged customer apply to the
 * remaining one, after its own. A tariff that is not taxed decides on VAT, otherwise its freight
 * item does.
 */
function findTariffs({ tx }: SaveCall, ids: readonly string[]): Promise<readonly Tariff[]> {
  return tx.query<Tariff>(sql`
    select b.booking_id booking, p.side_cd side, i.freight_cd item, i.basis_cd basis,
      case p.vat_cd when 'TAX' then i.vat_cd else p.vat_cd end vat,
      i.division_cd division, i.pay_cd pay, p.price_id::text,
      coalesce(m.merged_to_cd, p.customer_cd) customer,
      p.cntr_tp size, p.unit_price::text, p.tier_cd, p.tiers, p.free_qty::text, p.min_amt::text,
      p.max_amt::text, p.currency_cd currency, p.rounding_cd rounding
    from booking b cross join lateral price_on(freight_day(b)) p
    join freight_item i on i.freight_cd = p.freight_cd and i.use_yn = 'Y'
      and i.mode_cd in ('ANY', b.mode_cd)
      and case i.basis_cd when 'BL' then 'DOC' else i.basis_cd end = p.unit_cd
    left join customer m on m.customer_cd = p.customer_cd
    where b.booking_id = any(${[...ids]}::text[])
      and p.charge_cd = 'FREIGHT' and p.state_cd = ${quoteCodes(priceStatus.agreed)}
      and coalesce(p.price_wcode, b.wcode) = b.wcode
      and coalesce(p.carrier_cd, b.carrier_cd) = b.carrier_cd
      and coalesce(p.pol_cd, b.pol_cd) = b.pol_cd and coalesce(p.pod_cd, b.pod_cd) = b.pod_cd
    order by b.booking_id, i.freight_cd, p.side_cd, freight_rank(p) desc,
      m.merged_to_cd nulls first, p.price_cd`)
}

/** Charge of an item and size-type that the tariff gives for a booking. */
export interface Draft {
  readonly tariff: Tariff
  readonly booking: FreightBooking
  readonly payer: string | null
  /** The payer of house bills, if another party pays for the booking. */
  readonly housePayer: string | null
  readonly size: string | null
  readonly qty: string
}

/** Container without a price, although another size-type of the item has one. */
export interface UnpricedContainer {
  readonly booking: string
  readonly side: 'SELL' | 'BUY'
  readonly item: string
  readonly size: string
  readonly housePayer: string | null
}

/** Share of a payer that is not charged, because its bills were billed to another payer. */
export interface CoveredShare {
  readonly item: string
  readonly payer: string | null
  readonly qty: string
}

interface ItemDrafts {
  readonly found: readonly (Draft | UnpricedContainer)[]
  readonly covered: readonly CoveredShare[]
}

const noDrafts: ItemDrafts = { found: [], covered: [] }

interface DraftCharges {
  readonly drafts: readonly Draft[]
  readonly covered: readonly CoveredShare[]
  readonly unpriced: readonly UnpricedContainer[]
  readonly refused: readonly { readonly booking: string; readonly text: Label }[]
}

interface ChargeParts {
  readonly booking: string
  readonly side: string
  readonly item: string
  readonly size: string | null
  readonly housePayer: string | null
}

export const chargeKey = ({ booking, side, item, size, housePayer }: ChargeParts): string =>
  [booking, side, item, size ?? '', housePayer ?? ''].join(' ')

type ItemParts = Pick<ChargeParts, 'booking' | 'side' | 'item'>

/** Charges of an item that users typed, and those per bill that are billed. */
export interface StoredShares {
  readonly typed: (at: ItemParts) => readonly TypedShare[]
  readonly billed: (at: ItemParts) => readonly BilledShare[]
}

interface StoredShare extends ItemParts, TypedShare, BilledShare, Record<string, unknown> {
  readonly is_billed: boolean
}

const itemKey = ({ booking, side, item }: ItemParts) => [booking, side, item].join(' ')

/**
 * Typed charges of bookings, which rating skips, and billed charges per house bill. A typed charge
 * only replaces charges of the same size-type and, if house bills have different payers, of the
 * same payer.
 */
export async function findStoredShares(
  { tx }: SaveCall,
  ids: readonly string[],
): Promise<StoredShares> {
  const rows = await tx.query<StoredShare>(sql`
    select t.booking_id booking, t.side_cd side, t.freight_cd item, t.cntr_tp size, t.qty::text,
      ${remainingCustomer(sql`t.payer_cd`)} payer,
      ${remainingCustomer(sql`t.house_payer_cd`)} "housePayer", t.price_id is null is_typed,
      t.side_cd = 'SELL' and t.basis_cd = 'BL' and i.basis_cd = 'BL'
        and freight_billed_qty(t.booking_id, t.line_no) <> 0 is_billed
    from freight_charge t join freight_item i using (freight_cd)
    where t.booking_id = any(${[...ids]}::text[]) order by t.booking_id, t.line_no`)
  const typed = Map.groupBy(
    rows.filter((row) => row.is_typed),
    itemKey,
  )
  const billed = Map.groupBy(
    rows.filter((row) => row.is_billed),
    itemKey,
  )
  return {
    typed: (at) => typed.get(itemKey(at)) ?? [],
    billed: (at) => billed.get(itemKey(at)) ?? [],
  }
}

/**
 * Charges of one item and side, one per size-type with a price, or the reason why there are none.
 */
function draftItem(
  booking: FreightBooking,
  tariffs: readonly Tariff[],
  stored: StoredShares,
): ItemDrafts | Label {
  const [first] = tariffs
  if (!first || !isOfLoad(first.basis, first.side, booking.load)) return noDrafts
  const { side, item } = first
  if (first.division !== null && first.division !== booking.division) return noDrafts
  const at = { booking: booking.id, side, item }
  const counted = paidQuantities(first, side, booking)
  const typed = stored.typed(at)
  const untyped = counted.filter((share) => !isReplaced(share, counted, typed))
  const isAllTyped = typed.some(({ size }) => size === null) || counted.length > untyped.length
  if (untyped.length === 0 && isAllTyped) return noDrafts
  const settled = openShares(counted, stored.billed(at))
  const open = settled.open.filter((share) =>
    untyped.some(({ size, payer }) => size === share.size && payer === share.payer),
  )
  const covered = settled.covered
    .filter((share) => untyped.includes(share))
    .map(({ payer, qty }) => ({ item, payer, qty }))
  if (open.length === 0 && covered.length > 0) return { found: [], covered }
  const findApplicable = (payer: string | null) =>
    tariffs.filter(({ customer }) => customer === null || customer === payer)
  const { column, payer } = freightPayer(first, booking)
  const none = { size: null, qty: '0', payer, housePayer: null }
  const charged = (open.length > 0 ? open : [none]).filter(
    (quantity) => findApplicable(quantity.payer).length > 0,
  )
  if (side === 'SELL' && charged.some((quantity) => quantity.payer === null))
    return column === 'SHIPPER_CD' ? shipperMissingText(item) : consigneeMissingText(item)
  if (open.length === 0)
    return charged.length > 0 && first.basis !== 'CNTR' ? measureMissing(item) : noDrafts
  const found = charged.map(
    ({ size, qty, housePayer, payer: paying }): Draft | UnpricedContainer => {
      const tariff = findApplicable(paying).find((each) => each.size === null || each.size === size)
      if (!tariff) return { booking: booking.id, side, item, size: size ?? '', housePayer }
      return { tariff, booking, payer: side === 'SELL' ? paying : null, housePayer, size, qty }
    },
  )
  return { found, covered }
}

/** Calculates what the tariff gives for bookings, without charges that users typed. */
export async function draftCharges(
  call: SaveCall,
  bookings: ReadonlyMap<string, FreightBooking>,
  stored: StoredShares,
): Promise<DraftCharges> {
  const groups = Map.groupBy(await findTariffs(call, [...bookings.keys()]), (tariff) =>
    chargeKey({ ...tariff, size: null, housePayer: null }),
  )
  const results = [...groups.values()].flatMap((group) => {
    const booking = bookings.get(group[0]?.booking ?? '')
    return booking ? [{ id: booking.id, result: draftItem(booking, group, stored) }] : []
  })
  const items = results.flatMap(({ result }) => ('ko' in result ? [] : [result]))
  const found = items.flatMap((each) => each.found)
  return {
    covered: items.flatMap(({ covered }) => covered),
    drafts: found.filter((draft) => 'tariff' in draft),
    unpriced: found.filter((draft): draft is UnpricedContainer => !('tariff' in draft)),
    refused: results.flatMap(({ id, result }) =>
      'ko' in result ? [{ booking: id, text: result }] : [],
    ),
  }
}
