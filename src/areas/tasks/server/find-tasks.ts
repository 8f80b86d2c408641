import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { TaskKind } from '#areas/inventory/rules/task-kinds.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { taskKey } from '../operations/tasks.ts'
import { taskRows } from './task-rows.ts'

export interface Task extends Record<string, unknown> {
  readonly no: number
  readonly kind_cd: TaskKind
  readonly ref_no: string
  readonly owner_cd: string | null
  readonly priority: number
  readonly user_id: string | null
  /** The only user who may do the task, null for any user. */
  readonly for_user: string | null
  readonly since: string | null
}

const notOpenText = label(
  '이미 끝났거나 취소된 작업입니다. 다시 조회하세요.',
  'The task is done or cancelled. Search again.',
)

/**
 * Returns the open task of each row, in row order. Throws AppError 409 if a task is no longer open
 * or beyond the caller's reach.
 */
export async function findTasks(call: SaveCall): Promise<Task[]> {
  const keys = recordsetSql(taskKey, ['KIND_CD', 'REF_NO'], call.rows)
  const found = await call.tx.query<Task>(sql`
    select r.no, t.kind_cd, t.ref_no, t.owner_cd, t.priority, t.user_id, t.for_user,
      to_char(t.claimed_at at time zone 'Asia/Seoul', 'HH24:MI') since from ${keys}
    join (${taskRows(call)}) t on t.kind_cd = r.kind_cd and t.ref_no = r.ref_no order by r.no`)
  const numbers = new Set(found.map(({ no }) => no))
  rejectTasks(
    call.rows.filter(({ no }) => !numbers.has(no)).map(({ no }) => ({ no, text: notOpenText })),
  )
  return found
}

export function rejectTasks(
  refused: readonly { readonly no: number; readonly text: Label }[],
): void {
  if (refused.length === 0) return
  const errors = refused.map(({ no, text }): RowError => ({ row: no, column: 'REF_NO', text }))
  throw conflictingRows(errors)
}
