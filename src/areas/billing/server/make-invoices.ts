import sql from 'sql-template-tag'
import {
  addDecimal,
  decimalText,
  roundDecimal,
  subtractDecimal,
  toDecimal,
} from '#kernel/decimal.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { currencyDecimals } from '#areas/freight/rules/currency-decimals.ts'
import { invoiceAmounts, type ExactLine, type TaxMethod } from '../rules/invoice-amounts.ts'
import type { SelectedMonths } from './month-limits.ts'

interface SummedLine extends Record<string, unknown> {
  wcode: string
  owner_cd: string
  bill_month: string
  currency_cd: string
  vat_cd: string
  tax_cd: TaxMethod
  last_dt: string
  due_dt: string
  charge_cd: string
  kind_cd: string
  of_month: string | null
  price_id: number | null
  hand_no: number | null
  unit_cd: string
  qty: string
  unit_price: string | null
  exact: string
  rounding: string
  tax_rate: string
}

/**
 * Quantity and surcharge of charge `c` under price `l`, before the minimum and maximum of a single
 * charge.
 */
const parts = sql`
  cross join lateral (select case when l.tier_cd is null and c.price_id is not null
    and c.cause_cd not in ('LEAST', 'MOST', 'RERATE') and (l.free_qty > 0 or l.min_amt is not null
      or l.max_amt is not null or l.cool_rate + l.frozen_rate + l.bonded_rate + l.over_rate > 0
      or l.weight_steps is not null)
    then abs(c.qty) end qty) q
  cross join lateral (select least(q.qty, coalesce(c.free_qty, l.free_qty)) free_qty) f
  cross join lateral (select round((q.qty - f.free_qty) * l.unit_price
    * case when c.raised is null
      then surcharge_rate(l, c.temperature_cd, c.bonded_cd, c.months, c.weight_kg)
      else raised_by(l, c.raised) / nullif(q.qty, 0) end / 100, 6) raised) x
  cross join lateral (select case when num_nonnulls(l.min_amt, l.max_amt) > 0
    then abs(c.amount) - round((q.qty - f.free_qty) * l.unit_price, 6) - x.raised end limited) y`

const kindOfCharge = sql`case when c.cause_cd in ('LEAST', 'MOST', 'RERATE') then c.cause_cd
  else 'WORK' end`

/**
 * Sums of charges by price and kind, split into lines that can be recalculated: quantity times
 * price, then free quantity, surcharges, and limits of single charges. Each manual charge has its
 * own line. Prices with tiers are not split.
 */
function readLines(call: SaveCall, months: SelectedMonths): Promise<SummedLine[]> {
  return call.tx.query<SummedLine>(sql`
    with m as materialized (${months}),
    summed as materialized (
      select c.wcode, c.owner_cd, c.bill_month, c.currency_cd, c.vat_cd, c.charge_cd, c.of_month,
        c.price_id, case when c.cause_cd = 'HAND' then coalesce(c.reverses_no, c.charge_no) end
          hand_no, ${kindOfCharge} kind_cd,
        c.unit_cd, c.rounding_cd, c.tax_rate, sum(c.qty) qty, sum(c.amount) amount,
        coalesce(sum(sign(c.qty) * f.free_qty), 0) free_qty,
        round(coalesce(sum(sign(c.qty) * f.free_qty * l.unit_price), 0), 6) free_amt,
        coalesce(sum(sign(c.qty) * x.raised), 0) raised,
        coalesce(sum(sign(c.qty) * greatest(y.limited, 0)), 0) case_least,
        coalesce(sum(sign(c.qty) * least(y.limited, 0)), 0) case_most
      from charge c join m using (wcode, owner_cd, bill_month)
      left join price_line l on l.price_id = c.price_id ${parts}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
    split as (
      select c.*, v.at, v.kind, v.line_qty, v.line_amt from summed c
      cross join lateral (values
        (1, c.kind_cd, c.qty, c.amount + c.free_amt - c.raised - c.case_least - c.case_most),
        (2, 'FREE', -c.free_qty, -c.free_amt), (3, 'RAISED', 1, c.raised),
        (4, 'CASE_LEAST', 1, c.case_least), (5, 'CASE_MOST', 1, c.case_most))
        v(at, kind, line_qty, line_amt)
      where v.line_amt <> 0 or v.at = 1 and c.qty <> 0)
    select c.wcode, c.owner_cd, c.bill_month, c.currency_cd, c.vat_cd,
      coalesce(t.tax_cd, 'LINE') tax_cd, to_char(m.last_dt, 'YYYYMMDD') last_dt,
      to_char(m.last_dt + coalesce(t.due_days, 30), 'YYYYMMDD') due_dt, c.charge_cd,
      c.kind kind_cd, c.of_month, c.price_id, c.hand_no,
      case when c.at > 2 then 'DOC' else c.unit_cd end unit_cd, c.line_qty::text qty,
      case when l.tier_cd is null and c.kind in ('WORK', 'FREE') then l.unit_price end::text
        unit_price,
      c.line_amt::text "exact", c.rounding_cd rounding, c.tax_rate::text tax_rate
    from split c join m using (wcode, owner_cd, bill_month)
    left join billing_terms t on t.owner_cd = c.owner_cd
    left join price_line l on l.price_id = c.price_id
    order by c.wcode, c.owner_cd, c.bill_month, c.currency_cd, c.vat_cd, c.charge_cd, c.of_month,
      c.price_id, c.kind_cd <> 'WORK', c.unit_cd, c.hand_no, c.kind_cd, c.at`)
}

