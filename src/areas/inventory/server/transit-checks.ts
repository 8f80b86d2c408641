import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'
import { isMovementInEffect } from './reverse-movements.ts'
import { inTransit } from './transit-rows.ts'

export const transitChecks: readonly LedgerCheck[] = [
  {
    name: 'Stock in transit = sent − arrived − called back − lost',
    ko: '운송중 재고 = 발송 − 도착 − 회수 − 분실',
    subject: 'item',
    looked: sql`select count(*) n from transit`,
    breaches: (only) => sql`
      select owner_cd, stock_cd, sum(qty) difference from (
        select b.owner_cd, b.stock_cd, ${inTransit} qty
        from transit t join stock_balance b on b.balance_id = t.from_balance_id
        where ${only('b.owner_cd', 'b.stock_cd')}
        union all
        select owner_cd, stock_cd, case when to_place_cd = 'TRANSIT' then -qty else qty end
        from stock_movement where (from_place_cd = 'TRANSIT' or to_place_cd = 'TRANSIT')
          and ${only('owner_cd', 'stock_cd')}) places
      group by 1, 2 having sum(qty) <> 0`,
  },
  {
    name: 'Arrived, called-back and lost quantities = sum of valid movements',
    ko: '도착·회수·분실 수량 = 취소되지 않은 수불 합계',
    subject: 'document',
    looked: sql`select count(*) n from transit_close`,
    breaches: (only) => sql`
      select t.work_no doc_no, t.transit_no, t.arrived_qty, c.arrived, t.back_qty, c.back, t.lost_qty,
        c.lost
      from transit t cross join lateral (
        select coalesce(sum(qty) filter (where close_cd = 'ARRIVE'), 0) arrived,
          coalesce(sum(qty) filter (where close_cd = 'BACK'), 0) back,
          coalesce(sum(qty) filter (where close_cd = 'LOSE'), 0) lost
        from (
          select close_cd, qty from transit_close
          where transit_no = t.transit_no and work_no is null
          union all
          select k.close_cd, m.qty from transit_close k
          join stock_movement m on m.movement_cd = 'TRANSFER' and m.doc_no = k.work_no
            and m.doc_line = k.line_no
          where k.transit_no = t.transit_no and ${isMovementInEffect}) k) c
      where ${only('t.work_no')}
        and (t.arrived_qty, t.back_qty, t.lost_qty) <> (c.arrived, c.back, c.lost)`,
  },
]
