import sql, { raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { postInvoiceMinimum } from './invoice-minimum.ts'
import { getCountedDay, limitedAmount, type LimitedMonths } from './own-months.ts'
import { taxRate } from './post-charges.ts'

/** Months being closed: `wcode, owner_cd, bill_month, last_dt`. */
export type SelectedMonths = Sql

type LimitSpan = 'day' | 'month'

/** Amount within the minimum and maximum of price `l`, if it has any. */
export function applyLimits(amount: Sql, span: LimitSpan, l: Sql): Sql {
  const [lowest, highest] = [raw(`${span}_min_amt`), raw(`${span}_max_amt`)]
  const capped = sql`least(${amount}, coalesce(${l}.${highest}, ${amount}))`
  return sql`greatest(${capped}, coalesce(${l}.${lowest}, ${capped}))`
}

/**
 * Months being closed, and the past months that late charges in them belong to. A month whose
 * charges are in several of them is limited once, in the first.
 */
const withPastMonths = (months: SelectedMonths): LimitedMonths => sql`
  select distinct on (x.wcode, x.owner_cd, x.of_month) x.* from (
    select m.wcode, m.owner_cd, m.bill_month, m.bill_month of_month, m.last_dt from (${months}) m
    union all
    select m.wcode, m.owner_cd, m.bill_month, s.of_month,
      cycle_end(s.of_month, coalesce(t.close_day, 0))
    from (${months}) m
    join (select distinct wcode, owner_cd, bill_month, of_month from charge_sum where of_month <> '') s
      using (wcode, owner_cd, bill_month)
    left join billing_terms t on t.owner_cd = m.owner_cd) x
  order by x.wcode, x.owner_cd, x.of_month, x.bill_month`

/**
 * Versions of price lines that are valid on a date from `first` to `last`: `price, start_dt,
 * end_dt`. The last version of a price has the latest `end_dt`. `until_dt` ignores the end of the
 * price, because a period is charged at its end.
 */
export const selectVersionsBetween = (first: Sql, last: Sql): Sql => sql`(
  select l price, s.start_dt, least(l.to_dt, s.until_dt) end_dt, s.until_dt from price_line l
  cross join lateral (select greatest(l.from_dt, ${first}) start_dt,
    least(${last}, (select min(n.from_dt) - 1 from price_line n
      where n.price_cd = l.price_cd and n.version_no > l.version_no
        and n.state_cd = l.state_cd)) until_dt) s
  where s.start_dt <= least(l.to_dt, s.until_dt))`

/** Whether charge `c` is a limit of this span, and whether it counts towards the limit. */
function limitConditions(span: LimitSpan, docPrefix: string) {
  const isLimit = sql`(c.line_no = -1 and c.doc_no like ${`${docPrefix}:%`})`
  // Monthly limits are dated on the last day but are not part of that day's work.
  const isBase =
    span === 'day'
      ? sql`c.line_no <> -1`
      : sql`not (${isLimit} or c.cause_cd = 'RERATE' and c.line_no = -1)`
  return { isLimit, isBase }
}

/**
 * Posts daily or monthly minimum and maximum amounts as separate charges: those of a date under the
 * version valid on it, those of a month under the last version valid in it. All charges of that
 * month count, also those posted later. Only differences from limits posted before are posted.
 */
async function postLimits(
  tx: Transaction,
  months: LimitedMonths,
  span: LimitSpan,
  userId: string,
): Promise<void> {
  const [lowest, highest] = [raw(`${span}_min_amt`), raw(`${span}_max_amt`)]
  const day = span === 'day' ? getCountedDay(sql`c`) : sql`p.last_dt`
  const docPrefix = span === 'day' ? 'D' : 'M'
  const { isLimit, isBase } = limitConditions(span, docPrefix)
  const isLast = sql`row_number() over (partition by m.wcode, m.owner_cd, m.bill_month, m.of_month,
    (v.price).price_cd, (v.price).currency_cd order by v.end_dt desc) = 1`
  const owesWithoutWork = sql`${span === 'month'} and (price).owner_cd is not null
    and end_dt = last_dt`
  await tx.execute(sql`
    with m as materialized (
      select m.*, cycle_start(m.of_month, coalesce(t.close_day, 0)) first_dt
      from (${months}) m left join billing_terms t using (owner_cd)),
    prices as materialized (
      select * from (
        select m.*, v.price, v.start_dt, v.end_dt, v.until_dt, ${span === 'day'} or ${isLast} applies
        from m cross join lateral ${selectVersionsBetween(sql`m.first_dt`, sql`m.last_dt`)} v
        where (v.price).state_cd = ${quoteCodes(priceStatus.agreed)}
          and ((v.price).owner_cd is null or (v.price).owner_cd = m.owner_cd)
          and ((v.price).price_wcode is null or (v.price).price_wcode = m.wcode)
          and exists (select from price_line x where x.price_cd = (v.price).price_cd
            and num_nonnulls(x.${lowest}, x.${highest}) > 0)) x
      where applies),
    codes as materialized (
      select distinct wcode, owner_cd, of_month, last_dt, (price).price_cd, (price).currency_cd
      from prices),
    posted as (
      select m.of_month own_month, c.* from m join charge c on c.wcode = m.wcode
        and c.owner_cd = m.owner_cd and c.bill_month = m.of_month and c.of_month is null
      where exists (select from prices)
      union all
      select m.of_month, c.* from m join charge c on c.wcode = m.wcode
        and c.owner_cd = m.owner_cd and c.of_month = m.of_month
      where exists (select from prices)),
    sums as (
      select c.wcode, c.owner_cd, c.own_month, p.price_cd, p.currency_cd, ${day} at_dt,
        sum(c.amount) filter (where ${isBase}) base, ${limitedAmount} work_count,
        coalesce(sum(c.amount) filter (where ${isLimit}), 0) adjusted
      from posted c join price_line l on l.price_id = c.price_id
      join codes p on (p.wcode, p.owner_cd, p.of_month) = (c.wcode, c.owner_cd, c.own_month)
        and (p.price_cd, p.currency_cd) = (l.price_cd, c.currency_cd)
      group by 1, 2, 3, 4, 5, 6),
    due as (
      select p.*, coalesce(s.at_dt, p.last_dt) at_dt, coalesce(s.base, 0) base,
        coalesce(s.work_count, 0) work_count, coalesce(s.adjusted, 0) adjusted
      from prices p left join sums s on (s.wcode, s.owner_cd, s.own_month, s.price_cd, s.currency_cd)
          = (p.wcode, p.owner_cd, p.of_month, (p.price).price_cd, (p.price).currency_cd)
        and (${span === 'month'} or s.at_dt between p.start_dt and p.until_dt)
      where s.price_cd is not null or ${owesWithoutWork}),
    wanted as (
      select d.*, case when work_count > 0 or ${owesWithoutWork}
        then ${applyLimits(sql`base`, span, sql`(price)`)} - base else 0 end target from due d)
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
