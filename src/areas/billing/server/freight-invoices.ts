import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { compareDecimal, toDecimal } from '#kernel/decimal.ts'
import { label, type Label } from '#kernel/label.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import { findRate, toWon, type RateKind } from '#areas/freight/rules/exchange-rate.ts'
import {
  freightAmount,
  homeCurrency,
  isOutdated,
  typedAmount,
} from '#areas/freight/rules/freight-charge.ts'
import {
  lockFreightBookings,
  remainingCustomer,
  type FreightBooking,
} from '#areas/freight/server/freight-bookings.ts'
import { warnOfOtherMeasures } from '#areas/freight/server/warn-of-other-measures.ts'
import { warnOfCreditLimits } from '#areas/freight/server/credit-limits.ts'
import { compareWithTariffs } from '#areas/freight/server/compare-with-tariffs.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { draftFreightInvoices, withdrawFreightInvoices } from '../operations/freight-invoices.ts'
import { invoiceStatus, invoiceStepFrom } from '../rules/billing-status.ts'
import { invoiceAmounts } from '../rules/invoice-amounts.ts'
import { lockInvoices } from './invoices.ts'
import { issuedAfterToday } from './issue-dates.ts'
import { rejectLaterDates } from './later-dates.ts'
import { taxRate } from './post-charges.ts'

/** Unbilled revenue of a booking with the terms of its payer. */
interface Charge extends Record<string, unknown> {
  readonly no: number
  readonly booking: string
  readonly line: number
  readonly payer: string
  readonly item: string
  readonly size: string | null
  readonly housePayer: string | null
  readonly basis: string
  readonly qty: string
  readonly unit_price: string
  readonly currency: string
  readonly amount: string
  readonly vat: string
  readonly tax_rate: string
  readonly division: string | null
  readonly pay: string
  readonly charge_day: string
  readonly is_tariff: boolean
  readonly in_won: boolean
  readonly kind: RateKind
  readonly rounding: string
  readonly write_dt: string
  readonly due_dt: string
  /** Date of the rate; null if the agreed date is not known yet. */
  readonly day: string | null
  readonly rate_dt: string | null
  readonly rate_unit: 1 | 100 | null
  readonly rate: string | null
}

const formatDay = (ymd: string) => `${ymd.slice(0, 4)}-${ymd.slice(4, 6)}-${ymd.slice(6)}`

const arrivalMissing = (item: string) =>
  label(
    `${item}: 도착일 환율로 청구하는 청구처입니다. 부킹에 도착예정을 입력하세요.`,
    `${item}: the payer is billed at the exchange rate of the arrival date. Enter the ETA of the booking.`,
  )

function rateMissing({ kind, currency, day: at }: Charge & { readonly day: string }): Label {
  const name = freightCodeLists['rate-kind'][kind]
  return label(
    `${formatDay(at)} 이전에 등록된 ${currency} 환율(${name.ko})이 없습니다. 환율관리에서 등록하세요.`,
    `No exchange rate (${name.en}) for ${currency} on or before ${formatDay(at)}. Add it in Exchange rates.`,
  )
}

const outdatedText = (item: string) =>
  label(
    `${item}: 부킹이나 단가가 변경되어 수량·기준일·청구처·단가·부가세가 다릅니다. 운임을 다시 계산하세요.`,
    `${item}: the booking or its prices have changed, and quantity, date, payer, price or VAT differ. Rate the booking again.`,
  )

const nothingToBill = label('청구할 매출 운임이 없습니다.', 'The booking has no unbilled revenue.')

