import sql, { raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { postInvoiceMinimum } from './invoice-minimum.ts'
import { countedDay, limitedAmount, type LimitedMonths } from './own-months.ts'
import { taxRate } from './post-charges.ts'

/** Months being closed: `wcode, owner_cd, bill_month, last_dt`. */
export type SelectedMonths = Sql

type Span = 'day' | 'month'

/** Amount within the minimum and maximum of price `l`, if it has any. */
export function withinLimits(amount: Sql, span: Span, l: Sql): Sql {
  const [least, most] = [raw(`${span}_min_amt`), raw(`${span}_max_amt`)]
  const capped = sql`least(${amount}, coalesce(${l}.${most}, ${amount}))`
  return sql`greatest(${capped}, coalesce(${l}.${least}, ${capped}))`
}

/** Months being closed, and the past months that late charges in them belong to. */
const withPastMonths = (months: SelectedMonths): LimitedMonths => sql`
  select m.wcode, m.owner_cd, m.bill_month, m.bill_month of_month, m.last_dt from (${months}) m
  union all
  select m.wcode, m.owner_cd, m.bill_month, s.of_month,
    cycle_end(s.of_month, coalesce(t.close_day, 0))
  from (${months}) m
  join (select distinct wcode, owner_cd, bill_month, of_month from charge_sum where of_month <> '') s
    using (wcode, owner_cd, bill_month)
  left join billing_terms t on t.owner_cd = m.owner_cd`

/**
 * Posts daily or monthly minimum and maximum amounts as separate charges, by the price valid at the
 * end of the month they apply to. All charges of that month count, also those posted later. Only
 * differences from limits posted before are posted.
 */
async function postLimits(
  tx: Transaction,
  months: LimitedMonths,
  span: Span,
  userId: string,
): Promise<void> {
  const [least, most] = [raw(`${span}_min_amt`), raw(`${span}_max_amt`)]
  const day = span === 'day' ? countedDay(sql`c`) : sql`p.last_dt`
  const docPrefix = span === 'day' ? 'D' : 'M'
  const isLimit = sql`c.line_no = -1 and c.doc_no like ${`${docPrefix}:%`}`
  // Monthly limits are dated on the last day but are not part of that day's work.
  const isBase = span === 'day' ? sql`c.line_no <> -1` : sql`not (${isLimit})`
  await tx.execute(sql`
    with m as materialized (${months}),
    prices as materialized (
      select m.*, l price from m cross join lateral price_on(m.last_dt) l
      where l.state_cd = ${quoteCodes(priceStatus.agreed)} and (l.owner_cd is null or l.owner_cd = m.owner_cd)
        and (l.price_wcode is null or l.price_wcode = m.wcode)
        and (l.${least} is not null or l.${most} is not null)),
    posted as (
      select m.of_month own_month, c.* from m join charge c on c.wcode = m.wcode
        and c.owner_cd = m.owner_cd and c.bill_month = m.of_month and c.of_month is null
      where exists (select from prices)
      union all
      select m.of_month, c.* from m join charge c on c.wcode = m.wcode
        and c.owner_cd = m.owner_cd and c.of_month = m.of_month
      where exists (select from prices)),
    sums as (
      select c.wcode, c.owner_cd, c.own_month, l.price_cd, ${day} at_dt,
        sum(c.amount) filter (where ${isBase}) base, ${limitedAmount} work_count,
        coalesce(sum(c.amount) filter (where ${isLimit}), 0) adjusted
      from posted c join price_line l on l.price_id = c.price_id
      join prices p on (p.wcode, p.owner_cd, p.of_month) = (c.wcode, c.owner_cd, c.own_month)
        and ((p.price).price_cd, (p.price).currency_cd) = (l.price_cd, c.currency_cd)
      group by 1, 2, 3, 4, 5),
    due as (
      select p.wcode, p.owner_cd, p.bill_month, p.of_month, p.price,
        coalesce(s.at_dt, p.last_dt) at_dt, coalesce(s.base, 0) base,
        coalesce(s.work_count, 0) work_count, coalesce(s.adjusted, 0) adjusted
      from prices p left join sums s on (s.wcode, s.owner_cd, s.own_month, s.price_cd) =
        (p.wcode, p.owner_cd, p.of_month, (p.price).price_cd)
      where s.price_cd is not null
        or ${span === 'month'} and (p.price).owner_cd is not null),
    wanted as (
      select d.*, case when work_count > 0
          or ${span === 'month'} and (price).owner_cd is not null
        then ${withinLimits(sql`base`, span, sql`(price)`)} - base else 0 end target from due d)
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, cause_cd,
      doc_no, line_no, cause_seq, qty, unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd,
      rounding_cd, created_by)
    select wcode, owner_cd, (price).charge_cd, at_dt, bill_month, nullif(of_month, bill_month),
      case when target < 0 or (target = 0 and adjusted < 0) then 'MOST' else 'LEAST' end,
      ${`${docPrefix}:`} || (price).price_cd || ':' || to_char(at_dt, 'YYYYMMDD'), -1,
      (select coalesce(max(charge_no), 0) from charge), 1, 'DOC', (price).price_id,
      target - adjusted, (price).vat_cd, ${taxRate(sql`(price).vat_cd`, sql`at_dt`)},
      (price).currency_cd, (price).rounding_cd, ${userId}
    from wanted where target <> adjusted`)
}

/** Posts the limits of each date, then those of the month, then the minimum of the invoice. */
export async function postAllLimits(
  tx: Transaction,
  months: LimitedMonths,
  userId: string,
): Promise<void> {
  await postLimits(tx, months, 'day', userId)
  await postLimits(tx, months, 'month', userId)
  await postInvoiceMinimum(tx, months, userId)
}

/** Posts the limits of months being closed. Each month is limited by its own charges only. */
export function postMonthLimits(
  tx: Transaction,
  months: SelectedMonths,
  userId: string,
): Promise<void> {
  return postAllLimits(tx, withPastMonths(months), userId)
}