/** Creates one invoice per currency and tax kind of each month. Returns the number of invoices. */
export async function makeInvoices(call: SaveCall, months: SelectedMonths): Promise<number> {
  const groups = [
    ...Map.groupBy(await readLines(call, months), (line) =>
      JSON.stringify([line.wcode, line.owner_cd, line.bill_month, line.currency_cd, line.vat_cd]),
    ).values(),
  ]
  if (groups.length === 0) return 0
  const numbers = await call.tx.query<{ no: string }>(sql`
    select ${nextNumbers(call, 'INVOICE', groups.length)} "no"`)
  const created = groups.map((lines, index) => toInvoice(lines, numbers[index]?.no ?? ''))
  await call.tx.execute(sql`
    insert into invoice (invoice_no, wcode, owner_cd, bill_month, currency_cd, vat_cd, write_dt,
      due_dt, supply_amt, tax_amt, total_amt, created_by)
    select i.*, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(created.map(({ head }) => head))}::jsonb) as i(
      invoice_no text, wcode text, owner_cd text, bill_month text, currency_cd text, vat_cd text,
      write_dt date, due_dt date, supply_amt numeric, tax_amt numeric, total_amt numeric)`)
  await call.tx.execute(sql`
    insert into invoice_line (invoice_no, line_no, charge_cd, kind_cd, of_month, price_id, hand_no,
      unit_cd, qty, unit_price, exact_amt, supply_amt, tax_amt)
    select * from jsonb_to_recordset(${JSON.stringify(created.flatMap(({ lines }) => lines))}::jsonb)
      as l(invoice_no text, line_no integer, charge_cd text, kind_cd text, of_month text,
        price_id bigint, hand_no bigint, unit_cd text, qty numeric, unit_price numeric, exact_amt numeric, supply_amt numeric,
        tax_amt numeric)`)
  return created.length
}

const sumDecimals = (texts: readonly string[]) =>
  texts.reduce((sum, text) => addDecimal(sum, toDecimal(text)), toDecimal('0'))

/**
 * The line that raises the invoice to its minimum, if any. Closing a month again can post further
 * ones, which can cancel the first.
 */
function findMinimumLine(lines: readonly SummedLine[]): number {
  const isMinimum = (line: SummedLine) => line.charge_cd === 'INVOICE_MIN' && line.of_month === null
  const raised = sumDecimals(lines.filter(isMinimum).map((line) => line.exact))
  if (raised.units <= 0n) return -1
  return lines.findLastIndex((line) => isMinimum(line) && toDecimal(line.exact).units > 0n)
}

/**
 * The minimum line absorbs the rounding of the others, so the invoice reaches the minimum exactly,
 * rounded up to the decimals of its currency. What other invoices bill of the month counts towards
 * the minimum, so the sum of the lines can be less.
 */
function exactLines(lines: readonly SummedLine[]): ExactLine[] {
  const exact = lines.map((line) => ({
    exact: line.exact,
    rounding: line.rounding,
    taxRate: line.tax_rate,
  }))
  const at = findMinimumLine(lines)
  const [line, short] = [lines[at], exact[at]]
  if (!line || !short) return exact
  const total = sumDecimals(
    lines.filter((each) => each.of_month === null).map((each) => each.exact),
  )
  const otherAmounts = invoiceAmounts(exact, line.currency_cd, 'LINE').lines.filter(
    (_, index) => index !== at && lines[index]?.of_month === null,
  )
  const rest = otherAmounts.reduce(
    (remaining, { supply }) => subtractDecimal(remaining, toDecimal(supply)),
    roundDecimal(total, currencyDecimals(line.currency_cd), 'up'),
  )
  return exact.with(at, { ...short, exact: decimalText(rest), rounding: '2' })
}

function toInvoice(lines: readonly SummedLine[], invoiceNo: string) {
  const [first] = lines
  if (!first) throw new Error('an invoice without lines')
  const amounts = invoiceAmounts(exactLines(lines), first.currency_cd, first.tax_cd)
  return {
    head: {
      invoice_no: invoiceNo,
      wcode: first.wcode,
      owner_cd: first.owner_cd,
      bill_month: first.bill_month,
      currency_cd: first.currency_cd,
      vat_cd: first.vat_cd,
      write_dt: first.last_dt,
      due_dt: first.due_dt,
      supply_amt: amounts.supply,
      tax_amt: amounts.tax,
      total_amt: amounts.total,
    },
    lines: lines.map((line, index) => ({
      invoice_no: invoiceNo,
      line_no: index + 1,
      charge_cd: line.charge_cd,
      kind_cd: line.kind_cd,
      of_month: line.of_month,
      price_id: line.price_id,
      hand_no: line.hand_no,
      unit_cd: line.unit_cd,
      qty: line.qty,
      unit_price: line.unit_price,
      exact_amt: line.exact,
      supply_amt: amounts.lines[index]?.supply,
      tax_amt: amounts.lines[index]?.tax,
    })),
  }
}
