import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { afterTask } from '#areas/inventory/server/after-task.ts'
import { checkPlacement } from '#areas/inventory/server/check-placement.ts'
import { changeStock } from '#areas/inventory/server/work-engine.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'

/** Quantity of one stock record to move. A row can have several. */
export interface Part extends Record<string, unknown> {
  readonly no: number
  readonly balance_id: string
  readonly work_qty: string
  readonly to_cell_cd: string
  readonly priority: number | null
  readonly due_at: string | null
}

export const partRows = (parts: readonly Part[]): Sql =>
  sql`(select r.*, null::text reason from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
    as r(no integer, balance_id bigint, work_qty numeric, to_cell_cd text, priority integer,
      due_at text)) r join stock_balance b on b.balance_id = r.balance_id`

export const includesOpenTasksText = label(
  '대기 중인 이동작업을 포함한 결과입니다.',
  'This includes open move tasks.',
)

/** Stock, including the stock that open tasks bring to their target cells. */
const stockWithOpenTasks = sql`(
  select wcode, cell_cd, owner_cd, stock_cd, lot_id, pallet_no, qty from stock_balance
  union all
  select t.wcode, t.to_cell_cd, t.owner_cd, t.stock_cd, s.lot_id,
    case when t.qty - t.done_qty = s.qty then s.pallet_no else '' end, t.qty - t.done_qty
  from move_task t join stock_balance s on s.balance_id = t.from_balance_id
  where t.state_cd = ${moveTaskStatus.waiting})`

/**
 * Two saves must not both plan to use the last space in a cell. Locked here, because the trial is
 * rolled back.
 */
async function lockTargets({ tx, scope }: SaveCall, parts: readonly Part[]): Promise<void> {
  await tx.query(sql`
    select 1 from cell where wcode = ${scope.wcode}
      and cell_cd = any(${parts.map((part) => part.to_cell_cd)}::text[])
      and (coalesce(capacity_cbm, max_kg, max_plt) is not null or mix_cd <> 'ANY')
    order by cell_cd for no key update`)
}

/**
 * Applies the rules of a real move by moving the stock and rolling that back. Open tasks count as
 * stored in their target cells.
 */
export async function rehearseMove(call: SaveCall, parts: readonly Part[]): Promise<SaveResult> {
  await lockTargets(call, parts)
  await call.tx.execute(sql`savepoint move_task`)
  const moved = await changeStock(call, {
    kind: 'MOVE',
    from: partRows(parts),
    take: sql`r.work_qty`,
    becomes: afterTask,
    columns: ['WORK_QTY', 'TO_CELL_CD'],
    done: (count) =>
      label(
        `이동작업 ${formatCount(count)}건을 생성했습니다.`,
        `${formatCount(count, 'move task')} created.`,
      ),
    follow: async (placed) => {
      const ends = placed.map(({ no, balance_id, to_balance_id }) => {
        return { no, from_balance_id: balance_id, to_balance_id }
      })
      const movements = sql`select * from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
        as m(no integer, from_balance_id bigint, to_balance_id bigint)`
      await checkPlacement(call, 'MOVE', movements, {
        stored: stockWithOpenTasks,
        hint: includesOpenTasksText,
      })
    },
  })
  await call.tx.execute(sql`rollback to savepoint move_task`)
  return moved
}
