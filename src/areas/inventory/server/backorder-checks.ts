import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

export const backorderChecks: readonly LedgerCheck[] = [
  {
    name: 'Shipped + backordered = ordered',
    ko: '출하 + 이월 = 지시',
    subject: 'document',
    looked: sql`select count(*) n from shipment where parent_no is not null`,
    breaches: (only) => sql`
      select l.shipment_no doc_no, l.line_no, l.order_qty, l.ship_qty, l.backorder_qty
      from shipment_line l join shipment s using (shipment_no)
      join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
      where ${only('l.shipment_no')} and l.backorder_qty > 0 and (s.shipped_at is null
        or l.order_qty - l.ship_qty - l.backorder_qty
          >= case when is_whole_unit(k.unit_cd) then 1 else 0.001 end
        or not exists (select from shipment b
          join shipment_line n on n.shipment_no = b.shipment_no and n.line_no = l.line_no
          where b.parent_no = l.shipment_no and n.stock_cd = l.stock_cd
            and n.order_qty = l.backorder_qty))
      union all
      select l.shipment_no, l.line_no, l.order_qty, p.ship_qty, p.backorder_qty
      from shipment s join shipment_line l using (shipment_no)
      left join shipment_line p on p.shipment_no = s.parent_no and p.line_no = l.line_no
      where ${only('l.shipment_no')} and s.parent_no is not null and s.cancel_yn = 'N'
        and p.backorder_qty is distinct from l.order_qty`,
  },
]
