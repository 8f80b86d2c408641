import sql, { type Sql } from 'sql-template-tag'

/**
 * Key of the stock that shares the free quantity of price `l`: an item, a lot, or null for all
 * stock of the owner.
 */
const freeGroupSql = (r: Sql, l: Sql) => sql`case ${l}.free_cd when 'ITEM' then ${r}.stock_cd
  when 'LOT' then ${r}.stock_cd || '|'
    || split_part(substr(${r}.doc_no, length(${r}.stock_cd) + 2), '|', 1) end`

/**
 * Part of the free quantity that row `r` of daily storage uses. Rows of `group` with the same item
 * or lot use it up in the order of their keys.
 */
export const freePartSql = (r: Sql, l: Sql, group: Sql): Sql => sql`least(${r}.qty, greatest(
  ${l}.free_qty - coalesce(sum(${r}.qty) over (partition by ${group}, ${freeGroupSql(r, l)}
    order by ${r}.doc_no collate "C" rows between unbounded preceding and 1 preceding), 0), 0))`
