import sql, { type Sql } from 'sql-template-tag'

/** Group of the item of `row` on a date. A later group never changes reports and prices of it. */
export const groupOn = (row: Sql, day: Sql) =>
  sql`(select g.group_cd from measure_on(${row}.owner_cd, ${row}.stock_cd, ${day}) g)`
