import sql, { empty, type Sql } from 'sql-template-tag'

/** Unpacked quantities of each cargo item, net of reversals: `(bond_no, item_no, pkg_qty, qty)`. */
export const unpackedQuantitiesSql = sql`(
  select bond_no, item_no, sum(case when reverses_id is null then pkg_qty else -pkg_qty end) pkg_qty,
    sum(case when reverses_id is null then qty else -qty end) qty
  from bonded_unpack group by bond_no, item_no)`

/**
 * Condition on line `l`: not a reversal, and neither reversed nor corrected, optionally before a
 * specified time. Two `not exists` subqueries each use their own index. A single one with `or`
 * would scan the register for every line.
 */
export function isValidAt(before?: Sql): Sql {
  const then = before === undefined ? empty : sql`and x.created_at < ${before}`
  return sql`l.reverses_id is null
    and not exists (select from bonded_line x where x.reverses_id = l.line_id ${then})
    and not exists (select from bonded_line x where x.corrects_id = l.line_id ${then})`
}

export const isValidLine = isValidAt()

/**
 * Line `l` and all lines it corrects. Unpacked stock belongs to the line that was valid at the
 * time.
 */
export const correctedLines = sql`(
  with recursive chain as (
    select l.line_id, l.corrects_id
    union all
    select p.line_id, p.corrects_id from bonded_line p join chain c on p.line_id = c.corrects_id)
  select line_id from chain)`
