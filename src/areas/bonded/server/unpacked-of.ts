import sql from 'sql-template-tag'

/** What was unpacked of each item of a cargo and still stands: `(bond_no, item_no, pkg_qty, qty)`. */
export const unpackedOf = sql`(
  select bond_no, item_no, sum(case when reverses_id is null then pkg_qty else -pkg_qty end) pkg_qty,
    sum(case when reverses_id is null then qty else -qty end) qty
  from bonded_unpack group by bond_no, item_no)`

/** Condition on line `l`: neither a reversal itself nor reversed or corrected by another. */
export const standingLine = sql`l.reverses_id is null and not exists (
  select from bonded_line x where l.line_id in (x.reverses_id, x.corrects_id))`
