import sql, { type Sql } from 'sql-template-tag'

/** Pieces in the refill unit of pick face `f` of item `k`. */
export const unitQty = sql`(case when f.unit_cd = k.unit_cd then 1 else coalesce(
  (select u.unit_qty from stock_unit u where (u.owner_cd, u.stock_cd, u.unit_cd)
    = (f.owner_cd, f.stock_cd, f.unit_cd)),
  case when f.unit_cd = 'BOX' then k.box_qty end, 1) end)`

/** Pieces of an allocation beyond whole units. Whole units are picked where they are stored. */
export const loosePieces = (qty: Sql, unit: Sql): Sql =>
  sql`(case when ${unit} > 1 then mod(${qty}, ${unit}) else ${qty} end)`