/** Merged customers are billed under their remaining code. */
function readCharges(call: SaveCall): Promise<readonly Charge[]> {
  const given = recordsetSql(draftFreightInvoices.input, ['BOOKING_ID', 'WRITE_DT'], call.rows)
  return call.tx.query<Charge>(sql`
    select g.no, t.booking_id booking, t.line_no line, c.customer_cd payer, t.freight_cd item,
      t.cntr_tp size, ${remainingCustomer(sql`t.house_payer_cd`)} "housePayer", t.basis_cd basis, t.qty::text, t.unit_price::text,
      t.currency_cd currency, trim_scale(t.amount)::text amount, t.vat_cd vat,
      ${taxRate(sql`t.vat_cd`, sql`g.write_dt`)}::text tax_rate,
      f.division_cd division, f.pay_cd pay, to_char(t.charge_dt, 'YYYYMMDD') charge_day,
      t.price_id is not null is_tariff, c.won_bill_yn = 'Y' in_won,
      c.rate_kind_cd kind, c.rounding_cd rounding, to_char(g.write_dt, 'YYYYMMDD') write_dt,
      to_char(g.write_dt + coalesce(c.credit_days, 30), 'YYYYMMDD') due_dt,
      to_char(d.rate_day, 'YYYYMMDD') "day", to_char(e.rate_dt, 'YYYYMMDD') rate_dt, e.rate_unit,
      e.rate::text
    from (select min(r.no) no, r.booking_id, coalesce(min(r.write_dt), ${call.today}::date) write_dt
      from ${given} group by r.booking_id) g
    join booking b using (booking_id)
    join freight_charge t on t.booking_id = g.booking_id and t.side_cd = 'SELL'
    join freight_item f on f.freight_cd = t.freight_cd
    join customer p on p.customer_cd = t.payer_cd
    join customer c on c.customer_cd = coalesce(p.merged_to_cd, p.customer_cd)
    cross join lateral (select case when t.currency_cd = ${homeCurrency} then g.write_dt
      else freight_rate_day(b, c.rate_day_cd, g.write_dt) end rate_day) d
    left join lateral exchange_rate_on(c.rate_kind_cd, t.currency_cd, d.rate_day) e on true
    where freight_billed_qty(t.booking_id, t.line_no) = 0
    order by g.no, c.customer_cd, t.line_no`)
}

type IsOtherTariff = Awaited<ReturnType<typeof compareWithTariffs>>['isOther']

function chargeError(
  charge: Charge,
  booking: FreightBooking | undefined,
  isOtherTariff: IsOtherTariff,
): Label | undefined {
  const { day: at, charge_day: chargeDay } = charge
  const isOld = booking && charge.is_tariff && isOutdated({ ...charge, chargeDay }, booking)
  if (isOld || isOtherTariff(charge)) return outdatedText(charge.item)
  if (at === null) return arrivalMissing(charge.item)
  return charge.rate === null ? rateMissing({ ...charge, day: at }) : undefined
}

/** Charges of each invoice: those of a booking, payer, currency and tax kind that are not all zero. */
function groupCharges(charges: readonly Charge[]): readonly (readonly Charge[])[] {
  const groups = Map.groupBy(charges, (charge) =>
    JSON.stringify([charge.booking, charge.payer, billedCurrency(charge), charge.vat]),
  )
  return [...groups.values()].filter((group) => Number(toInvoice(group, '').head.total_amt) !== 0)
}

function rejectUnbillable(
  call: SaveCall,
  charges: readonly Charge[],
  bookings: ReadonlyMap<string, FreightBooking>,
  isOtherTariff: IsOtherTariff,
): void {
  const billable = charges.every(({ day, rate }) => day !== null && rate !== null)
    ? groupCharges(charges).flat()
    : charges
  const billedBookings = new Set(billable.map(({ booking }) => booking))
  const errors = [
    ...charges.flatMap((charge) => {
      const text = chargeError(charge, bookings.get(charge.booking), isOtherTariff)
      return text ? [{ row: charge.no, column: 'BOOKING_ID', text }] : []
    }),
    ...call.rows.flatMap(({ no, values }): RowError[] =>
      billedBookings.has(String(values['BOOKING_ID']))
        ? []
        : [{ row: no, column: 'BOOKING_ID', text: nothingToBill }],
    ),
  ]
  const first = errors.filter(
    ({ row, text }, index) =>
      errors.findIndex((error) => error.row === row && error.text.ko === text.ko) === index,
  )
  if (first.length > 0) throw invalidRows(first)
}

