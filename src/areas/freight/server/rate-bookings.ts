import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'
import type { RateOfDay } from '../rules/exchange-rate.ts'
import { isReplaced } from '../rules/billed-shares.ts'
import {
  freightAmount,
  freightWon,
  paidQuantities,
  type PaidQuantity,
} from '../rules/freight-charge.ts'
import { priceQuantity } from '../rules/price-amount.ts'
import {
  draftCharges,
  findStoredShares,
  type CoveredShare,
  type Draft,
  type StoredShares,
  type UnpricedContainer,
} from './draft-charges.ts'
import {
  loadFreightRates,
  lockFreightBookings,
  rateMissing,
  remainingCustomer,
  type CurrencyDay,
  type FreightBooking,
} from './freight-bookings.ts'
import { warnOfCreditLimits } from './credit-limits.ts'
import { warnOfUncountedContainers } from './shared-containers.ts'

function toCharge({ tariff, booking, payer, housePayer, size, qty }: Draft, { row }: RateOfDay) {
  const { amount: exact } = priceQuantity(qty, {
    unitPrice: tariff.unit_price,
    tierCd: tariff.tier_cd,
    tiers: tariff.tiers,
    freeQty: tariff.free_qty,
    minAmt: tariff.min_amt,
    maxAmt: tariff.max_amt,
  })
  const amount = freightAmount(exact, tariff.currency, tariff.rounding)
  return {
    booking_id: booking.id,
    side_cd: tariff.side,
    freight_cd: tariff.item,
    payer_cd: payer,
    house_payer_cd: housePayer,
    carrier_cd: tariff.side === 'BUY' ? booking.carrier : null,
    division_cd: booking.division,
    basis_cd: tariff.basis,
    cntr_tp: size,
    qty,
    unit_price: tariff.unit_price,
    currency_cd: tariff.currency,
    amount,
    vat_cd: tariff.vat,
    charge_dt: booking.day,
    rate_dt: row.RATE_DT,
    rate_unit: row.RATE_UNIT,
    rate: row.RATE,
    won_amt: freightWon(amount, row.RATE, row.RATE_UNIT === 100 ? 100 : 1),
    price_id: tariff.price_id,
  }
}

type Charge = ReturnType<typeof toCharge>

const columns = (
  'payer_cd carrier_cd division_cd basis_cd qty unit_price currency_cd amount vat_cd ' +
  'charge_dt rate_dt rate_unit rate won_amt price_id'
).split(' ')
const columnList = (prefix = '') => raw(columns.map((column) => prefix + column).join(', '))

async function replaceCharges(call: SaveCall, ids: readonly string[], charges: readonly Charge[]) {
  const { tx, userId, scope } = call
  const wanted = JSON.stringify(charges)
  await tx.execute(sql`
    delete from freight_charge t where t.booking_id = any(${[...ids]}::text[])
      and t.price_id is not null and freight_billed_qty(t.booking_id, t.line_no) = 0 and not exists (
        select from jsonb_to_recordset(${wanted}::jsonb)
          r (booking_id text, side_cd text, freight_cd text, cntr_tp text, house_payer_cd text)
        where r.booking_id = t.booking_id and r.side_cd = t.side_cd
          and r.freight_cd = t.freight_cd and r.cntr_tp is not distinct from t.cntr_tp
          and r.house_payer_cd is not distinct from t.house_payer_cd)`)
  await tx.execute(sql`
    insert into freight_charge as t (booking_id, line_no, wcode, side_cd, freight_cd, cntr_tp,
      house_payer_cd, ${columnList()}, created_by, updated_by)
    select r.booking_id, coalesce(m.line_no, 0)
        + row_number() over (partition by r.booking_id order by r.side_cd desc, r.freight_cd, r.cntr_tp,
          r.house_payer_cd nulls first),
      ${scope.wcode}, r.side_cd, r.freight_cd, r.cntr_tp, r.house_payer_cd, ${columnList('r.')},
      ${userId}, ${userId}
    from jsonb_populate_recordset(null::freight_charge, ${wanted}::jsonb) r
    left join (select booking_id, max(line_no) line_no from freight_charge group by booking_id) m
      using (booking_id)
    where not exists (select from freight_charge o where o.booking_id = r.booking_id
      and (o.side_cd, o.freight_cd) = (r.side_cd, r.freight_cd)
      and o.house_payer_cd <> r.house_payer_cd
      and ${remainingCustomer(sql`o.house_payer_cd`)} = r.house_payer_cd
      and freight_billed_qty(o.booking_id, o.line_no) <> 0)
    on conflict (booking_id, side_cd, freight_cd, coalesce(cntr_tp, ''), coalesce(house_payer_cd, ''))
      where price_id is not null
    do update set (${columnList()}) = (${columnList('excluded.')}), version = t.version + 1,
      updated_by = excluded.updated_by, updated_at = now()
    where (${columnList('t.')}) is distinct from (${columnList('excluded.')})
      and freight_billed_qty(t.booking_id, t.line_no) = 0`)
}

