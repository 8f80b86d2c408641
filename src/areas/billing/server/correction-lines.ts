import sql, { raw } from 'sql-template-tag'
import {
  addDecimal,
  compareDecimal,
  decimalText,
  multiplyDecimal,
  roundDecimal,
  subtractDecimal,
  toDecimal,
} from '#kernel/decimal.ts'
import { currencyDecimals } from '#areas/freight/rules/currency-decimals.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { invoiceStatus } from '../rules/billing-status.ts'

/** Columns of a line that identify the freight charge it bills. */
const freightColumns = [
  'booking_id',
  'freight_line',
  'freight_cd',
  'cntr_tp',
  'from_currency_cd',
  'from_amt',
  'rate_dt',
  'rate_unit',
  'rate',
] as const

const identity = ['charge_cd', 'kind_cd', 'of_month', 'price_id', 'unit_cd', 'unit_price'] as const

export const correctionLineColumns = [
  ...identity,
  'qty',
  'supply_amt',
  'tax_amt',
  ...freightColumns,
] as const

/** Line of a corrective invoice. Amounts are decimal text. */
export interface CorrectionLine extends Record<string, unknown> {
  readonly qty: string
  readonly supply_amt: string
  readonly tax_amt: string
}

/**
 * Reads the lines of an invoice, or those that remain after its earlier corrections. Lines of an
 * owner state the month they correct.
 */
export function readCorrectionLines(
  { tx }: SaveCall,
  origin: string,
  isRemaining: boolean,
): Promise<CorrectionLine[]> {
  const kept = [...identity, ...freightColumns].filter((name) => name !== 'of_month')
  const columns = raw(kept.map((name) => `l.${name}`).join(', '))
  return tx.query<CorrectionLine>(sql`
    with corrections as (select * from invoice c where c.origin_no = ${origin} and ${isRemaining}
      and c.state_cd <> ${quoteCodes(invoiceStatus.reopened)}),
    lines as (
      select l.*, o.bill_month, o.payer_cd, false is_correction
      from invoice o join invoice_line l using (invoice_no) where o.invoice_no = ${origin}
      union all
      select l.*, c.bill_month, c.payer_cd, true from corrections c join invoice_line l using (invoice_no))
    select ${columns}, m.of_month, sum(l.qty)::text qty, sum(l.supply_amt)::text supply_amt,
      sum(l.tax_amt)::text tax_amt
    from lines l cross join lateral (select coalesce(l.of_month,
      case when l.payer_cd is null then l.bill_month end) of_month) m
    -- Typed charges of equal kind are separate lines until a correction merges them.
    group by ${columns}, m.of_month,
      case when exists (select from corrections) then 0 else l.line_no end
    having sum(l.qty) <> 0 or sum(l.supply_amt) <> 0 or sum(l.tax_amt) <> 0
    order by bool_and(l.is_correction), min(l.line_no)`)
}

const negateSql = (text: string) => decimalText(subtractDecimal(toDecimal('0'), toDecimal(text)))

export function scaleLines(
  lines: readonly CorrectionLine[],
  factor: 1 | -1,
  isZeroRated: boolean,
): CorrectionLine[] {
  const scale = (text: string) => (factor < 0 ? negateSql(text) : text)
  return lines.map((line) => ({
    ...line,
    qty: scale(line.qty),
    supply_amt: scale(line.supply_amt),
    tax_amt: isZeroRated ? '0' : scale(line.tax_amt),
  }))
}

/** Net amount and tax of an invoice that remain after its corrections. `tax_rate` is in percent. */
interface RemainingAmounts {
  readonly supply: string
  readonly tax: string
  readonly tax_rate: string
  readonly bill_month: string
  readonly currency_cd: string
}

/**
 * Tax of a changed net amount at the rate of the invoice, truncated like all tax. Tax per line can
 * total less than that rate, so a credit reduces it by at most the remaining tax. The credit of the
 * last net amount takes all of it.
 */
function differenceTax(
  { supply, tax, tax_rate, currency_cd }: RemainingAmounts,
  difference: string,
) {
  const changed = toDecimal(difference)
  const remaining = toDecimal(tax)
  const refund = toDecimal(negateSql(tax))
  if (addDecimal(toDecimal(supply), changed).units === 0n) return refund
  const exact = multiplyDecimal(changed, toDecimal(tax_rate))
  const decimals = currencyDecimals(currency_cd)
  const wanted = roundDecimal({ ...exact, scale: exact.scale + 2 }, decimals, 'down')
  const isBeyond =
    remaining.units > 0n ? compareDecimal(wanted, refund) < 0 : compareDecimal(wanted, refund) > 0
  const isCredit = remaining.units !== 0n && remaining.units > 0n === changed.units < 0n
  return isCredit && isBeyond ? refund : wanted
}

/** Single line that changes the net amount of an invoice. */
export function differenceLine(of: RemainingAmounts, difference: string): CorrectionLine {
  return {
    charge_cd: 'EXTRA',
    of_month: of.bill_month,
    unit_cd: 'DOC',
    qty: '1',
    unit_price: difference,
    supply_amt: difference,
    tax_amt: decimalText(differenceTax(of, difference)),
  }
}
