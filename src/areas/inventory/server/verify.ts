import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

/** One invariant of the ledger (domain.md, *Stock is a ledger*) and the rows that break it. */
export interface LedgerCheck {
  readonly name: string
  /** SELECT of what breaks it; no row when it holds. */
  readonly breaches: Sql
  /** SELECT of one number: how many rows were looked at. */
  readonly looked: Sql
}

const ends = sql`
  select to_balance_id balance_id, qty from stock_movement where to_balance_id is not null
  union all
  select from_balance_id, -qty from stock_movement where from_balance_id is not null`

const ledgerChecks: readonly LedgerCheck[] = [
  {
    name: 'every balance is the sum of its movements',
    looked: sql`select count(*) n from stock_balance`,
    breaches: sql`
      select b.balance_id, b.qty, m.qty moved
      from stock_balance b full join (
        select balance_id, sum(qty) qty from (${ends}) e group by balance_id) m using (balance_id)
      where coalesce(b.qty, 0) <> coalesce(m.qty, 0)`,
  },
  {
    name: 'nothing is below zero or promised beyond what is there',
    looked: sql`select count(*) n from stock_balance`,
    breaches: sql`
      select balance_id, qty, alloc_qty, pick_qty from stock_balance
      where least(qty, alloc_qty, pick_qty) < 0 or alloc_qty + pick_qty > qty`,
  },
  {
    name: 'allocated and picked stock is the sum of open allocations',
    looked: sql`select count(*) n from allocation`,
    breaches: sql`
      select b.balance_id, b.alloc_qty, a.alloc_qty promised, b.pick_qty, a.pick_qty picked
      from stock_balance b full join (
        select balance_id, sum(alloc_qty) alloc_qty, sum(pick_qty) pick_qty
        from allocation group by balance_id) a using (balance_id)
      where (coalesce(b.alloc_qty, 0), coalesce(b.pick_qty, 0))
        <> (coalesce(a.alloc_qty, 0), coalesce(a.pick_qty, 0))`,
  },
  {
    name: 'over all places, each item sums to zero',
    looked: sql`select count(*) n from stock_movement`,
    breaches: sql`
      select owner_cd, stock_cd, sum(qty) difference from (
        select owner_cd, stock_cd, qty from stock_balance
        union all
        select owner_cd, stock_cd, qty from stock_movement where to_balance_id is null
        union all
        select owner_cd, stock_cd, -qty from stock_movement where from_balance_id is null) places
      group by 1, 2 having sum(qty) <> 0`,
  },
  {
    name: 'no allocation on held, expired, bonded or other-owner stock',
    looked: sql`select count(*) n from allocation where alloc_qty > 0`,
    breaches: sql`
      select a.alloc_id, a.shipment_no from allocation a
      join shipment s using (shipment_no)
      join stock_balance b using (balance_id) join lot using (lot_id)
      where a.alloc_qty > 0 and (b.owner_cd <> s.owner_cd or b.wcode <> s.wcode
        or b.condition_cd in ('HELD', 'DAMAGED') or b.bonded_cd = 'BONDED'
        or lot.valid_dt < s.shipment_dt)`,
  },
  {
    name: 'received quantities equal the movements that quote them',
    looked: sql`select count(*) n from receipt_line`,
    breaches: sql`
      select l.receipt_no, l.line_no, l.receive_qty, m.qty moved
      from receipt_line l full join (
        select doc_no, doc_line, sum(case when to_place_cd = 'CELL' then qty else -qty end) qty
        from stock_movement where movement_cd = 'RECEIPT' group by 1, 2) m
        on m.doc_no = l.receipt_no and m.doc_line = l.line_no
      where coalesce(l.receive_qty, 0) <> coalesce(m.qty, 0)`,
  },
  {
    name: 'shipped quantities equal the movements that quote them',
    looked: sql`select count(*) n from shipment_line`,
    breaches: sql`
      select l.shipment_no, l.line_no, l.ship_qty, m.qty moved
      from shipment_line l full join (
        select doc_no, doc_line, sum(case when from_place_cd = 'CELL' then qty else -qty end) qty
        from stock_movement where movement_cd = 'SHIPMENT' group by 1, 2) m
        on m.doc_no = l.shipment_no and m.doc_line = l.line_no
      where coalesce(l.ship_qty, 0) <> coalesce(m.qty, 0)`,
  },
  {
    name: 'order lines equal their allocations, step by step',
    looked: sql`select count(*) n from shipment_line`,
    breaches: sql`
      select l.shipment_no, l.line_no from shipment_line l
      left join (select shipment_no, line_no, sum(alloc_qty + pick_qty + ship_qty) promised,
          sum(pick_qty + ship_qty) picked, sum(ship_qty) shipped
        from allocation group by 1, 2) a using (shipment_no, line_no)
      where (l.alloc_qty, l.pick_qty, l.ship_qty)
          <> (coalesce(a.promised, 0), coalesce(a.picked, 0), coalesce(a.shipped, 0))
        or l.order_qty < l.alloc_qty or l.pick_qty < l.check_qty`,
  },
  {
    name: 'the state of each document follows from its lines',
    looked: sql`select (select count(*) from receipt) + (select count(*) from shipment) n`,
    breaches: sql`
      select receipt_no doc_no, state_cd from receipt r where state_cd <> receipt_state(r)
      union all
      select shipment_no, state_cd from shipment s where state_cd <> shipment_state(s)`,
  },
  {
    name: 'a reversal is equal and opposite to what it reverses',
    looked: sql`select count(*) n from stock_movement where reverses_no is not null`,
    breaches: sql`
      select m.movement_no from stock_movement m
      join stock_movement o on o.movement_no = m.reverses_no
      where (m.qty, m.from_balance_id, m.to_balance_id)
        is distinct from (o.qty, o.to_balance_id, o.from_balance_id)`,
  },
  {
    name: 'every movement belongs to a save that was acknowledged once',
    looked: sql`select count(*) n from stock_movement`,
    breaches: sql`
      select m.movement_no from stock_movement m
      left join idempotency i
        on i.user_id = m.user_id and i.idempotency_key = m.idempotency_key
      where i.answer is null`,
  },
  {
    name: 'work on stock and the movements that quote it belong together',
    looked: sql`select count(*) n from inventory_work`,
    breaches: sql`
      select coalesce(w.work_no, m.doc_no) doc_no, w.work_cd, m.movement_cd
      from inventory_work w full join (
        select distinct doc_no, movement_cd from stock_movement
        where movement_cd in ('MOVE', 'ADJUST', 'TRANSFER')) m on m.doc_no = w.work_no
      where m.doc_no is null or (w.work_no is null and m.movement_cd <> 'ADJUST')
        or (w.work_cd = 'MOVE') <> (m.movement_cd = 'MOVE')
        or (w.work_cd = 'ADJUST') <> (m.movement_cd = 'ADJUST')`,
  },
  {
    name: 'an approved adjustment was posted as it was asked for',
    looked: sql`select count(*) n from adjust_request where state_cd = '20'`,
    breaches: sql`
      select q.request_no, q.work_no from adjust_request q
      where q.state_cd = '20' and not exists (
        select from stock_movement m where m.movement_cd = 'ADJUST' and m.doc_no = q.work_no
          and (m.to_balance_id, m.from_balance_id, m.qty) is not distinct from (
            case when q.adjust_qty > 0 then q.balance_id end,
            case when q.adjust_qty < 0 then q.balance_id end, abs(q.adjust_qty)))`,
  },
  {
    name: 'document numbers have no gaps',
    looked: sql`select count(*) n from auto_number`,
    breaches: sql`
      select a.rule_cd, a.period, a.last_no, count(d.no) made
      from auto_number a join auto_number_rule r using (rule_cd)
      left join (select receipt_no no from receipt
        union all select shipment_no from shipment
        union all select work_no from inventory_work) d on d.no like r.prefix || a.period || '-%'
      group by 1, 2, 3 having count(d.no) <> a.last_no`,
  },
]

export interface LedgerFinding {
  readonly name: string
  readonly looked: number
  readonly breaches: readonly Record<string, unknown>[]
}

/** Runs every check; reads only. */
export async function verifyLedger(db: Queryable): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  for (const check of ledgerChecks) {
    const [looked] = await db.query<{ n: number }>(check.looked)
    const breaches = await db.query(sql`select * from (${check.breaches}) b limit 100`)
    findings.push({ name: check.name, looked: looked?.n ?? 0, breaches })
  }
  return findings
}
