import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { closeTasks } from '#areas/inventory/server/after-task.ts'
import { endClaims } from '#areas/inventory/server/claims.ts'
import { lockBalances } from '#areas/inventory/server/work-engine.ts'
import { toShownUser } from '#server/auth/visible-names.ts'
import { AppError, type RowError } from '#server/base/app-error.ts'
import { requireConfirmation } from '#server/engine/require-confirmation.ts'
import {
  handleProcedure,
  type Handler,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { cancelMove, reopenMove } from '../operations/move-tasks.ts'
import { findTasks, rejectTasks, type Task } from './find-tasks.ts'
import { isMovable } from '#areas/inventory/server/is-movable.ts'
import { withinOwners } from './task-rows.ts'
import { rehearseMove, type Part } from './rehearse-move.ts'

const notMoveTask = label(
  '이동작업만 취소할 수 있습니다. 다른 작업은 전표에서 취소하세요.',
  'Only move tasks can be cancelled here. Cancel other tasks on their documents.',
)

const notReopenable = label(
  '되돌릴 수 없는 작업입니다. 새 이동작업을 생성하세요.',
  'The task cannot be restored. Create a new one.',
)

/** Locks the stock of the tasks, then the tasks. Postings lock in the same order. */
async function lockTasks({ tx }: SaveCall, numbers: readonly string[]): Promise<void> {
  const found = await tx.query<{ id: number }>(sql`
    select from_balance_id id from move_task where task_no = any(${[...numbers]}::bigint[])`)
  await lockBalances(
    tx,
    found.map(({ id }) => id),
  )
  await tx.query(sql`
    select 1 from move_task where task_no = any(${[...numbers]}::bigint[])
    order by task_no for update`)
}

async function findMoves(call: SaveCall): Promise<Task[]> {
  const tasks = await findTasks(call)
  rejectTasks(
    tasks.filter(({ kind_cd }) => kind_cd !== 'MOVE').map(({ no }) => ({ no, text: notMoveTask })),
  )
  return tasks
}

/** Requires confirmation for tasks that another user is working on. */
function confirmClaimed(call: SaveCall, tasks: readonly Task[]): void {
  requireConfirmation(
    call,
    tasks.flatMap(({ no, ref_no, user_id, since }): RowError[] => {
      if (user_id === null || user_id === call.userId) return []
      const { name } = toShownUser(user_id, call)
      const text = label(
        `이동작업 ${ref_no}: ${name.ko}${josa(name.ko, '이/가')} ${since}부터 작업 중입니다.`,
        `Move task ${ref_no}: ${name.en} has been working on it since ${since}.`,
      )
      return [{ row: no, column: 'REF_NO', text }]
    }),
  )
}

/** A task whose stock was partly moved is completed with the moved quantity, not cancelled. */
const cancelHandler = handleProcedure(cancelMove, async (call) => {
  const numbers = (await findMoves(call)).map(({ ref_no }) => ref_no)
  await lockTasks(call, numbers)
  confirmClaimed(call, await findMoves(call))
  await closeTasks(call, numbers)
  await call.tx.execute(sql`
    update move_task t set cancel_reason = r.cancel_reason, updated_by = ${call.userId}
    from ${recordsetSql(cancelMove.input, ['REF_NO', 'CANCEL_REASON'], call.rows)}
    where t.task_no = r.ref_no::bigint`)
  await endClaims(call, 'MOVE', numbers)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `이동작업 ${formatCount(numbers.length)}건을 취소했습니다.`,
      `${formatCount(numbers.length, 'move task')} cancelled.`,
    ),
  }
})

const isMoveTask = ({ values }: SaveRow): boolean =>
  values['KIND_CD'] === 'MOVE' && /^\d{1,18}$/.test(String(values['REF_NO']))

/** Rejects tasks whose target no longer accepts their stock. */
async function rejectUnplaceable(call: SaveCall, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  const tried = new Set(parts.map(({ no }) => no))
  const rows = call.rows.filter(({ no }) => tried.has(no))
  await rehearseMove({ ...call, rows }, parts).catch((error: unknown) => {
    if (error instanceof AppError)
      rejectTasks(error.rows.map(({ row, text }) => ({ no: row, text })))
    throw error
  })
}

const reopenHandler = handleProcedure(reopenMove, async (call) => {
  rejectTasks(
    call.rows.filter((row) => !isMoveTask(row)).map(({ no }) => ({ no, text: notReopenable })),
  )
  const numbers = call.rows.map(({ values }) => String(values['REF_NO']))
  await lockTasks(call, numbers)
  const back = await call.tx.query<Part & { is_named: boolean }>(sql`
    select * from (
      select r.no, b.balance_id::text, t.qty::text work_qty, t.to_cell_cd, t.priority,
        null::text due_at, k.serial_cd = 'ALL' is_named,
        sum(t.qty) over (partition by b.balance_id) <= b.qty - b.alloc_qty - b.pick_qty is_free
      from ${recordsetSql(reopenMove.input, ['REF_NO'], call.rows)}
      join move_task t on t.task_no = r.ref_no::bigint
      join stock k on k.owner_cd = t.owner_cd and k.stock_cd = t.stock_cd
      join stock_balance b on b.balance_id = t.from_balance_id
      join lot on lot.lot_id = b.lot_id
      join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
      where t.wcode = ${call.scope.wcode} and t.state_cd = ${moveTaskStatus.cancelled}
        and t.updated_by = ${call.userId} and t.cancel_reason is not null
        and ${withinOwners(call, sql`t.owner_cd`)} and ${isMovable(call)}) t
    where is_free order by no`)
  const found = new Set(back.map(({ no }) => no))
  rejectTasks(
    call.rows.filter(({ no }) => !found.has(no)).map(({ no }) => ({ no, text: notReopenable })),
  )
  // Moving a part of stock with serials cannot be tried in advance, because its serials are named
  // at the move.
  await rejectUnplaceable(
    call,
    back.filter((part) => !part.is_named),
  )
  await call.tx.execute(sql`
    update move_task set state_cd = ${moveTaskStatus.waiting}, cancel_reason = null,
      updated_at = clock_timestamp() where task_no = any(${numbers}::bigint[])`)
  await call.tx.execute(sql`
    insert into allocation (task_no, balance_id, alloc_qty, created_by)
    select task_no, from_balance_id, qty, ${call.userId} from move_task
    where task_no = any(${numbers}::bigint[]) order by task_no
    on conflict (task_no, balance_id) where task_no is not null
      do update set alloc_qty = excluded.alloc_qty`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `이동작업 ${formatCount(numbers.length)}건의 취소를 되돌렸습니다.`,
      `Cancellation of ${formatCount(numbers.length, 'move task')} undone.`,
    ),
  }
})

export const cancelHandlers: readonly Handler[] = [cancelHandler, reopenHandler]
