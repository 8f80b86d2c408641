import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

export const returnChecks: readonly LedgerCheck[] = [
  {
    name: 'Returned ≤ shipped',
    ko: '반품 ≤ 출하',
    subject: 'document',
    looked: sql`select count(*) n from receipt where shipment_no is not null`,
    breaches: (only) => sql`
      select r.doc_no, r.stock_cd, r.returned_qty, coalesce(s.shipped_qty, 0) shipped_qty
      from (select r.shipment_no doc_no, l.owner_cd, l.stock_cd, sum(l.receive_qty) returned_qty
        from receipt r join receipt_line l using (receipt_no)
        where r.shipment_no is not null and ${only('r.shipment_no')} group by 1, 2, 3) r
      left join lateral (select sum(case when m.from_balance_id is null then -m.qty else m.qty end)
          shipped_qty
        from stock_movement m
        where m.doc_no = r.doc_no and m.movement_cd = 'SHIPMENT' and m.owner_cd = r.owner_cd
          and m.stock_cd = r.stock_cd) s on true
      where r.returned_qty > coalesce(s.shipped_qty, 0)`,
  },
]
