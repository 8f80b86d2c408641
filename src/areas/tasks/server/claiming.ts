import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { TaskKind } from '#areas/inventory/rules/task-kinds.ts'
import { endClaims, giveClaim, takeClaim } from '#areas/inventory/server/claims.ts'
import { selectWarehouses } from '#server/auth/session.ts'
import { badRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { recordset } from '#server/engine/table-save.ts'
import { assignTask, claimTask, handBack } from '../operations/tasks.ts'
import { grantedKinds, taskRows } from './task-rows.ts'

interface Task extends Record<string, unknown> {
  readonly no: number
  readonly kind_cd: TaskKind
  readonly ref_no: string
  readonly owner_cd: string | null
  readonly user_id: string | null
  /** The only user who may do it, null for any. */
  readonly for_user: string | null
}

const gone = label(
  '이미 끝났거나 취소된 작업입니다. 다시 조회하세요.',
  'The task is done or cancelled. Search again.',
)
const notClaimed = label(
  '점유된 작업이 아닙니다. 작업자를 입력하세요.',
  'The task is not claimed. Enter a user.',
)

const namedOther = label('다른 작업자가 지정된 작업입니다.', 'The task names another user.')

/** Open tasks within the caller's reach, in the order of the rows. Throws AppError 409 for others. */
async function findTasks(call: SaveCall): Promise<Task[]> {
  const keys = recordset(claimTask.input, ['KIND_CD', 'REF_NO'], call.rows)
  const found = await call.tx.query<Task>(sql`
    select r.no, t.kind_cd, t.ref_no, t.owner_cd, t.user_id, t.for_user from ${keys}
    join (${taskRows(call)}) t on t.kind_cd = r.kind_cd and t.ref_no = r.ref_no order by r.no`)
  const numbers = new Set(found.map(({ no }) => no))
  reject(call.rows.filter(({ no }) => !numbers.has(no)).map(({ no }) => ({ no, text: gone })))
  return found
}

function reject(refused: readonly { readonly no: number; readonly text: Label }[]): void {
  if (refused.length === 0) return
  const errors = refused.map(({ no, text }): RowError => ({ row: no, column: 'REF_NO', text }))
  throw conflictingRows(errors)
}

const counted = (call: SaveCall, ko: string, en: string) => ({
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
    const text = isOthers ? namedOther : await takeClaim(call, kind_cd, ref_no)
    if (text) refused.push({ no, text })
  }
  reject(refused)
  return counted(call, '을 받았습니다.', 'taken')
})

const handBackHandler = handleProcedure(handBack, async (call) => {
  const tasks = await findTasks(call)
  reject(
    tasks
      .filter(({ user_id }) => user_id !== call.userId)
      .map(({ no }) => ({
        no,
        text: label('내가 받은 작업이 아닙니다.', 'You have not taken this task.'),
      })),
  )
  for (const { kind_cd, ref_no } of tasks) await endClaims(call, kind_cd, [ref_no])
  return counted(call, '을 반납했습니다.', 'handed back')
})

/** Returns whether a user can do each of the tasks: by permission, warehouse and owner. */
async function suits(call: SaveCall, user: string): Promise<(task: Task) => boolean> {
  const [found] = await call.tx.query<{ owners: string[] | null; kinds: string[] }>(sql`
    select case when u.all_owners_yn = 'N' then
        array(select owner_cd from user_owner o where o.user_id = u.user_id) end owners,
      array(${grantedKinds({ ...call, userId: user })}) kinds
    from app_user u where u.user_id = ${user} and u.use_yn = 'Y'
      and ${call.scope.wcode} in (${selectWarehouses(sql`u.user_id`)})`)
  if (!found) return () => false
  const { owners, kinds } = found
  return ({ kind_cd, owner_cd, for_user }) =>
    (for_user === null || for_user === user) &&
    kinds.includes(kind_cd) &&
    (owners === null || (owner_cd !== null && owners.includes(owner_cd)))
}

const unsuited = label(
  '이 작업을 할 수 있는 사용자가 아닙니다. 다른 작업자를 지정하세요.',
  'This user cannot do the task. Assign another one.',
)

const assignHandler = handleProcedure(assignTask, async (call) => {
  const tasks = await findTasks(call)
  const users = new Map<number, string>(
    call.rows.flatMap(({ no, values: { USER_ID } }) =>
      USER_ID ? [[no, String(USER_ID)] as const] : [],
    ),
  )
  const suitable = new Map<string, (task: Task) => boolean>()
  for (const user of new Set(users.values())) suitable.set(user, await suits(call, user))
  const errors = tasks.flatMap((task): RowError[] => {
    const user = users.get(task.no)
    if (user !== undefined && suitable.get(user)?.(task)) return []
    if (user === undefined && task.user_id !== null) return []
    const text = user === undefined ? notClaimed : unsuited
    return [{ row: task.no, column: 'USER_ID', text }]
  })
  if (errors.length) throw badRows(errors)
  for (const { no, kind_cd, ref_no } of tasks) {
    const user = users.get(no)
    if (user === undefined) await endClaims(call, kind_cd, [ref_no])
    else await giveClaim(call, kind_cd, ref_no, user)
  }
  return users.size > 0
    ? counted(call, '의 작업자를 지정했습니다.', 'assigned')
    : counted(call, '의 점유를 해제했습니다.', 'released')
})

export const claimHandlers: readonly Handler[] = [claimHandler, handBackHandler, assignHandler]
