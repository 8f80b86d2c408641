import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

/** Whether record `m` followed its stock into another balance. */
const isCarried = sql`exists (select from stock_movement v where v.to_balance_id = m.balance_id
  and v.movement_cd = 'TRANSFER' and v.posted_at >= p.picked_at)`

export const missingChecks: readonly LedgerCheck[] = [
  {
    name: 'No allocation of stock after it was recorded as missing',
    ko: '미발견 이후의 할당 없음',
    subject: 'balance',
    looked: sql`select count(*) n from missing_stock`,
    breaches: (only) => sql`
      select a.balance_id, a.alloc_id, a.shipment_no, m.pick_no
      from missing_stock m join allocation a using (balance_id)
      where m.resolved_at is null and a.alloc_qty > 0 and a.created_at > m.made_at
        and ${only('a.balance_id')}`,
  },
  {
    name: 'Missing stock = stock not found by short picks',
    ko: '미발견 재고 = 부족하게 피킹한 재고',
    subject: 'balance',
    looked: sql`select count(*) n from missing_stock`,
    breaches: (only) => sql`
      select m.balance_id, m.pick_no, a.alloc_id, p.short_qty, b.qty, b.pick_qty
      from missing_stock m
      join pick_record p using (pick_no)
      join allocation a using (alloc_id)
      join stock_balance b on b.balance_id = m.balance_id
      where ${only('m.balance_id')} and ((a.balance_id <> m.balance_id and not ${isCarried})
        or p.short_qty = 0 or (m.resolved_at is null and b.qty = b.pick_qty))`,
  },
]
