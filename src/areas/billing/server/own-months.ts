import sql, { type Sql } from 'sql-template-tag'

/**
 * Months to limit: `wcode, owner_cd, of_month, last_dt` of the month, and the open `bill_month`
 * that the limits are posted to.
 */
export type LimitedMonths = Sql

/** Month that charge `c` belongs to. */
export const ownMonth = (c: Sql): Sql => sql`coalesce(${c}.of_month, ${c}.bill_month)`

/** Date that charge `c` counts for. A reversal counts for the date of the charge it reverses. */
export const getCountedDay = (c: Sql): Sql => sql`case when ${c}.reverses_no is null
  then ${c}.service_dt
  else (select o.service_dt from charge o where o.charge_no = ${c}.reverses_no) end`

/** Amount of the work charges that were not cancelled. Cancelled work owes no minimum. */
export const limitedAmount = sql`sum(case when c.cause_cd in ('RERATE', 'LEAST', 'MOST') then 0
  when c.reverses_no is null then 1 else -1 end)`

/**
 * Whether an owner had charges or movements in warehouse `wcode` by the end of a month. Movements
 * that were cancelled since count too, because the result must not depend on when charges are
 * posted.
 */
export const wasInWarehouse = (
  wcode: Sql,
  owner: Sql,
  { month, last }: { readonly month: Sql; readonly last: Sql },
): Sql => sql`(exists (select from bill_month b
    where (b.wcode, b.owner_cd) = (${wcode}, ${owner}) and b.bill_month <= ${month})
  or exists (select from stock_movement m
    where (m.wcode, m.owner_cd) = (${wcode}, ${owner}) and m.business_dt <= ${last}))`
