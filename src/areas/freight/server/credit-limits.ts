import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { voidBookingStates } from '../rules/booking-status.ts'

interface Exceeded extends Record<string, unknown> {
  readonly payer: string
  readonly owed: number
  readonly most: number
}

/**
 * Warns of payers of bookings who owe more than their credit limit, in won: unpaid invoices less
 * open credits and payments, and unbilled freight. Merged customers are one party.
 */
export async function warnOfCreditLimits(
  { tx, today }: SaveCall,
  ids: readonly string[],
): Promise<Label | undefined> {
  const found = await tx.query<Exceeded>(sql`
    select c.customer_cd payer, round(o.owed)::float8 owed, c.credit_limit::float8 most
    from customer c
    cross join lateral (select array_agg(m.customer_cd) codes from customer m
      where coalesce(m.merged_to_cd, m.customer_cd) = c.customer_cd) m
    cross join lateral (select coalesce(sum(d.amount), 0) owed from (
      select coalesce(invoice_open(i) * case i.currency_cd when 'KRW' then 1 else i.rate / i.rate_unit end,
        won_of('BASE', i.currency_cd, ${today}::date, invoice_open(i))) amount
      from invoice i where i.payer_cd = any(m.codes) and i.state_cd <> '90'
      union all
      select coalesce(case p.currency_cd when 'KRW' then p.matched_amt - p.amount end,
        won_of('BASE', p.currency_cd, ${today}::date, p.matched_amt - p.amount))
      from payment p where p.payer_cd = any(m.codes) and p.cancelled_at is null
      union all
      select t.won_amt from freight_charge t join booking b using (booking_id)
      where t.payer_cd = any(m.codes) and t.side_cd = 'SELL'
        and b.state_cd <> all(${[...voidBookingStates]}::text[])
        and freight_billed_qty(t.booking_id, t.line_no) = 0) d) o
    where c.credit_limit is not null and o.owed > c.credit_limit
      and c.customer_cd in (select coalesce(x.merged_to_cd, x.customer_cd)
        from freight_charge t join customer x on x.customer_cd = t.payer_cd
        where t.booking_id = any(${[...ids]}::text[]) and t.side_cd = 'SELL')
    order by 1`)
  if (found.length === 0) return undefined
  const names = found
    .map(({ payer, owed, most }) => `${payer} ${formatCount(owed)} > ${formatCount(most)}`)
    .join(', ')
  return label(
    `여신한도를 넘은 청구처(원): ${names}.`,
    `Payers above their credit limit (KRW): ${names}.`,
  )
}
