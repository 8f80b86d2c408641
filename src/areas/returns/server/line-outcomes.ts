import sql from 'sql-template-tag'

/** Quantities of line `l` that arrived for inspection, by grade, to decide and disposed of. */
export const lineOutcomes = sql`
  select coalesce(q.arrived_qty, 0) arrived_qty, coalesce(q.graded_qty, 0) graded_qty,
    coalesce(g.a_qty, 0) a_qty, coalesce(g.b_qty, 0) b_qty, coalesce(g.c_qty, 0) c_qty,
    coalesce(g.x_qty, 0) x_qty, coalesce(q.placed_qty, 0) placed_qty,
    coalesce(q.graded_qty - q.placed_qty, 0) wait_qty
  from (select sum(arrived_qty) arrived_qty, sum(graded_qty) graded_qty, sum(placed_qty) placed_qty
    from return_lot where receipt_no = l.receipt_no and line_no = l.line_no) q
  cross join (select sum(qty) filter (where grade_cd = 'A') a_qty,
      sum(qty) filter (where grade_cd = 'B') b_qty, sum(qty) filter (where grade_cd = 'C') c_qty,
      sum(qty) filter (where grade_cd = 'X') x_qty
    from return_grade where receipt_no = l.receipt_no and line_no = l.line_no) g`
