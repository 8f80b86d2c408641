import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { endClaims, reassignClaim, acquireClaim } from '#areas/inventory/server/claims.ts'
import { selectWarehouses } from '#server/auth/session.ts'
import { isNameableBy } from '#server/auth/user-reach.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { assignTask, claimTask, releaseTask } from '../operations/tasks.ts'
import { findTasks, rejectTasks, type Task } from './find-tasks.ts'
import { grantedKinds } from './task-rows.ts'

const notClaimed = label(
  '점유된 작업이 아닙니다. 작업자를 입력하세요.',
  'The task is not claimed. Enter a user.',
)

const assignedToOther = label(
  '다른 작업자가 지정된 작업입니다.',
  'The task is assigned to another user.',
)

const countMessage = (call: SaveCall, ko: string, en: string) => ({
  rows: call.rows.map(({ no }) => ({ ROW: no })),
  message: label(
    `작업 ${formatCount(call.rows.length)}건${ko}`,
    `${formatCount(call.rows.length, 'task')} ${en}.`,
  ),
})

const claimHandler = handleProcedure(claimTask, async (call) => {
  const refused: { no: number; text: Label }[] = []
  for (const { no, kind_cd, ref_no, for_user } of await findTasks(call)) {
    const isOthers = for_user !== null && for_user !== call.userId
    const text = isOthers ? assignedToOther : await acquireClaim(call, kind_cd, ref_no)
    if (text) refused.push({ no, text })
  }
  rejectTasks(refused)
  return countMessage(call, '을 받았습니다.', 'taken')
})

const releaseTaskHandler = handleProcedure(releaseTask, async (call) => {
  const tasks = await findTasks(call)
  rejectTasks(
    tasks
      .filter(({ user_id }) => user_id !== call.userId)
      .map(({ no }) => ({
        no,
        text: label('내가 받은 작업이 아닙니다.', 'You have not taken this task.'),
      })),
  )
  for (const { kind_cd, ref_no } of tasks) await endClaims(call, kind_cd, [ref_no])
  return countMessage(call, '을 반납했습니다.', 'returned')
})

/** Returns whether a user can do each of the tasks: by permission, warehouse and owner. */
async function taskFilter(call: SaveCall, user: string): Promise<(task: Task) => boolean> {
  const [found] = await call.tx.query<{ owners: string[] | null; kinds: string[] }>(sql`
    select case when u.all_owners_yn = 'N' then
        array(select owner_cd from user_owner o where o.user_id = u.user_id) end owners,
      array(${grantedKinds({ ...call, userId: user })}) kinds
    from app_user u where u.user_id = ${user} and u.use_yn = 'Y'
      and ${call.scope.wcode} in (${selectWarehouses(sql`u.user_id`)})
      and ${isNameableBy(sql`u.user_id`, call)}`)
  if (!found) return () => false
  const { owners, kinds } = found
  return ({ kind_cd, owner_cd, for_user }) =>
    (for_user === null || for_user === user) &&
    kinds.includes(kind_cd) &&
    (owners === null || (owner_cd !== null && owners.includes(owner_cd)))
}

const workerUnsuitable = label(
  '이 작업을 할 수 있는 사용자가 아닙니다. 다른 작업자를 지정하세요.',
  'This user cannot do the task. Assign another one.',
)

const onlyMovesEditable = label(
  '우선순위와 완료요청은 이동작업만 변경할 수 있습니다.',
  'Only the priority and due time of move tasks can be changed.',
)

/**
 * Changes the priority and due time of move tasks. Returns the rows that changed something. A row
 * without a priority changes nothing.
 */
async function changeUrgency(call: SaveCall, tasks: readonly Task[]): Promise<Set<number>> {
  const given = new Map(call.rows.map(({ no, values }) => [no, values['PRIORITY'] ?? null]))
  const errors = tasks.flatMap(({ no, kind_cd, priority }): RowError[] => {
    const wanted = given.get(no) ?? null
    const isSame = wanted === null || Number(wanted) === priority
    return kind_cd === 'MOVE' || isSame
      ? []
      : [{ row: no, column: 'PRIORITY', text: onlyMovesEditable }]
  })
  if (errors.length) throw invalidRows(errors)
  const due = sql`to_timestamp(r.due_at, 'YYYYMMDDHH24MISS')::timestamp at time zone 'Asia/Seoul'`
  const changed = await call.tx.query<{ no: number }>(sql`
    update move_task t set priority = r.priority, due_at = ${due}, updated_by = ${call.userId},
      updated_at = clock_timestamp()
    from ${recordsetSql(assignTask.input, ['KIND_CD', 'REF_NO', 'PRIORITY', 'DUE_AT'], call.rows)}
    where r.kind_cd = 'MOVE' and t.task_no = case r.kind_cd when 'MOVE' then r.ref_no::bigint end
      and t.state_cd = ${moveTaskStatus.waiting} and r.priority is not null
      and (t.priority <> r.priority or date_trunc('second', t.due_at) is distinct from ${due})
    returning r.no`)
  return new Set(changed.map(({ no }) => no))
}

/** Throws AppError 422 for rows that change nothing or name a user who cannot do the task. */
async function rejectUnassignable(
  call: SaveCall,
  tasks: readonly Task[],
  users: ReadonlyMap<number, string>,
  changed: ReadonlySet<number>,
): Promise<void> {
  const filterByUser = new Map<string, (task: Task) => boolean>()
  for (const user of new Set(users.values())) filterByUser.set(user, await taskFilter(call, user))
  const errors = tasks.flatMap((task): RowError[] => {
    const user = users.get(task.no)
    if (user !== undefined && filterByUser.get(user)?.(task)) return []
    if (user === undefined && (task.user_id !== null || changed.has(task.no))) return []
    const text = user === undefined ? notClaimed : workerUnsuitable
    return [{ row: task.no, column: 'USER_ID', text }]
  })
  if (errors.length) throw invalidRows(errors)
}

const assignHandler = handleProcedure(assignTask, async (call) => {
  const tasks = await findTasks(call)
  const changed = await changeUrgency(call, tasks)
  const users = new Map<number, string>(
    call.rows.flatMap(({ no, values: { USER_ID } }) =>
      USER_ID ? [[no, String(USER_ID)] as const] : [],
    ),
  )
  await rejectUnassignable(call, tasks, users, changed)
  let given = 0
  let released = 0
  for (const { no, kind_cd, ref_no, user_id } of tasks) {
    const user = users.get(no)
    // A changed row without a user may have been loaded before the task was claimed, so keep the
    // claim.
    if (changed.has(no) && (user === undefined || user === user_id)) continue
    if (user === undefined) {
      released += 1
      await endClaims(call, kind_cd, [ref_no])
    } else {
      given += 1
      await reassignClaim(call, kind_cd, ref_no, user)
    }
  }
  if (given > 0) return countMessage(call, '의 작업자를 지정했습니다.', 'assigned')
  return released > 0
    ? countMessage(call, '의 점유를 해제했습니다.', 'released')
    : countMessage(call, '의 우선순위와 완료요청을 변경했습니다.', 'changed')
})

export const claimHandlers: readonly Handler[] = [claimHandler, releaseTaskHandler, assignHandler]
