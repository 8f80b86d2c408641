import sql, { raw, type Sql } from 'sql-template-tag'

/** Quantity still to be accepted of line `x` of order `o`. Zero for a cancelled order. */
export function openQty(x: string): Sql {
  return sql`case o.cancel_yn when 'N'
    then ${raw(`${x}.order_qty - ${x}.accept_qty - ${x}.reject_qty`)} else 0 end`
}

/** Quantity still to be processed of line `x` of order `o`. Zero for a cancelled order. */
export function remainingQty(x: string): Sql {
  return sql`case o.cancel_yn when 'N'
    then greatest(${raw(`${x}.order_qty - ${x}.reject_qty - ${x}.done_qty`)}, 0) else 0 end`
}
