import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { balanceId, workInput } from '#areas/inventory/operations/work-fields.ts'
import { moveTask } from '#areas/inventory/tables/move-task.ts'
import { assignTask, taskKey } from './tasks.ts'

const { PRIORITY, DUE_AT, OWNER_CD, STOCK_CD, FROM_CELL_CD } = moveTask.fields
const required = { required: true }

const common = {
  title: label('이동작업 생성', 'Create move task'),
  with: [assignTask],
  action: 'save',
  scope: 'warehouse-owner',
} as const

const order = {
  ...workInput(['TO_CELL_CD', 'WORK_QTY']),
  TO_CELL_CD: withOptions(moveTask.fields.TO_CELL_CD, required),
  PRIORITY,
  DUE_AT,
}

/** Creates move tasks for stock records and allocates the stock to them. */
export const createMoveOfStock = defineProcedure({
  ...common,
  name: 'tasks/create-move-of-stock',
  input: { BALANCE_ID: balanceId, ...order },
})

/** Creates move tasks for an item in a cell, earliest expiry date first. */
export const createMove = defineProcedure({
  ...common,
  name: 'tasks/create-move',
  input: {
    OWNER_CD: withOptions(OWNER_CD, required),
    STOCK_CD: withOptions(STOCK_CD, required),
    FROM_CELL_CD: withOptions(FROM_CELL_CD, required),
    ...order,
  },
})

/**
 * Cancels open move tasks and releases their stock. Requires confirmation if a user is working on
 * one.
 */
export const cancelMove = defineProcedure({
  ...common,
  name: 'tasks/cancel-move',
  title: label('이동작업 취소', 'Cancel move task'),
  scope: 'warehouse',
  bound: 'own',
  input: {
    ...taskKey,
    CANCEL_REASON: withOptions(moveTask.fields.CANCEL_REASON, required),
  },
})

/** Undoes the caller's cancellation while the stock is still available. */
export const reopenMove = defineProcedure({
  ...common,
  name: 'tasks/reopen-move',
  title: label('이동작업 취소 되돌리기', 'Undo the cancellation of a move task'),
  with: [cancelMove],
  input: taskKey,
})