/**
 * Calculates the charges of bookings from the tariff of their date. Unchanged charges retain their
 * version. Skips billed charges and those that a typed charge replaces.
 */
export async function calculateCharges(call: SaveCall): Promise<SaveResult> {
  const bookings = await lockFreightBookings(call)
  const ids = [...bookings.keys()]
  const stored = await findStoredShares(call, ids)
  const { drafts, covered, unpriced, refused } = await draftCharges(call, bookings, stored)
  const errors: RowError[] = []
  const rowsByBooking = Map.groupBy(call.rows, ({ values }) => String(values['BOOKING_ID']))
  const refuse = (booking: string, text: RowError['text']) => {
    for (const { no: row } of rowsByBooking.get(booking) ?? []) {
      // Several charges can lack the same rate.
      if (errors.some((error) => error.row === row && error.text.ko === text.ko)) continue
      errors.push({ row, column: 'BOOKING_ID', text })
    }
  }
  for (const { booking, text } of refused) refuse(booking, text)
  const currencyDay = ({ tariff, booking }: Draft): CurrencyDay => ({
    currency: tariff.currency,
    day: booking.day,
  })
  const rates = await loadFreightRates(call.tx, drafts.map(currencyDay))
  const charges = drafts.flatMap((draft): Charge[] => {
    const found = rates(currencyDay(draft))
    if (found) return [toCharge(draft, found)]
    refuse(draft.booking.id, rateMissing(currencyDay(draft)))
    return []
  })
  if (errors.length > 0) throw invalidRows(errors)
  await replaceCharges(call, ids, charges)
  const late = drafts.map((draft) => rates(currencyDay(draft))?.message).find(Boolean)
  const outgrown = await findOutdatedCharges(call, bookings, { charges, stored })
  const uncounted = await warnOfUncountedContainers(call, ids)
  const credit = await warnOfCreditLimits(call, ids)
  const warnings = [
    unpricedText(unpriced),
    outdatedChargesText(outgrown),
    coveredText(covered),
    uncounted,
    late,
    credit,
  ].filter((text) => text !== undefined)
  return summarize(call, charges.length, warnings)
}

/** Billed charge that differs from what the booking would be charged now. */
interface OutdatedCharge extends PaidQuantity, Record<string, unknown> {
  readonly booking: string
  readonly side: 'SELL' | 'BUY'
  readonly item: string
  readonly basis: string
  readonly division: string | null
  readonly pay: string
  readonly name: string
  readonly billed: string | null
  readonly wanted: string | null
}

/**
 * Billed tariff charges of bookings that differ from the calculated ones, or that rating no longer
 * produces. Leaves out those that a typed charge replaces.
 */
