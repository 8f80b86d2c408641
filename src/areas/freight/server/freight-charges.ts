import sql from 'sql-template-tag'
import type { Value, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { recordsetSql, saveTable, type Reference } from '#server/engine/table-save.ts'
import { bookingProfits, freightCharges, rateBookings } from '../operations/freight-charges.ts'
import { voidBookingStates } from '../rules/booking-status.ts'
import {
  freightAmount,
  freightPayer,
  freightQuantities,
  freightWon,
  typedAmount,
  type FreightSide,
} from '../rules/freight-charge.ts'
import { freightCharge, typedChargeColumns } from '../tables/freight-charge.ts'
import {
  loadFreightRates,
  lockFreightBookings,
  rateMissing,
  type FreightBooking,
} from './freight-bookings.ts'
import { calculateCharges } from './rate-bookings.ts'

interface Item extends Record<string, unknown> {
  readonly item: string
  readonly basis: string
  readonly vat: string
  readonly division: string | null
  readonly pay: string
  readonly currency: string | null
}

const getText = (value: Value | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

type ChargeError = Omit<RowError, 'row'>

const itemMissing = label('등록되지 않은 운임항목입니다.', 'Freight item not found.')
const currencyMissing = label('통화를 입력하세요.', 'Enter a currency.')
const priceMissing = label('단가를 입력하세요.', 'Enter a price.')
const qtyMissing = label(
  '부킹에서 수량을 계산할 수 없습니다. 수량을 입력하세요.',
  'The quantity cannot be calculated from the booking. Enter it.',
)
const payerMissing = label('청구처를 입력하세요.', 'Enter the payer.')
const payerUnused = label('매입에는 청구처를 입력하지 않습니다.', 'Enter a payer for revenue only.')
const carrierUnused = label(
  '매출에는 지급 운송사를 입력하지 않습니다.',
  'Enter a carrier to pay for costs only.',
)
const sizeUnused = label(
  '규격은 컨테이너당 부과기준에만 입력합니다.',
  'Enter a size-type for charges per container only.',
)

function getQuantity(
  basis: string,
  side: FreightSide,
  size: string | null,
  { cargo }: FreightBooking,
): string | null {
  const counted = freightQuantities(basis, side, cargo).filter(
    (freightQuantity) =>
      size === null || freightQuantity.size === null || freightQuantity.size === size,
  )
  if (counted.length === 0) return null
  if (counted.length === 1) return counted[0]?.qty ?? null
  return String(counted.reduce((sum, { qty }) => sum + Number(qty), 0))
}

/** Completes a typed charge from its item and booking. Returns errors by field. */
function completeCharge({ values }: SaveRow, booking: FreightBooking, item: Item | undefined) {
  if (!item) return { errors: [{ column: 'FREIGHT_CD', text: itemMissing }], values }
  const isRevenue = values['SIDE_CD'] !== 'BUY'
  const [typedPayer, typedCarrier] = [getText(values['PAYER_CD']), getText(values['CARRIER_CD'])]
  const payer = isRevenue ? (typedPayer ?? freightPayer(item, booking).payer) : null
  const basis = getText(values['BASIS_CD']) ?? item.basis
  const size = getText(values['CNTR_TP'])
  const qty =
    getText(values['QTY']) ?? getQuantity(basis, isRevenue ? 'SELL' : 'BUY', size, booking)
  const currency = getText(values['CURRENCY_CD']) ?? item.currency
  const checks: readonly (readonly [boolean, string, Label])[] = [
    [isRevenue && payer === null, 'PAYER_CD', payerMissing],
    [!isRevenue && typedPayer !== null, 'PAYER_CD', payerUnused],
    [isRevenue && typedCarrier !== null, 'CARRIER_CD', carrierUnused],
    [size !== null && basis !== 'CNTR', 'CNTR_TP', sizeUnused],
    [qty === null || Number(qty) === 0, 'QTY', qtyMissing],
    [getText(values['UNIT_PRICE']) === null, 'UNIT_PRICE', priceMissing],
    [currency === null, 'CURRENCY_CD', currencyMissing],
  ]
  const errors = checks.flatMap(([isWrong, column, why]): ChargeError[] =>
    isWrong ? [{ column, text: why }] : [],
  )
  return {
    errors,
    values: {
      ...values,
      PAYER_CD: payer,
      CARRIER_CD: isRevenue ? null : (typedCarrier ?? booking.carrier),
      DIVISION_CD: booking.division,
      BASIS_CD: basis,
      QTY: qty,
      CURRENCY_CD: currency,
      VAT_CD: values['VAT_CD'] ?? item.vat,
      CHARGE_DT: booking.day,
    },
  }
}

const savedColumns = [
  'WCODE',
  'BOOKING_ID',
  'LINE_NO',
  ...typedChargeColumns,
  'DIVISION_CD',
  'AMOUNT',
  'CHARGE_DT',
  'RATE_DT',
  'RATE_UNIT',
  'RATE',
  'WON_AMT',
] as const

const references: readonly Reference[] = [
  { columns: ['PAYER_CD'], table: 'customer', to: ['CUSTOMER_CD'] },
  { columns: ['CARRIER_CD'], table: 'carrier' },
  { columns: ['CNTR_TP'], table: 'container_type' },
  { columns: ['CURRENCY_CD'], table: 'currency' },
]

async function loadItems({ tx, rows }: SaveCall): Promise<ReadonlyMap<string, Item>> {
  const codes = rows.map(({ values }) => String(values['FREIGHT_CD']))
  const items = await tx.query<Item>(sql`
    select freight_cd item, basis_cd basis, vat_cd vat, division_cd division, pay_cd pay,
      currency_cd currency
    from freight_item where freight_cd = any(${codes}::text[])`)
  return new Map(items.map((row) => [row.item, row]))
}

/** Numbers new charges after the last one of their booking. */
async function numberLines(call: SaveCall): Promise<SaveRow[]> {
  const ids = call.rows.map(({ values }) => String(values['BOOKING_ID']))
  const last = await call.tx.query<{ id: string; line: number }>(sql`
    select booking_id id, max(line_no) line from freight_charge
    where booking_id = any(${ids}::text[]) group by booking_id`)
  const lines = new Map(last.map(({ id, line }) => [id, line]))
  return call.rows.map((row) => {
    if (row.flag !== 'I') return row
    const id = String(row.values['BOOKING_ID'])
    const LINE_NO = (lines.get(id) ?? 0) + 1
    lines.set(id, LINE_NO)
    return { ...row, values: { ...row.values, LINE_NO } }
  })
}

/** Throws for changed or deleted charges that are on an invoice. */
async function rejectBilled(call: SaveCall): Promise<void> {
  const known = call.rows.filter(({ flag }) => flag !== 'I')
  const found = await call.tx.query<{ no: number; invoice: string | null }>(sql`
    select r.no, max(l.invoice_no) filter (where ${isVisibleWarehouse('i.wcode', call)}) invoice
    from ${recordsetSql(freightCharge.fields, ['BOOKING_ID', 'LINE_NO'], known)}
    join invoice_line l on l.booking_id = r.booking_id and l.freight_line = r.line_no
    join invoice i using (invoice_no)
    where freight_billed_qty(l.booking_id, l.freight_line) <> 0 group by r.no`)
  const errors = found.map(({ no: row, invoice }): RowError => {
    const { ko, en } = toShownName(invoice)
    const text = label(
      `청구서 ${ko}에 청구한 운임입니다. 청구서를 취소하거나 수정발행하세요.`,
      `Billed on invoice ${en}. Withdraw or correct the invoice.`,
    )
    return { row, column: 'FREIGHT_CD', text }
  })
  if (errors.length > 0) throw invalidRows(errors)
}

/** Saves typed charges with their amounts. A changed tariff charge becomes a typed one. */
async function saveCharges(call: SaveCall) {
  const bookings = await lockFreightBookings(call)
  await rejectBilled(call)
  const numbered = { ...call, rows: await numberLines(call) }
  const items = await loadItems(numbered)
  const remaining = numbered.rows.filter(({ flag }) => flag !== 'D')
  const completed = remaining.map((row) => {
    const booking = bookings.get(String(row.values['BOOKING_ID']))
    if (!booking) throw new Error(`booking of row ${row.no} is not locked`)
    return { row, ...completeCharge(row, booking, items.get(String(row.values['FREIGHT_CD']))) }
  })
  const errors = completed.flatMap(({ row, errors }): RowError[] =>
    errors.map((error) => ({ row: row.no, ...error })),
  )
  if (errors.length > 0) throw invalidRows(errors)
  const rows = await addAmounts(call, completed)
  const deleted = numbered.rows.filter(({ flag }) => flag === 'D')
  await keepReplacedPayer(call, rows)
  const result = await saveTable(
    { ...call, rows: [...rows, ...deleted].toSorted((a, b) => a.no - b.no) },
    freightCharge,
    savedColumns,
    references,
  )
  await call.tx.execute(sql`
    update freight_charge t set price_id = null
    from ${recordsetSql(freightCharge.fields, ['BOOKING_ID', 'LINE_NO'], rows)}
    where t.booking_id = r.booking_id and t.line_no = r.line_no and t.price_id is not null`)
  return result
}

/** Stores whose share a tariff charge is before its payer changes: rating would charge it again. */
async function keepReplacedPayer({ tx }: SaveCall, rows: readonly SaveRow[]): Promise<void> {
  await tx.execute(sql`
    update freight_charge t set house_payer_cd = t.payer_cd
    from ${recordsetSql(freightCharge.fields, ['BOOKING_ID', 'LINE_NO', 'PAYER_CD'], rows)}
    where t.booking_id = r.booking_id and t.line_no = r.line_no and t.price_id is not null
      and t.house_payer_cd is null and t.payer_cd <> r.payer_cd`)
}

async function addAmounts(
  call: SaveCall,
  completed: readonly { readonly row: SaveRow; readonly values: WireRow }[],
): Promise<SaveRow[]> {
  const currencyDay = (values: WireRow) => ({
    currency: String(values['CURRENCY_CD']),
    day: String(values['CHARGE_DT']),
  })
  const rates = await loadFreightRates(
    call.tx,
    completed.map(({ values }) => currencyDay(values)),
  )
  const missing = completed.flatMap(({ row, values }): RowError[] =>
    rates(currencyDay(values))
      ? []
      : [{ row: row.no, column: 'CURRENCY_CD', text: rateMissing(currencyDay(values)) }],
  )
  if (missing.length > 0) throw invalidRows(missing)
  return completed.flatMap(({ row, values }) => {
    const found = rates(currencyDay(values))?.row
    if (!found) return []
    const { currency } = currencyDay(values)
    const [basis, qty, price] = [values['BASIS_CD'], values['QTY'], values['UNIT_PRICE']].map(
      String,
    )
    const AMOUNT = freightAmount(typedAmount(basis ?? '', qty ?? '0', price ?? '0'), currency)
    const { RATE_DT, RATE, RATE_UNIT } = found
    const WON_AMT = freightWon(AMOUNT, RATE, RATE_UNIT === 100 ? 100 : 1)
    return [{ ...row, values: { ...values, AMOUNT, RATE_DT, RATE, RATE_UNIT, WON_AMT } }]
  })
}

const isBillable = sql`b.state_cd <> all(${[...voidBookingStates]}::text[])`

/**
 * Net amounts in won by which corrections changed the invoices of booking `b`, excluding charges.
 */
const correctedAmount = sql`
  select coalesce(sum(round(l.supply_amt * coalesce(i.rate / i.rate_unit, 1))), 0)
  from invoice i join invoice_line l using (invoice_no)
  where i.booking_id = b.booking_id and i.origin_no is not null and l.booking_id is null
    and i.issued_at is not null`

export const freightChargeHandlers: readonly Handler[] = [
  handleQuery(
    freightCharges.query,
    'v.booking_id, v.line_no',
    () => sql`
      select t.*, b.booking_no, i.freight_nm, c.customer_nm payer_nm, k.carrier_nm, x.cntr_tp_nm,
        case when t.price_id is null then 'TYPED' else 'TARIFF' end origin_cd, p.price_cd,
        p.version_no, case when t.rate_dt < t.charge_dt then 'Y' else 'N' end late_yn,
        case when ${isBillable} and t.side_cd = 'SELL' then t.won_amt end sell_amt,
        case when ${isBillable} and t.side_cd = 'BUY' then t.won_amt end buy_amt
      from freight_charge t
      join booking b using (booking_id)
      join freight_item i using (freight_cd)
      left join customer c on c.customer_cd = t.payer_cd
      left join carrier k on k.carrier_cd = t.carrier_cd
      left join container_type x on x.cntr_tp = t.cntr_tp
      left join price_line p on p.price_id = t.price_id`,
  ),
  handleEdits(freightCharges.save, saveCharges),
  handleQuery(
    bookingProfits,
    'v.etd desc nulls last, v.booking_id desc',
    () => sql`
      select b.*, k.carrier_nm, sh.customer_nm shipper_nm, co.customer_nm consignee_nm,
        s.charge_count, s.sell_amt, s.buy_amt, s.sell_amt - s.buy_amt profit_amt,
        round((s.sell_amt - s.buy_amt) * 100 / nullif(s.sell_amt, 0), 1) profit_rate
      from booking b
      join carrier k using (carrier_cd)
      left join customer sh on sh.customer_cd = b.shipper_cd
      left join customer co on co.customer_cd = b.consignee_cd
      cross join lateral (select count(*)::integer charge_count,
          coalesce(sum(won_amt) filter (where side_cd = 'SELL'), 0) + (${correctedAmount}) sell_amt,
          coalesce(sum(won_amt) filter (where side_cd = 'BUY'), 0) buy_amt
        from freight_charge c where c.booking_id = b.booking_id
          and ${isBillable}) s`,
  ),
  handleProcedure(rateBookings, calculateCharges),
]
