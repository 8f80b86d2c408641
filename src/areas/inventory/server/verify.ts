import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { adjustStatus } from '../rules/adjust-status.ts'
import { saveKeyDays } from '#server/engine/save-key-days.ts'
import { backorderChecks } from './backorder-checks.ts'
import { archiveChecks, archivedHead } from './archive-checks.ts'
import { customsChecks } from './customs-checks.ts'
import type { LedgerCheck } from './ledger-check.ts'
import { missingChecks } from './missing-checks.ts'
import { allKeys, type KeyFilter } from './ledger-subjects.ts'
import { inspectionChecks } from './inspection-checks.ts'
import { lineageChecks } from './lineage-checks.ts'
import { paymentChecks } from './payment-checks.ts'
import { recallChecks } from './recall-checks.ts'
import { taskChecks } from './task-checks.ts'
import { returnChecks } from './return-checks.ts'
import { serialChecks } from './serial-checks.ts'
import { transitChecks } from './transit-checks.ts'

const movementEnds = (only: KeyFilter) => sql`
  select to_balance_id balance_id, posted_at, qty from stock_movement
  where to_balance_id is not null and ${only('to_balance_id')}
  union all
  select from_balance_id, posted_at, -qty from stock_movement
  where from_balance_id is not null and ${only('from_balance_id')}`

/**
 * Document lines that differ from their movements: total quantity, and the CBM, weight and last
 * date of movements that are not reversed.
 */
function selectWrongLines(kind: 'receipt' | 'shipment', only: KeyFilter): Sql {
  const [done, end] = kind === 'receipt' ? ['receive', 'to'] : ['ship', 'from']
  const sums = ['qty', 'cbm', 'kg'].map((name) => [`l.${done}_${name}`, `m.${name}`] as const)
  const facts = kind === 'receipt' ? [...sums, ['l.receive_dt', 'm.dt'] as const] : sums
  const inEffect = raw('filter (where m.reverses_no is null and x.movement_no is null)')
  return sql`
    select coalesce(l.${raw(kind)}_no, m.doc_no) doc_no,
      coalesce(l.line_no, m.doc_line) line_no,
      ${raw(facts.map(([stored, moved]) => `${stored}, ${moved} moved_${moved.slice(2)}`).join(', '))}
    from (select * from ${raw(kind)}_line where ${only(`${kind}_no`)}) l
    full join (
      select m.doc_no, m.doc_line,
        sum(case when ${raw(`m.${end}_place_cd`)} = 'CELL' then m.qty else -m.qty end) qty,
        sum(m.cbm) ${inEffect} cbm, sum(m.weight_kg) ${inEffect} kg, max(m.business_dt) ${inEffect} dt
      from stock_movement m left join stock_movement x on x.reverses_no = m.movement_no
      where m.movement_cd = ${kind.toUpperCase()} and ${only('m.doc_no')} group by 1, 2) m
      on m.doc_no = l.${raw(kind)}_no and m.doc_line = l.line_no
    where ${raw(sums.map(([stored, moved]) => `coalesce(${stored}, 0) <> coalesce(${moved}, 0)`).join(' or '))}
      ${raw(kind === 'receipt' ? 'or l.receive_dt is distinct from m.dt' : '')}`
}

export const specialChecks: readonly LedgerCheck[] = [
  ...customsChecks,
  ...transitChecks,
  ...missingChecks,
  ...backorderChecks,
  ...lineageChecks,
  ...recallChecks,
  ...returnChecks,
  ...inspectionChecks,
  ...serialChecks,
  ...taskChecks,
  ...paymentChecks,
  ...archiveChecks,
]

