import sql from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import { chargeKey, draftCharges, findStoredShares } from './draft-charges.ts'
import type { TypedShare } from '../rules/billed-shares.ts'
import { remainingCustomer, type FreightBooking } from './freight-bookings.ts'

/** Revenue of a booking that is charged. */
interface StoredCharge extends Record<string, unknown> {
  readonly booking: string
  readonly item: string
  readonly size: string | null
  readonly housePayer: string | null
  readonly price: string | null
  readonly vat: string
  readonly is_billed: boolean
}

type RevenueParts = Pick<StoredCharge, 'booking' | 'item' | 'size' | 'housePayer'>

interface TariffDifferences {
  /** Whether another price, VAT or none would apply now to an unbilled tariff charge. */
  readonly isOther: (charge: RevenueParts) => boolean
  /** Items with size-types that are not charged although the booking has them, such as `OFR 22G1`. */
  readonly uncharged: readonly string[]
}

/** Whether a typed charge can replace a charge of its item. */
const isBeside = (charge: StoredCharge, { size, payer, housePayer }: TypedShare): boolean =>
  (size === null || size === charge.size) && [payer, housePayer].includes(charge.housePayer)

/**
 * Compares the revenue of bookings with what rating would charge now. Charges next to typed ones of
 * their item and size-type are not rated.
 */
export async function compareWithTariffs(
  call: SaveCall,
  bookings: ReadonlyMap<string, FreightBooking>,
): Promise<TariffDifferences> {
  const ids = [...bookings.keys()]
  const stored = await findStoredShares(call, ids)
  const { drafts, unpriced } = await draftCharges(call, bookings, stored)
  const charges = await call.tx.query<StoredCharge>(sql`
    select booking_id booking, freight_cd item, cntr_tp size,
      ${remainingCustomer(sql`house_payer_cd`)} "housePayer", price_id::text price,
      vat_cd vat, freight_billed_qty(booking_id, line_no) <> 0 is_billed
    from freight_charge where booking_id = any(${ids}::text[]) and side_cd = 'SELL'`)
  const keyOf = ({ booking, item, size, housePayer }: RevenueParts) =>
    chargeKey({ booking, side: 'SELL', item, size, housePayer })
  const wanted = drafts.flatMap(({ tariff, booking: { id: booking }, size, housePayer }) => {
    const { side, item, price_id: price, vat } = tariff
    return side === 'SELL' ? [{ booking, item, size, housePayer, price, vat }] : []
  })
  const wantedOf = new Map(wanted.map((draft) => [keyOf(draft), draft]))
  const other = new Set(
    charges.flatMap((charge) => {
      const { price, vat, is_billed: isBilled } = charge
      if (price === null || isBilled) return []
      const now = wantedOf.get(keyOf(charge))
      const typed = stored.typed({ ...charge, side: 'SELL' })
      if (!now && typed.some((each) => isBeside(charge, each))) return []
      return now?.price === price && now.vat === vat ? [] : [keyOf(charge)]
    }),
  )
  // The drafts leave out what typed charges replace.
  const charged = new Set(charges.filter(({ price }) => price !== null).map(keyOf))
  const names = [...wanted, ...unpriced.filter(({ side }) => side === 'SELL')].flatMap((draft) =>
    charged.has(keyOf(draft)) ? [] : [[draft.item, draft.size].filter(Boolean).join(' ')],
  )
  return {
    isOther: (charge) => other.has(keyOf(charge)),
    uncharged: [...new Set(names)],
  }
}