/**
 * Unit price of a line whose amount is quantity times price; null for minimums, tiers and
 * conversions.
 */
function shownPrice({ basis, qty, unit_price: price, amount, currency }: Charge, billed: string) {
  if (billed !== currency || basis === 'VALUE') return null
  const product = freightAmount(typedAmount(basis, qty, price), currency)
  return compareDecimal(toDecimal(product), toDecimal(amount)) === 0 ? price : null
}

const billedCurrency = ({ in_won, currency }: Charge) => (in_won ? homeCurrency : currency)

function toInvoice(charges: readonly Charge[], invoiceNo: string) {
  const [first] = charges
  if (!first) throw new Error('an invoice without charges')
  const currency = billedCurrency(first)
  const exact = charges.map(({ amount, currency: from, rate, rate_unit: unit, ...charge }) => ({
    exact: from === currency ? amount : toWon(amount, rate ?? '0', unit ?? 1),
    // Charges in won were already rounded by their tariff.
    rounding: from === currency ? '24' : charge.rounding,
    taxRate: charge.tax_rate,
  }))
  const amounts = invoiceAmounts(exact, currency, 'LINE')
  return {
    head: {
      invoice_no: invoiceNo,
      payer_cd: first.payer,
      booking_id: first.booking,
      currency_cd: currency,
      vat_cd: first.vat,
      write_dt: first.write_dt,
      due_dt: first.due_dt,
      supply_amt: amounts.supply,
      tax_amt: amounts.tax,
      total_amt: amounts.total,
    },
    lines: charges.map((charge, index) => ({
      invoice_no: invoiceNo,
      line_no: index + 1,
      unit_cd: charge.basis === 'BL' ? 'DOC' : charge.basis,
      qty: charge.qty,
      unit_price: shownPrice(charge, currency),
      exact_amt: exact[index]?.exact,
      supply_amt: amounts.lines[index]?.supply,
      tax_amt: amounts.lines[index]?.tax,
      booking_id: charge.booking,
      freight_line: charge.line,
      freight_cd: charge.item,
      cntr_tp: charge.size,
      from_currency_cd: charge.currency,
      from_amt: charge.amount,
      rate_dt: charge.rate_dt,
      rate_unit: charge.rate_unit,
      rate: charge.rate,
    })),
  }
}

async function insertInvoices(
  { tx, scope, userId }: SaveCall,
  created: readonly ReturnType<typeof toInvoice>[],
): Promise<void> {
  await tx.execute(sql`
    insert into invoice (invoice_no, wcode, payer_cd, booking_id, bill_month, currency_cd, vat_cd,
      write_dt, due_dt, supply_amt, tax_amt, total_amt, created_by)
    select i.invoice_no, ${scope.wcode}, i.payer_cd, i.booking_id, to_char(i.write_dt, 'YYYYMM'),
      i.currency_cd, i.vat_cd, i.write_dt, i.due_dt, i.supply_amt, i.tax_amt, i.total_amt, ${userId}
    from jsonb_to_recordset(${JSON.stringify(created.map(({ head }) => head))}::jsonb) as i(
      invoice_no text, payer_cd text, booking_id text, currency_cd text, vat_cd text,
      write_dt date, due_dt date, supply_amt numeric, tax_amt numeric, total_amt numeric)`)
  await tx.execute(sql`
    insert into invoice_line (invoice_no, line_no, charge_cd, kind_cd, unit_cd, qty, unit_price,
      exact_amt, supply_amt, tax_amt, booking_id, freight_line, freight_cd, cntr_tp,
      from_currency_cd, from_amt, rate_dt, rate_unit, rate)
    select l.invoice_no, l.line_no, 'FREIGHT', 'WORK', l.unit_cd, l.qty, l.unit_price, l.exact_amt,
      l.supply_amt, l.tax_amt, l.booking_id, l.freight_line, l.freight_cd, l.cntr_tp,
      l.from_currency_cd, l.from_amt, l.rate_dt, l.rate_unit, l.rate
    from jsonb_to_recordset(${JSON.stringify(created.flatMap(({ lines }) => lines))}::jsonb) as l(
      invoice_no text, line_no integer, unit_cd text, qty numeric, unit_price numeric,
      exact_amt numeric, supply_amt numeric, tax_amt numeric, booking_id text,
      freight_line integer, freight_cd text, cntr_tp text, from_currency_cd text,
      from_amt numeric, rate_dt date, rate_unit integer, rate numeric)`)
}

