import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

export const lineageChecks: readonly LedgerCheck[] = [
  {
    name: 'Lot lineage = movements that change lot or item',
    ko: '로트 계보 = 로트·품목 변경 수불',
    subject: 'movement',
    looked: sql`select count(*) n from lot_edge`,
    breaches: (only) => sql`
      select coalesce(e.movement_no, m.movement_no) movement_no, e.qty, m.qty moved
      from (select * from lot_edge where ${only('movement_no')}) e
      full join (
        select o.movement_no, a.movement_no arrival_no, f.lot_id from_lot_id, t.lot_id to_lot_id,
          least(o.qty, a.qty) qty
        from stock_movement o
        join stock_balance f on f.balance_id = o.from_balance_id
        left join stock_movement a on a.movement_cd = 'TRANSFER' and a.doc_no = o.doc_no
          and a.doc_line = o.doc_line and a.reverses_no is null and a.to_balance_id is not null
        left join stock_balance t on t.balance_id = a.to_balance_id
        where o.movement_cd = 'TRANSFER' and o.reverses_no is null and o.to_place_cd <> 'TRANSIT'
          and f.lot_id is distinct from t.lot_id and ${only('o.movement_no')}) m
        on m.movement_no = e.movement_no
      where (e.arrival_no, e.from_lot_id, e.to_lot_id, e.qty)
        is distinct from (m.arrival_no, m.from_lot_id, m.to_lot_id, m.qty)`,
  },
]
