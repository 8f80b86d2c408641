import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import { isMovable } from './is-movable.ts'

const { waiting, done, short, cancelled } = moveTaskStatus

/** Records the task that a document of stock work was made for. */
export async function noteTask(
  { tx }: SaveCall,
  { work, task }: { work: string; task: string },
): Promise<void> {
  await tx.execute(sql`
    update inventory_work set task_no = ${task}::bigint where work_no = ${work}`)
}

/**
 * Subtracts reversed movements from the tasks they were made for. Opens the tasks again and
 * allocates their stock, unless they were ended before they were complete or their stock can no
 * longer be allocated. Returns a message about the opened tasks. The balances are locked.
 */
export async function reopenTasks(
  call: SaveCall,
  movements: readonly number[],
): Promise<Label | undefined> {
  const back = sql`select w.task_no, sum(m.qty) qty, array_agg(distinct m.from_balance_id) sources
    from stock_movement m join inventory_work w on w.work_no = m.doc_no
    where m.movement_no = any(${[...movements]}::bigint[]) and w.task_no is not null group by 1`
  await call.tx.query(sql`
    select 1 from move_task t where t.task_no in (select x.task_no from (${back}) x)
    order by t.task_no for update`)
  const tasks = await call.tx.query<{ task_no: string; is_open: boolean }>(sql`
    update move_task t set done_qty = t.done_qty - x.qty,
      qty = case when x.is_open or t.state_cd = ${short} or t.done_qty = t.qty and t.done_qty = x.qty
        then t.qty else t.qty - x.qty end,
      state_cd = case when x.is_open then ${waiting}
        when t.state_cd = ${done} and t.done_qty = x.qty then ${cancelled} else t.state_cd end,
      updated_by = ${call.userId}, updated_at = clock_timestamp()
    from (
      select k.task_no, k.qty, o.state_cd in (${waiting}, ${done})
        and o.cancel_reason is null and k.sources = array[b.balance_id] and ${isMovable(call)}
        and (o.cause_cd = 'HAND' or coalesce(lot.valid_dt >= ${call.today}::date, true)) is_open
      from (${back}) k join move_task o on o.task_no = k.task_no
      join stock_balance b on b.balance_id = o.from_balance_id
      join lot on lot.lot_id = b.lot_id
      join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd) x
    where t.task_no = x.task_no
    returning t.task_no::text, x.is_open`)
  const opened = tasks.filter(({ is_open }) => is_open).map(({ task_no }) => task_no)
  if (opened.length === 0) return undefined
  await call.tx.execute(sql`
    insert into allocation (task_no, balance_id, alloc_qty, created_by)
    select t.task_no, t.from_balance_id, x.qty, ${call.userId}
    from (${back}) x join move_task t on t.task_no = x.task_no
    where t.task_no = any(${opened}::bigint[]) order by t.task_no
    on conflict (task_no, balance_id) where task_no is not null
      do update set alloc_qty = allocation.alloc_qty + excluded.alloc_qty`)
  const numbers = opened.map((no) => `#${no}`).join(', ')
  return label(`이동작업 ${numbers} 대기로 변경했습니다.`, `Move task ${numbers} is open again.`)
}
