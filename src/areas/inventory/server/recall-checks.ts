import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'
import { selectLotsMadeFrom } from './lot-lineage.ts'
import { recallSeeds } from './recall-figures.ts'
import { isMovementInEffect } from './reverse-movements.ts'

export const recallChecks: readonly LedgerCheck[] = [
  {
    name: 'No shipping of stock under recall',
    ko: '회수 중인 재고의 출고 없음',
    subject: 'movement',
    looked: sql`select count(*) n from recall`,
    breaches: (only) => sql`
      select m.movement_no, r.recall_no from recall r
      cross join lateral (${selectLotsMadeFrom(recallSeeds('r'))}) made
      join stock_balance b using (lot_id)
      join stock_movement m on m.from_balance_id = b.balance_id
      where m.movement_cd = 'SHIPMENT' and m.to_place_cd = 'CUSTOMER' and ${isMovementInEffect}
        and ${only('m.movement_no')} and m.posted_at > r.blocked_at
        and m.posted_at < coalesce(r.closed_at, 'infinity')`,
  },
]
