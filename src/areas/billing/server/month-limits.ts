import sql, { raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { taxRate } from './post-charges.ts'

/** Months being closed: `wcode, owner_cd, bill_month, last_dt`. */
export type SelectedMonths = Sql

/**
 * Posts daily or monthly minimum and maximum amounts as separate charges, by the price valid at
 * month end. Only differences are posted when a month is closed again after reopening.
 */
async function postLimits(
  tx: Transaction,
  months: SelectedMonths,
  span: 'day' | 'month',
  userId: string,
): Promise<void> {
  const [least, most] = [raw(`${span}_min_amt`), raw(`${span}_max_amt`)]
  const day = span === 'day' ? sql`c.service_dt` : sql`m.last_dt`
  const mark = span === 'day' ? 'D' : 'M'
  await tx.execute(sql`
    with m as materialized (${months}),
    prices as materialized (
      select m.*, l price from m cross join lateral price_on(m.last_dt) l
      where l.state_cd = ${quoteCodes(priceStatus.agreed)} and (l.owner_cd is null or l.owner_cd = m.owner_cd)
        and (l.price_wcode is null or l.price_wcode = m.wcode)
        and (l.${least} is not null or l.${most} is not null)),
    sums as (
      select c.wcode, c.owner_cd, c.bill_month, l.price_cd, ${day} at_dt,
        sum(c.amount) filter (where c.line_no <> -1 or c.doc_no not like ${`${mark}:%`}) base,
        coalesce(sum(c.amount) filter (where c.line_no = -1 and c.doc_no like ${`${mark}:%`}), 0)
          adjusted
      from charge c join m using (wcode, owner_cd, bill_month)
      join price_line l on l.price_id = c.price_id
      where exists (select from prices) and l.price_cd in (select (p.price).price_cd from prices p)
      group by 1, 2, 3, 4, 5),
    due as (
      select p.wcode, p.owner_cd, p.bill_month, p.last_dt, p.price, coalesce(s.at_dt, p.last_dt)
          at_dt, coalesce(s.base, 0) base, coalesce(s.adjusted, 0) adjusted
      from prices p left join sums s on (s.wcode, s.owner_cd, s.bill_month, s.price_cd) =
        (p.wcode, p.owner_cd, p.bill_month, (p.price).price_cd)
      where s.price_cd is not null or ${span === 'month'} and (p.price).owner_cd is not null),
    wanted as (
      select d.*, greatest(least(base, coalesce((price).${most}, base)),
        coalesce((price).${least}, least(base, coalesce((price).${most}, base)))) - base target
      from due d)
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, cause_cd, doc_no,
      line_no, cause_seq, qty, unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd,
      rounding_cd, created_by)
    select wcode, owner_cd, (price).charge_cd, at_dt, bill_month,
      case when target < 0 or (target = 0 and adjusted < 0) then 'MOST' else 'LEAST' end,
      ${`${mark}:`} || (price).price_cd || ':' || to_char(at_dt, 'YYYYMMDD'), -1,
      (select coalesce(max(charge_no), 0) from charge), 1, 'DOC', (price).price_id,
      target - adjusted, (price).vat_cd, ${taxRate(sql`(price).vat_cd`, sql`at_dt`)},
      (price).currency_cd, (price).rounding_cd, ${userId}
    from wanted where target <> adjusted`)
}

/** Posts the limits of each date first, then those of the month on top. */
export async function postMonthLimits(
  tx: Transaction,
  months: SelectedMonths,
  userId: string,
): Promise<void> {
  await postLimits(tx, months, 'day', userId)
  await postLimits(tx, months, 'month', userId)
}
