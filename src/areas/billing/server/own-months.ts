import sql, { type Sql } from 'sql-template-tag'

/**
 * Months to limit: `wcode, owner_cd, of_month, last_dt` of the month, and the open `bill_month` that
 * the limits are posted to.
 */
export type LimitedMonths = Sql

/** Month that charge `c` belongs to. */
export const ownMonth = (c: Sql): Sql => sql`coalesce(${c}.of_month, ${c}.bill_month)`

/** Date that charge `c` counts for: a reversal counts for the date of its charge. */
export const countedDay = (c: Sql): Sql => sql`case when ${c}.reverses_no is null
  then ${c}.service_dt
  else (select o.service_dt from charge o where o.charge_no = ${c}.reverses_no) end`

/** Charges of work that still count. Cancelled work owes no minimum. */
export const limitedAmount = sql`sum(case when c.cause_cd in ('RERATE', 'LEAST', 'MOST') then 0
  when c.reverses_no is null then 1 else -1 end)`
