import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { ownMonth, limitedAmount, type LimitedMonths } from './own-months.ts'
import { taxRate } from './post-charges.ts'

/**
 * The most specific minimum of an owner, warehouse, tax kind and currency on a date, as `price`.
 * `isValid` is the condition on the status of price `l`.
 */
const getMinimumAt = (day: Sql, { isValid, of }: { isValid: Sql; of: Sql }): Sql => sql`
  select l price from price_on(${day}) l
  where l.charge_cd = 'INVOICE_MIN' and ${isValid}
    and (l.owner_cd is null or l.owner_cd = ${of}.owner_cd)
    and (l.price_wcode is null or l.price_wcode = ${of}.wcode)
    and (l.vat_cd, l.currency_cd) = (${of}.vat_cd, ${of}.currency_cd)
  order by l.state_cd, price_rank(l) desc limit 1`

const getShortfall = (price: Sql, amount: Sql): Sql =>
  sql`greatest((${price}).unit_price - ${amount}, 0)`

/**
 * Posts the amount by which each month's invoices fall short of their minimum. Counts all charges
 * of a month, including those posted later. If a minimum was posted before, posts only the
 * difference.
 */
export async function postInvoiceMinimum(
  tx: Transaction,
  months: LimitedMonths,
  userId: string,
): Promise<void> {
  const isValid = sql`l.state_cd = ${quoteCodes(priceStatus.agreed)}`
  await tx.execute(sql`
    with m as materialized (${months}),
    sums as (
      select m.wcode, m.owner_cd, m.bill_month, m.of_month, m.last_dt, c.vat_cd, c.currency_cd,
        coalesce(sum(c.amount) filter (where c.charge_cd <> 'INVOICE_MIN'), 0) base,
        coalesce(sum(c.amount) filter (where c.charge_cd = 'INVOICE_MIN'), 0) adjusted,
        ${limitedAmount} work_count
      from m join charge c on (c.wcode, c.owner_cd, ${ownMonth(sql`c`)}) =
        (m.wcode, m.owner_cd, m.of_month) and (c.bill_month = m.of_month or c.of_month = m.of_month)
      where exists (select from price_line l where l.charge_cd = 'INVOICE_MIN' and ${isValid})
      group by 1, 2, 3, 4, 5, 6, 7),
    wanted as (
      select s.*, p.price, case when s.work_count > 0 or s.base <> 0
        then ${getShortfall(sql`p.price`, sql`s.base`)} else 0 end target
      from sums s cross join lateral (${getMinimumAt(sql`s.last_dt`, { isValid, of: sql`s` })}) p)
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, cause_cd,
      doc_no, line_no, cause_seq, qty, unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd,
      rounding_cd, created_by)
    select wcode, owner_cd, 'INVOICE_MIN', last_dt, bill_month, nullif(of_month, bill_month), 'LEAST',
      'I:' || (price).price_cd || ':' || to_char(last_dt, 'YYYYMMDD'), -1,
      (select coalesce(max(charge_no), 0) from charge), 1, 'DOC', (price).price_id,
      target - adjusted, vat_cd, ${taxRate(sql`wanted.vat_cd`, sql`wanted.last_dt`)}, currency_cd,
      (price).rounding_cd, ${userId}
    from wanted where target <> adjusted`)
}

/**
 * Shortfalls of the trial month `limited` (`wcode, charge_cd, currency_cd, vat_cd, qty, amount`).
 */
export const trialMinimum = (owner: string, last: Sql): Sql => sql`
  select s.wcode, 'INVOICE_MIN', s.currency_cd, s.vat_cd, 1, ${getShortfall(sql`p.price`, sql`s.amount`)}, 0
  from (select ${owner}::text owner_cd, wcode, currency_cd, vat_cd, sum(amount) amount from limited
    group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(qty) <> 0) s
  cross join lateral (${getMinimumAt(last, {
    isValid: sql`(l.state_cd = ${quoteCodes(priceStatus.agreed)} or l.owner_cd = ${owner}::text)`,
    of: sql`s`,
  })}) p where ${getShortfall(sql`p.price`, sql`s.amount`)} > 0`
