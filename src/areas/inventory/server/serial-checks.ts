import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

const countChecked = sql`select count(*) n from serial`

export const serialChecks: readonly LedgerCheck[] = [
  {
    name: 'Number of serials = stock quantity',
    ko: '시리얼 수 = 재고 수량',
    subject: 'balance',
    looked: countChecked,
    breaches: (only) => sql`
      select b.balance_id, b.qty, n.serials, n.picked, b.pick_qty
      from stock_balance b
      join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd and k.serial_cd = 'ALL'
      cross join lateral (
        select count(*) serials, count(*) filter (where s.alloc_id is not null) picked
        from serial s where s.balance_id = b.balance_id) n
      where ${only('b.balance_id')} and (n.serials, n.picked) <> (b.qty, b.pick_qty)`,
  },
  {
    name: 'Serial location = destination of its last movement',
    ko: '시리얼 위치 = 마지막 수불의 도착지',
    subject: 'item',
    looked: countChecked,
    breaches: (only) => sql`
      select s.owner_cd, s.stock_cd, s.serial_no, s.balance_id, m.to_balance_id
      from serial s left join stock_movement m on m.movement_no = s.last_movement_no
      where ${only('s.owner_cd', 's.stock_cd')} and (
        s.balance_id is distinct from m.to_balance_id
        or s.balance_id is not null and (s.owner_cd, s.stock_cd) is distinct from
          (select (b.owner_cd, b.stock_cd) from stock_balance b where b.balance_id = s.balance_id)
        or s.last_movement_no is distinct from (select max(e.movement_no) from serial_event e
          where e.serial_id = s.serial_id))`,
  },
  {
    name: 'Number of serials of a movement = its quantity',
    ko: '수불별 시리얼 수 = 수불 수량',
    subject: 'movement',
    looked: sql`select count(*) n from serial_event where movement_no is not null`,
    breaches: (only) => sql`
      select m.movement_no, m.qty, n.serials from stock_movement m
      cross join lateral (select count(*) serials from serial_event e
        where e.movement_no = m.movement_no) n
      where m.serial_yn and ${only('m.movement_no')} and n.serials <> m.qty`,
  },
  {
    name: 'Counted quantity by serial = number of scanned serials',
    ko: '시리얼 실사수량 = 스캔한 시리얼 수',
    subject: 'balance',
    looked: sql`select count(*) n from count_serial`,
    breaches: (only) => sql`
      select l.balance_id, n.job_no, n.line_no, n.serials, c.qty
      from count_line l
      cross join lateral (select x.job_no, x.line_no, x.recount_yn, count(*) serials
        from count_serial x where x.job_no = l.job_no and x.line_no = l.line_no
          and x.scanned_by is not null group by 1, 2, 3) n
      cross join lateral (
        select case n.recount_yn when 'Y' then l.recount_qty else l.count_qty end qty) c
      where ${only('l.balance_id')} and n.serials is distinct from c.qty`,
  },
]
