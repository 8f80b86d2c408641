import { flag, integer, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { claim } from '#areas/inventory/tables/claim.ts'
import { moveTask } from '#areas/inventory/tables/move-task.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'

const { PRIORITY, DUE_AT, TO_CELL_CD } = moveTask.fields
const { OWNER_CD, STOCK_CD, CELL_CD, LOT_NO, PALLET_NO } = stockBalance.fields
const optional = { required: false }

const task = {
  ...pick(claim, ['KIND_CD', 'REF_NO']),
  PRIORITY,
  DUE_AT,
  OVERDUE_YN: flag(label('지연', 'Overdue'), { width: 60 }),
  CELL_CD: withOptions(CELL_CD, optional),
  OWNER_CD: withOptions(OWNER_CD, optional),
  STOCK_CD: withOptions(STOCK_CD, optional),
  TARGET: text(label('대상', 'Target'), { width: 220 }),
  QTY: quantity(label('잔량', 'Remaining'), { footer: 'SUM' }),
  TO_CELL_CD: withOptions(TO_CELL_CD, optional),
  ...pick(claim, ['USER_ID', 'CLAIMED_AT', 'UNTIL_AT']),
  LOT_NO,
  PALLET_NO,
}

// Staff see tasks of their own owners only.
const reach = { scope: 'warehouse', bound: 'own' } as const

const search = {
  ...pick(claim, ['KIND_CD', 'REF_NO', 'USER_ID']),
  CELL_CD: task.CELL_CD,
  OWNER_CD: task.OWNER_CD,
  STOCK_CD: task.STOCK_CD,
  OVERDUE_YN: task.OVERDUE_YN,
}

/** Open tasks that the caller can take, next one first. Read from the records, never copied. */
export const myTasks = defineQuery({
  ...reach,
  name: 'tasks/my-tasks',
  title: label('내 작업', 'My tasks'),
  action: 'search',
  search,
  output: task,
})

/** All open tasks with their users. */
export const openTasks = defineQuery({
  ...myTasks,
  name: 'tasks/open-tasks',
  title: label('미완료 작업', 'Open tasks'),
})

const count = { zeroAsEmpty: true, footer: 'SUM', width: 80 } as const

export const taskBoard = defineQuery({
  ...reach,
  name: 'tasks/task-board',
  title: label('작업현황', 'Task board'),
  action: 'search',
  search: { KIND_CD: claim.fields.KIND_CD },
  output: {
    KIND_CD: withOptions(claim.fields.KIND_CD, {}),
    OPEN_COUNT: integer(label('미완료', 'Open'), count),
    CLAIMED_COUNT: integer(label('진행', 'In progress'), count),
    OVERDUE_COUNT: integer(label('지연', 'Overdue'), count),
    DONE_COUNT: integer(label('오늘 완료', 'Done today'), count),
  },
})

export const taskKey = {
  KIND_CD: withOptions(claim.fields.KIND_CD, { required: true }),
  REF_NO: withOptions(claim.fields.REF_NO, { required: true }),
}

export const claimTask = defineProcedure({
  ...reach,
  name: 'tasks/claim',
  title: label('작업 받기', 'Take task'),
  action: 'save',
  input: taskKey,
})

/** Ends the caller's own claims. */
export const releaseTask = defineProcedure({
  ...reach,
  name: 'tasks/hand-back',
  title: label('작업 반납', 'Return task'),
  with: [claimTask],
  action: 'save',
  input: taskKey,
})

/**
 * Assigns tasks to a user and ends the claim of another user. Without a user, releases the tasks.
 * Changes of priority and due time, possible for move tasks only, do not release a claim.
 */
export const assignTask = defineProcedure({
  ...reach,
  name: 'tasks/assign',
  title: label('작업자 지정', 'Assign worker'),
  action: 'save',
  input: { ...taskKey, USER_ID: claim.fields.USER_ID, PRIORITY, DUE_AT },
})