async function findOutdatedCharges(
  { tx }: SaveCall,
  bookings: ReadonlyMap<string, FreightBooking>,
  { charges, stored }: { readonly charges: readonly Charge[]; readonly stored: StoredShares },
): Promise<readonly OutdatedCharge[]> {
  const found = await tx.query<OutdatedCharge>(sql`
    select t.booking_id booking, t.side_cd side, t.freight_cd item, t.cntr_tp size, t.qty::text, t.payer,
      t.house_payer "housePayer", i.basis_cd basis, i.division_cd division, i.pay_cd pay,
      concat_ws(' ', t.freight_cd, t.cntr_tp) name,
      case when r.qty is distinct from t.qty then trim_scale(t.qty)::text
        when r.payer_cd <> t.payer then t.payer end billed,
      case when r.qty is distinct from t.qty then coalesce(trim_scale(r.qty)::text, '0')
        when r.payer_cd <> t.payer then r.payer_cd end wanted
    from (select t.*, ${remainingCustomer(sql`t.payer_cd`)} payer,
        ${remainingCustomer(sql`t.house_payer_cd`)} house_payer
      from freight_charge t
      where t.booking_id = any(${[...bookings.keys()]}::text[]) and t.price_id is not null
        and freight_billed_qty(t.booking_id, t.line_no) <> 0) t
    join freight_item i using (freight_cd)
    left join jsonb_populate_recordset(null::freight_charge, ${JSON.stringify(charges)}::jsonb) r
      on (r.booking_id, r.side_cd, r.freight_cd) = (t.booking_id, t.side_cd, t.freight_cd)
        and r.cntr_tp is not distinct from t.cntr_tp
        and r.house_payer_cd is not distinct from t.house_payer
    where (r.qty, r.amount, r.currency_cd, r.payer_cd) is distinct from
        (t.qty, t.amount, t.currency_cd, t.payer)
    order by t.booking_id, t.line_no`)
  return found.filter((charge) => {
    const booking = bookings.get(charge.booking)
    const counted = booking ? paidQuantities(charge, charge.side, booking) : []
    return !isReplaced(charge, counted, stored.typed(charge))
  })
}

function outdatedChargesText(outgrown: readonly OutdatedCharge[]): Label | undefined {
  if (outgrown.length === 0) return undefined
  const names = outgrown
    .map(({ name, billed, wanted }) => (billed === null ? name : `${name} (${billed} → ${wanted})`))
    .join(', ')
  return label(
    `이미 청구한 운임은 변경하지 않았습니다: ${names}. 수정발행하거나 차액을 추가하세요.`,
    `Billed charges were not changed: ${names}. Correct the invoice or add the difference.`,
  )
}

/** Names payers whose bills were billed to another payer, such as `HDL ACME 2`. */
function coveredText(covered: readonly CoveredShare[]): Label | undefined {
  if (covered.length === 0) return undefined
  const names = covered.map(({ item, payer, qty }) => `${item} ${payer} ${qty}`).join(', ')
  return label(
    `다른 청구처에 이미 청구하여 계산하지 않은 운임이 있습니다: ${names}. 먼저 그 청구서를 수정발행하거나 취소하세요.`,
    `Not charged, because the bills were billed to another payer: ${names}. Correct or withdraw that invoice first.`,
  )
}

/** Names containers that are not charged because they have no price, such as `OFR 22G1`. */
function unpricedText(unpriced: readonly UnpricedContainer[]): Label | undefined {
  if (unpriced.length === 0) return undefined
  const names = [...new Set(unpriced.map(({ item, size }) => `${item} ${size}`))].join(', ')
  return label(
    `단가가 없는 컨테이너 규격이 있습니다: ${names}.`,
    `No price for containers: ${names}.`,
  )
}

function summarize({ rows }: SaveCall, count: number, warnings: readonly Label[]): SaveResult {
  const all = warnings.length === 0 && count === 0 ? [noTariffFound] : warnings
  const [ko, en] = [all.map((text) => ` ${text.ko}`), all.map((text) => ` ${text.en}`)]
  return {
    rows: rows.map(({ no, values }) => ({ ROW: no, BOOKING_ID: values['BOOKING_ID'] ?? null })),
    message: label(
      `부킹 ${formatCount(rows.length)}건에서 운임 ${formatCount(count)}건을 계산했습니다.${ko.join('')}`,
      `${formatCount(count, 'charge')} calculated for ${formatCount(rows.length, 'booking')}.${en.join('')}`,
    ),
    ...(all.length > 0 && { warns: true }),
  }
}

export const noTariffFound = label(
  '적용할 단가가 없습니다. 단가관리를 확인하세요.',
  'No price applies. Check Pricing.',
)
