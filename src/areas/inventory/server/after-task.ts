import sql, { raw, type Sql } from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import type { StockWork } from './work-engine.ts'

/**
 * Pallet or box of balance `b` if row `r` moves all of it, otherwise null. On a pick face it is
 * always null, because pieces there are picked individually.
 */
const unitAfterTask = (column: 'pallet_no' | 'box_no'): Sql => sql`case
  when r.work_qty = b.qty
    and not exists (select from cell c where c.wcode = b.wcode and c.cell_cd = r.to_cell_cd
      and c.role_cd = 'PICK')
    and not exists (select from pick_face f
      where f.wcode = b.wcode and f.cell_cd = r.to_cell_cd)
    and not exists (select from stock_balance o where o.wcode = b.wcode
      and o.${raw(column)} = b.${raw(column)} and o.balance_id <> b.balance_id and o.qty > 0)
  then b.${raw(column)} else '' end`

/** Attributes of stock after a move task. Rows `r` have `work_qty` and `to_cell_cd`. */
export const afterTask: StockWork['becomes'] = {
  cell_cd: sql`r.to_cell_cd`,
  pallet_no: unitAfterTask('pallet_no'),
  box_no: unitAfterTask('box_no'),
}

/** Closes tasks and releases their stock. Tasks that were partly moved are done, others cancelled. */
export async function closeTasks(
  { tx }: Pick<SaveCall, 'tx'>,
  numbers: readonly string[],
): Promise<void> {
  if (numbers.length === 0) return
  await tx.execute(sql`
    select close_task(t.task_no, case when t.done_qty > 0 then ${moveTaskStatus.done}
      else ${moveTaskStatus.cancelled} end)
    from move_task t where t.task_no = any(${[...numbers]}::bigint[])`)
}