/** Message about a rate from before the agreed date. */
function lateRateText({ currency, kind, day: at, rate_dt, rate_unit, rate }: Charge) {
  if (currency === homeCurrency || at === null || rate_dt === null || rate === null)
    return undefined
  const row = { RATE_DT: rate_dt, REV_NO: 0, RATE_UNIT: rate_unit ?? 1, RATE: rate }
  return findRate([row], kind, at)?.message
}

/** Warning of freight items that have a price but were not charged, such as `OFR 45G1`. */
function unchargedText(names: readonly string[]): Label | undefined {
  if (names.length === 0) return undefined
  return label(
    `단가가 있으나 계산하지 않은 운임이 있습니다: ${names.join(', ')}. 청구하려면 운임을 다시 계산하세요.`,
    `Not charged although there are prices: ${names.join(', ')}. To bill these, rate the booking again.`,
  )
}

const draftHandler = handleProcedure(draftFreightInvoices, async (call) => {
  rejectLaterDates(call, 'WRITE_DT', issuedAfterToday)
  const bookings = await lockFreightBookings(call)
  const charges = await readCharges(call)
  const { isOther, uncharged } = await compareWithTariffs(call, bookings)
  rejectUnbillable(call, charges, bookings, isOther)
  const measures = await warnOfOtherMeasures(call, [...bookings.keys()])
  const groups = groupCharges(charges)
  const numbers = await call.tx.query<{ no: string }>(sql`
    select ${nextNumbers(call, 'INVOICE', groups.length)} "no"`)
  const created = groups.map((group, index) => toInvoice(group, numbers[index]?.no ?? ''))
  await insertInvoices(call, created)
  const lateWarning = charges.map(lateRateText).find(Boolean)
  const credit = await warnOfCreditLimits(call, [...bookings.keys()])
  const warnings = [unchargedText(uncharged), measures, lateWarning, credit].filter(
    (text) => text !== undefined,
  )
  const [ko, en] = [warnings.map((text) => ` ${text.ko}`), warnings.map((text) => ` ${text.en}`)]
  return {
    rows: call.rows.map(({ no, values }) => ({
      ROW: no,
      BOOKING_ID: values['BOOKING_ID'] ?? null,
    })),
    message: label(
      `청구서 ${formatCount(created.length)}건을 작성했습니다.${ko.join('')}`,
      `${formatCount(created.length, 'invoice')} created.${en.join('')}`,
    ),
    ...(warnings.length > 0 && { warns: true }),
  }
})

const ownerInvoiceNotWithdrawable = label(
  '화주 청구서는 월 마감을 취소해 되돌립니다.',
  'Invoices of an owner are withdrawn by reopening the month.',
)

const withdrawHandler = handleProcedure(withdrawFreightInvoices, async (call) => {
  const named = await lockInvoices(call, invoiceStepFrom.issue, ({ payer_cd: payer }) =>
    payer === null ? ['INVOICE_NO', ownerInvoiceNotWithdrawable] : undefined,
  )
  await call.tx.execute(sql`
    update invoice set state_cd = ${quoteCodes(invoiceStatus.reopened)}
    where invoice_no = any(${named.map((row) => row.invoice_no ?? '')}::text[])`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: invoiceStatus.reopened })),
    message: label(
      `청구서 ${formatCount(named.length)}건의 작성을 취소했습니다.`,
      `${formatCount(named.length, 'invoice')} withdrawn.`,
    ),
  }
})

export const freightInvoiceHandlers: readonly Handler[] = [draftHandler, withdrawHandler]
