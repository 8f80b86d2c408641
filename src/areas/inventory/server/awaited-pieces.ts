import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'

/**
 * Whether a change of balance `b` would leave fewer pieces of its lot in inspection than returns
 * still have to grade or to dispose of. Such a return could never be finished.
 */
export const wouldLeaveReturnShort = (change: Sql): Sql => sql`case
  when b.condition_cd = 'INSPECT' and ${change} < 0
  then (select sum(o.qty) from stock_balance o where o.wcode = b.wcode and o.lot_id = b.lot_id
      and o.condition_cd = 'INSPECT') + ${change}
    < (select coalesce(sum(q.arrived_qty - q.placed_qty), 0) from return_lot q
      join receipt h using (receipt_no) where q.lot_id = b.lot_id and h.wcode = b.wcode)
  else false end`

export const gradeBeforeAdjusting = label(
  '검품대기 재고입니다. 반품검품에서 등급을 지정한 뒤 조정하세요.',
  'This stock awaits inspection. Grade it in "Return inspection", then adjust it.',
)
