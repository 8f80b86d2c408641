import sql, { raw, type Sql } from 'sql-template-tag'

/** What is still to be accepted of a line `x` of an order `o`: nothing of one that is cancelled. */
export function openQty(x: string): Sql {
  return sql`case o.cancel_yn when 'N'
    then ${raw(`${x}.order_qty - ${x}.accept_qty - ${x}.reject_qty`)} else 0 end`
}

/** What is still to be done of a line `x` of an order `o`: nothing of one that is cancelled. */
export function leftQty(x: string): Sql {
  return sql`case o.cancel_yn when 'N'
    then greatest(${raw(`${x}.order_qty - ${x}.reject_qty - ${x}.done_qty`)}, 0) else 0 end`
}