export const ledgerChecks: readonly LedgerCheck[] = [
  ...specialChecks,
  {
    name: 'Stock = sum of movements',
    ko: '재고 = 수불 합계',
    subject: 'balance',
    looked: sql`select count(*) n from stock_balance`,
    breaches: (only) => sql`
      select balance_id, b.qty, m.qty moved
      from (select balance_id, qty from stock_balance where ${only('balance_id')}) b full join (
        select balance_id, sum(qty) qty from (${movementEnds(only)}) e group by balance_id) m
        using (balance_id)
      where coalesce(b.qty, 0) <> coalesce(m.qty, 0)`,
  },
  {
    name: 'Stock ≥ 0, allocated and picked ≤ stock',
    ko: '재고 ≥ 0, 할당·피킹 ≤ 재고',
    subject: 'balance',
    looked: sql`select count(*) n from stock_balance`,
    breaches: (only) => sql`
      select balance_id, qty, alloc_qty, pick_qty from stock_balance
      where ${only('balance_id')}
        and (least(qty, alloc_qty, pick_qty) < 0 or alloc_qty + pick_qty > qty)`,
  },
  {
    name: 'Allocated and picked quantities = sum of allocations',
    ko: '할당·피킹 수량 = 할당 합계',
    subject: 'balance',
    looked: sql`select count(*) n from allocation`,
    breaches: (only) => sql`
      select balance_id, b.alloc_qty, a.alloc_qty promised, b.pick_qty, a.pick_qty picked
      from (select balance_id, alloc_qty, pick_qty from stock_balance
        where ${only('balance_id')}) b
      full join (
        select balance_id, sum(alloc_qty) alloc_qty, sum(pick_qty) pick_qty
        from allocation where ${only('balance_id')} and alloc_qty + pick_qty > 0
        group by balance_id) a using (balance_id)
      where (coalesce(b.alloc_qty, 0), coalesce(b.pick_qty, 0))
        <> (coalesce(a.alloc_qty, 0), coalesce(a.pick_qty, 0))`,
  },
  {
    name: 'Total of each item over all places = 0',
    ko: '품목별 전체 장소 합계 = 0',
    subject: 'item',
    looked: sql`select count(*) n from stock_movement`,
    breaches: (only) => sql`
      select owner_cd, stock_cd, sum(qty) difference from (
        select owner_cd, stock_cd, qty from stock_balance
        where ${only('wcode', 'owner_cd', 'stock_cd')}
        union all
        select owner_cd, stock_cd, qty from stock_movement
        where to_balance_id is null and ${only('owner_cd', 'stock_cd')}
        union all
        select owner_cd, stock_cd, -qty from stock_movement
        where from_balance_id is null and ${only('owner_cd', 'stock_cd')}) places
      group by 1, 2 having sum(qty) <> 0`,
  },
  {
    name: 'No allocation of held, expired, bonded or other-owner stock',
    ko: '보류·만료·보세·타 화주 재고의 할당 없음',
    subject: 'balance',
    looked: sql`select count(*) n from allocation where alloc_qty > 0`,
    breaches: (only) => sql`
      select a.balance_id, a.alloc_id, a.shipment_no from allocation a
      join shipment s using (shipment_no)
      join stock_balance b using (balance_id) join lot using (lot_id)
      where a.alloc_qty > 0 and ${only('a.balance_id')}
        and (b.owner_cd <> s.owner_cd or b.wcode <> s.wcode
        or b.condition_cd in ('HELD', 'DAMAGED', 'INSPECT') or b.bonded_cd = 'BONDED'
        or lot.valid_dt < s.shipment_dt)`,
  },
  {
    name: 'Received quantity = movements of the document',
    ko: '입고 수량 = 전표의 수불 합계',
    subject: 'document',
    looked: sql`select count(*) n from receipt_line`,
    breaches: (only) => selectWrongLines('receipt', only),
  },
  {
    name: 'Rejected quantity = sum of valid rejections',
    ko: '불합격 수량 = 취소되지 않은 불합격 합계',
    subject: 'document',
    looked: sql`select count(*) n from receipt_line`,
    breaches: (only) => sql`
      select coalesce(l.receipt_no, j.receipt_no) doc_no, coalesce(l.line_no, j.line_no) line_no,
        l.reject_qty, j.qty rejected
      from (select receipt_no, line_no, reject_qty from receipt_line
        where ${only('receipt_no')}) l
      full join (select receipt_no, line_no, sum(reject_qty) qty from receipt_reject
        where cancelled_at is null and ${only('receipt_no')} group by 1, 2) j
        on j.receipt_no = l.receipt_no and j.line_no = l.line_no
      where coalesce(l.reject_qty, 0) <> coalesce(j.qty, 0)`,
  },
  {
    name: 'Shipped quantity = movements of the document',
    ko: '출하 수량 = 전표의 수불 합계',
    subject: 'document',
    looked: sql`select count(*) n from shipment_line`,
    breaches: (only) => selectWrongLines('shipment', only),
  },
  {
    name: 'Step quantities of shipment lines = sum of allocations',
    ko: '출고 행의 단계별 수량 = 할당 합계',
    subject: 'document',
    looked: sql`select count(*) n from shipment_line`,
    breaches: (only) => sql`
      select l.shipment_no doc_no, l.line_no from shipment_line l
      left join (select shipment_no, line_no, sum(alloc_qty + pick_qty + ship_qty) promised,
          sum(pick_qty + ship_qty) picked, sum(ship_qty) shipped
        from allocation where ${only('shipment_no')} group by 1, 2) a
        using (shipment_no, line_no)
      where ${only('l.shipment_no')} and ((l.alloc_qty, l.pick_qty, l.ship_qty)
          <> (coalesce(a.promised, 0), coalesce(a.picked, 0), coalesce(a.shipped, 0))
        or l.order_qty < l.alloc_qty or l.pick_qty < l.check_qty)`,
  },
  {
    name: 'Document status = status of its lines',
    ko: '전표 상태 = 행의 상태',
    subject: 'document',
    looked: sql`select (select count(*) from receipt) + (select count(*) from shipment) n`,
    breaches: (only) => sql`
      select receipt_no doc_no, state_cd from receipt r
      where ${only('receipt_no')} and state_cd <> receipt_state(r)
      union all
      select shipment_no, state_cd from shipment s
      where ${only('shipment_no')} and state_cd <> shipment_state(s)`,
  },
  {
    name: 'Reversal = opposite of the original movement',
    ko: '취소 수불 = 원 수불의 반대',
    subject: 'movement',
    looked: sql`select count(*) n from stock_movement where reverses_no is not null`,
    breaches: (only) => sql`
      select m.movement_no from stock_movement m
      join stock_movement o on o.movement_no = m.reverses_no
      where ${only('m.movement_no')} and (m.qty, m.from_balance_id, m.to_balance_id)
        is distinct from (o.qty, o.to_balance_id, o.from_balance_id)`,
  },
  {
    name: 'One acknowledged save per movement',
    ko: '수불별 응답한 저장 1건',
    subject: 'movement',
    looked: sql`select count(*) n from stock_movement`,
    // Excludes older idempotency keys, because the purge deletes them.
    breaches: (only) => sql`
      select m.movement_no from stock_movement m
      left join idempotency i
        on i.user_id = m.user_id and i.idempotency_key = m.idempotency_key
      where ${only('m.movement_no')} and i.answer is null and (i.user_id is not null
        or m.posted_at >= now() - make_interval(days => ${saveKeyDays}::int))`,
  },
  {
    name: 'Stock work matches its movements',
    ko: '재고작업과 수불의 일치',
    subject: 'document',
    looked: sql`select count(*) n from inventory_work`,
    breaches: (only) => sql`
      select coalesce(w.work_no, m.doc_no) doc_no, w.work_cd, m.movement_cd
      from (select work_no, work_cd from inventory_work where ${only('work_no')}) w full join (
        select distinct doc_no, movement_cd from stock_movement
        where movement_cd in ('MOVE', 'ADJUST', 'TRANSFER') and ${only('doc_no')}) m
        on m.doc_no = w.work_no
      where m.doc_no is null or (w.work_no is null and m.movement_cd <> 'ADJUST')
        or (w.work_cd = 'MOVE') <> (m.movement_cd = 'MOVE')
        or (w.work_cd <> 'LOSE' and (w.work_cd = 'ADJUST') <> (m.movement_cd = 'ADJUST'))`,
  },
  {
    name: 'Approved adjustment = request',
    ko: '승인된 조정 = 요청 내용',
    subject: 'request',
    looked: sql`select count(*) n from adjust_request where state_cd = ${quoteCodes(adjustStatus.approved)}`,
    breaches: (only) => sql`
      select q.request_no, q.work_no from adjust_request q
      where ${only('q.request_no')} and q.state_cd = ${quoteCodes(adjustStatus.approved)} and not exists (
        select from stock_movement m where m.movement_cd = 'ADJUST' and m.doc_no = q.work_no
          and (m.to_balance_id, m.from_balance_id, m.qty) is not distinct from (
            case when q.adjust_qty > 0 then q.balance_id end,
            case when q.adjust_qty < 0 then q.balance_id end, abs(q.adjust_qty)))`,
  },
  {
    name: 'No gaps in document numbers',
    ko: '전표번호의 누락 없음',
    subject: 'number',
    looked: sql`select count(*) n from auto_number`,
    breaches: (only) => sql`
      select a.rule_cd, a.period, a.last_no, count(d.no) made
      from auto_number a
      left join (select receipt_no no from receipt
        union all select shipment_no from shipment
        union all select work_no from inventory_work
        union all select bond_no from bonded_cargo union all select fault_no from bonded_fault
        union all select job_no from count_job
        union all select recall_no from recall
        union all select invoice_no from invoice
        union all select bill_no from bill where kind_cd in ('HBL', 'HAWB')
        union all select do_no from delivery_order
        union all select payment_no from payment
        union all select refund_no from payment_refund
        union all select doc_no from charge where cause_cd = 'HAND' and reverses_no is null
        union all select scm_no from scm_order) d
        on exists (select from unnest(a.prefixes) prefix where starts_with(d.no,
          prefix || a.period || case when a.period = '' then '' else '-' end))
      -- Gaps are normal for records that can be deleted, and for pallet and box numbers, which
      -- skip numbers already in use.
      where a.rule_cd not in ('BILL', 'BOOKING', 'CUSTOMER', 'PALLET', 'BOX') and ${only('a.rule_cd', 'a.period')}
      group by 1, 2, 3 having count(d.no) <> a.last_no`,
  },
  {
    name: 'Every movement sealed or waiting to be sealed',
    ko: '모든 수불의 봉인 또는 봉인 대기',
    subject: 'movement',
    looked: sql`select count(*) n from stock_movement`,
    breaches: (only) => sql`
      select m.movement_no from stock_movement m
      left join ledger_seal s using (movement_no) left join ledger_queue q using (movement_no)
      where ${only('m.movement_no')} and (s.movement_no is null) = (q.movement_no is null)
        -- Archived seals are verified by their anchors.
        and (s.movement_no is not null or m.movement_no >
          coalesce((select max(movement_no) from ledger_anchor), 0))
      union all
      select q.movement_no from ledger_queue q where ${only('q.movement_no')}
        and not exists (select from stock_movement m where m.movement_no = q.movement_no)`,
  },
  {
    name: 'Unbroken chain of seals, each matching its movement',
    ko: '봉인의 연속, 봉인과 수불의 일치',
    subject: 'seal',
    looked: sql`select count(*) n from ledger_seal`,
    breaches: (only) => sql`
      with base as (${archivedHead})
      select s.seal_no, s.movement_no from ledger_seal s cross join base
      left join ledger_seal p on p.seal_no = s.seal_no - 1
      left join stock_movement m on m.movement_no = s.movement_no
      where ${only('s.seal_no')} and s.hash is distinct from sha256(
        case when s.seal_no = base.seal_no + 1 then base.hash else p.hash end
          || movement_content(m))
      union all
      select h.seal_no, null from ledger_head h
      where not exists (
        select from (
          select seal_no, hash from ledger_seal union all select seal_no, hash from base
          order by seal_no desc limit 1) last
        where (last.seal_no, last.hash) = (h.seal_no, h.hash))`,
  },
  {
    name: 'Day-end stock = sum of movements up to that day',
    ko: '일마감 재고 = 그날까지의 수불 합계',
    subject: 'balance',
    looked: sql`select count(*) n from stock_day`,
    breaches: (only) => sql`
      select balance_id, stock_dt, closing_qty, moved_qty from (
        select balance_id, stock_dt, d.qty closing_qty, d.in_qty, d.out_qty, m.in_qty came,
          m.out_qty went, sum(coalesce(m.in_qty, 0) - coalesce(m.out_qty, 0))
            over (partition by balance_id order by stock_dt) moved_qty
        from (select * from stock_day where ${only('balance_id')}) d full join (
          select balance_id, (posted_at at time zone 'Asia/Seoul')::date stock_dt,
            sum(greatest(qty, 0)) in_qty, sum(greatest(-qty, 0)) out_qty
          from (${movementEnds(only)}) e group by 1, 2) m using (balance_id, stock_dt)) days
      where stock_dt <= (select max(stock_dt) from ledger_day)
        and (closing_qty, in_qty, out_qty) is distinct from (moved_qty, came, went)`,
  },
  {
    name: 'Daily movements = sum of movements of the day, opening = previous closing',
    ko: '일별 수불 = 그날의 수불 합계, 기초 = 전날 기말',
    subject: 'item',
    looked: sql`select count(*) n from flow_day`,
    breaches: (only) => sql`
      with f as (select * from flow_day where ${only('owner_cd', 'stock_cd')}),
      m as (select e.stock_dt, e.wcode, e.owner_cd, e.stock_cd,
          sum(case when e.movement_cd = 'RECEIPT' then e.qty else 0 end) receipt_qty,
          sum(case when e.movement_cd = 'SHIPMENT' then -e.qty else 0 end) shipment_qty,
          sum(case when e.movement_cd = 'ADJUST' then e.qty else 0 end) adjust_qty,
          sum(case when e.movement_cd in ('MOVE', 'TRANSFER') then e.qty else 0 end) transfer_qty,
          sum(case when e.is_held then e.qty else 0 end) held_qty
        from (
          select warehouse_day(posted_at) stock_dt, b.wcode, b.owner_cd, b.stock_cd,
            condition_cd = 'HELD' is_held, e.movement_cd, e.qty
          from (
            select to_balance_id balance_id, posted_at, movement_cd, qty from stock_movement
            union all
            select from_balance_id, posted_at, movement_cd, -qty from stock_movement) e
          join stock_balance b using (balance_id)
          where ${only('b.wcode', 'b.owner_cd', 'b.stock_cd')}) e
        group by 1, 2, 3, 4)
      select coalesce(f.owner_cd, m.owner_cd) owner_cd, coalesce(f.stock_cd, m.stock_cd) stock_cd,
        coalesce(f.wcode, m.wcode) wcode, coalesce(f.stock_dt, m.stock_dt) stock_dt, f.receipt_qty, m.receipt_qty came, f.shipment_qty,
        m.shipment_qty went, f.open_qty, p.qty day_before
      from f full join m using (stock_dt, wcode, owner_cd, stock_cd)
      left join f p on p.wcode = f.wcode and p.owner_cd = f.owner_cd
        and p.stock_cd = f.stock_cd and p.stock_dt = f.stock_dt - 1
      left join f n on n.wcode = f.wcode and n.owner_cd = f.owner_cd
        and n.stock_cd = f.stock_cd and n.stock_dt = f.stock_dt + 1
      where coalesce(f.stock_dt, m.stock_dt) <= (select max(stock_dt) from ledger_day) and (
        f.stock_dt is null
        or (f.receipt_qty, f.shipment_qty, f.adjust_qty, f.transfer_qty,
            f.held_qty - coalesce(p.held_qty, 0))
          <> (coalesce(m.receipt_qty, 0), coalesce(m.shipment_qty, 0), coalesce(m.adjust_qty, 0),
            coalesce(m.transfer_qty, 0), coalesce(m.held_qty, 0))
        or f.open_qty <> coalesce(p.qty, 0)
        or (f.qty > 0 and n.stock_dt is null
          and f.stock_dt < (select max(stock_dt) from ledger_day)))`,
  },
]

export interface LedgerFinding {
  readonly name: string
  readonly looked: number
  readonly breaches: readonly Record<string, unknown>[]
}

export async function verifyLedger(db: Queryable): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = []
  for (const check of ledgerChecks) {
    const [looked] = await db.query<{ n: number }>(check.looked)
    const breaches = await findBreaches(db, check, allKeys)
    findings.push({ name: check.name, looked: looked?.n ?? 0, breaches })
  }
  return findings
}

export function findBreaches(
  db: Queryable,
  check: LedgerCheck,
  only: KeyFilter,
): Promise<Record<string, unknown>[]> {
  return db.query(sql`select * from (${check.breaches(only)}) b limit 100`)
}
