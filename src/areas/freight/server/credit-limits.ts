import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'

interface Exceeded extends Record<string, unknown> {
  readonly payer: string
  readonly owed: number
  readonly limit: number
}

/** Warns of payers of bookings who owe more than their credit limit, in won. */
export async function warnOfCreditLimits(
  { tx, today }: SaveCall,
  ids: readonly string[],
): Promise<Label | undefined> {
  const found = await tx.query<Exceeded>(sql`
    select c.customer_cd payer, round(o.owed)::float8 owed, c.credit_limit::float8 "limit"
    from customer c cross join lateral (
      select case when c.credit_limit is not null then customer_owed(c.customer_cd, ${today}::date)
        end owed) o
    where c.credit_limit is not null and o.owed > c.credit_limit
      and c.customer_cd in (select coalesce(x.merged_to_cd, x.customer_cd)
        from freight_charge t join customer x on x.customer_cd = t.payer_cd
        where t.booking_id = any(${[...ids]}::text[]) and t.side_cd = 'SELL')
    order by 1`)
  if (found.length === 0) return undefined
  const names = found
    .map(({ payer, owed, limit }) => `${payer} ${formatCount(owed)} > ${formatCount(limit)}`)
    .join(', ')
  return label(
    `여신한도를 넘은 청구처(원): ${names}.`,
    `Payers above their credit limit (KRW): ${names}.`,
  )
}
