import sql from 'sql-template-tag'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import type { LedgerCheck } from './ledger-check.ts'

const open = quoteCodes(moveTaskStatus.waiting)

export const taskChecks: readonly LedgerCheck[] = [
  {
    name: 'Allocated to a move task = quantity − done',
    ko: '이동작업 할당 = 수량 − 완료',
    subject: 'balance',
    looked: sql`select count(*) n from move_task`,
    breaches: (only) => sql`
      select t.from_balance_id balance_id, t.task_no, t.qty, t.done_qty, t.travel_qty, a.qty allocated
      from move_task t left join lateral (
        select coalesce(sum(alloc_qty), 0) qty,
          coalesce(sum(alloc_qty) filter (where balance_id <> t.from_balance_id), 0) elsewhere_qty
        from allocation where task_no = t.task_no) a on true
      where ${only('t.from_balance_id')} and (a.elsewhere_qty <> 0 or a.qty + t.travel_qty
        <> case t.state_cd when ${open} then t.qty - t.done_qty else 0 end)`,
  },
  {
    name: 'Shipment allocations of move tasks ≤ shipment allocations of the From cell',
    ko: '이동작업의 출고 할당 ≤ 출발셀의 출고 할당',
    subject: 'balance',
    looked: sql`select count(*) n from move_task where state_cd = ${open} and travel_qty > 0`,
    breaches: (only) => sql`
      select t.from_balance_id balance_id, t.travel_qty, a.qty allocated
      from (select from_balance_id, sum(travel_qty) travel_qty from move_task
        where state_cd = ${open} and ${only('from_balance_id')} group by 1) t
      cross join lateral (select coalesce(sum(alloc_qty), 0) qty from allocation
        where balance_id = t.from_balance_id and shipment_no is not null) a
      where t.travel_qty > a.qty`,
  },
  {
    name: 'At most one active user per move task',
    ko: '이동작업별 진행 중인 작업자 1명',
    subject: 'balance',
    looked: sql`select count(*) n from claim where kind_cd = 'MOVE'`,
    breaches: (only) => sql`
      select t.from_balance_id balance_id, t.task_no, count(*) claims from claim c
      join move_task t on t.task_no::text = c.ref_no and t.wcode = c.wcode
      where c.kind_cd = 'MOVE' and c.ended_at is null and c.until_at > clock_timestamp()
        and ${only('t.from_balance_id')}
      group by t.from_balance_id, t.task_no, t.state_cd having count(*) > 1 or t.state_cd <> ${open}`,
  },
]
