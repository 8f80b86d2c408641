import sql, { type Sql } from 'sql-template-tag'

/**
 * Group of the item of `row` on a date. Later changes of the group do not affect past reports and
 * prices.
 */
export const getGroupOn = (row: Sql, day: Sql) =>
  sql`(select g.group_cd from measure_on(${row}.owner_cd, ${row}.stock_cd, ${day}) g)`
