import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

/** Movements into and out of inspection that are neither arrivals of returns nor dispositions. */
const corrected = sql`
  select m.owner_cd, m.stock_cd, case when b.balance_id = m.to_balance_id then m.qty else -m.qty end qty
  from stock_balance b
  join stock_movement m on b.balance_id in (m.from_balance_id, m.to_balance_id)
  left join receipt r on m.movement_cd = 'RECEIPT' and r.receipt_no = m.doc_no
  where b.condition_cd = 'INSPECT' and coalesce(r.order_kind_cd, '') <> 'RETURN'
    and not exists (select from return_disposal d where d.movement_no = m.movement_no)`

export const inspectionChecks: readonly LedgerCheck[] = [
  {
    name: 'Stock awaiting inspection = arrived − disposition done',
    ko: '검품대기 재고 = 도착 − 처분',
    subject: 'item',
    looked: sql`select count(*) n from return_disposal`,
    breaches: (only) => sql`
      select owner_cd, stock_cd, sum(qty) difference from (
        select owner_cd, stock_cd, qty from stock_balance
        where condition_cd = 'INSPECT' and ${only('owner_cd', 'stock_cd')}
        union all
        select l.owner_cd, l.stock_cd, q.placed_qty - q.arrived_qty
        from receipt_line l join return_lot q using (receipt_no, line_no)
        where ${only('l.owner_cd', 'l.stock_cd')}
        union all
        select c.owner_cd, c.stock_cd, -c.qty from (${corrected}) c
        where ${only('c.owner_cd', 'c.stock_cd')}) places
      group by 1, 2 having sum(qty) <> 0`,
  },
  {
    name: 'Disposition done ≤ inspected ≤ arrived',
    ko: '처분 ≤ 검품 ≤ 도착',
    subject: 'document',
    looked: sql`select count(*) n from return_grade`,
    breaches: (only) => sql`
      select q.receipt_no doc_no, q.line_no, q.arrived_qty, q.graded_qty, q.placed_qty
      from return_lot q where ${only('q.receipt_no')}
        and not (q.placed_qty between 0 and q.graded_qty and q.graded_qty <= q.arrived_qty)`,
  },
]
