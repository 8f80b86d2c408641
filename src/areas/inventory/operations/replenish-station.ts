import { code, integer, quantity, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { moveTask } from '../tables/move-task.ts'
import { serialNo } from '../tables/serial.ts'

/** Tasks of the cell currently open at the station. */
export const replenishLines = defineQuery({
  name: 'inventory/replenish-lines',
  title: label('보충작업 행', 'Refill tasks of a cell'),
  action: 'search',
  scope: 'warehouse-owner',
  search: moveTask.fields,
  output: {
    ...moveTask.fields,
    SERIAL_QTY: integer(label('스캔 시리얼', 'Scanned serials'), { zeroAsEmpty: true, width: 90 }),
  },
})

/** Cells from which open tasks can be done. */
export const replenishSources = defineQuery({
  name: 'inventory/replenish-sources',
  title: label('보충 출발셀', 'Cells to refill from'),
  action: 'search',
  scope: 'warehouse',
  bound: 'own',
  search: pick(moveTask, ['WCODE', 'FROM_CELL_CD']),
  output: {
    ...pick(moveTask, ['WCODE', 'FROM_CELL_CD', 'PRIORITY']),
    TASK_COUNT: integer(label('작업수', 'Tasks'), { footer: 'SUM' }),
    REST_QTY: moveTask.fields.REST_QTY,
  },
})

/** Quantity of a scan without a typed one: everything that remains of the task. */
export const entireRemainder = 999_999_999

const source = { FROM_CELL_CD: withOptions(moveTask.fields.FROM_CELL_CD, { required: true }) }

/**
 * Scans an item in the source cell, then its target cell. A smaller quantity leaves the rest of the
 * task open.
 */
export const replenishScan = defineProcedure({
  name: 'inventory/replenish-scan',
  title: label('보충 스캔', 'Refill scan'),
  action: 'save',
  scope: 'warehouse',
  bound: 'own',
  maxRows: 1,
  input: {
    ...source,
    TO_CELL_CD: moveTask.fields.TO_CELL_CD,
    CODE: code(label('스캔코드', 'Scanned code'), { required: true, maxLength: 100 }),
    SERIAL_NO: serialNo,
    QTY: quantity(label('수량', 'Quantity'), {
      required: true,
      min: -999_999_999,
      default: entireRemainder,
    }),
  },
})

/** Finishes the started tasks of a cell with a shortage. */
export const finishReplenish = defineProcedure({
  name: 'inventory/finish-replenish',
  title: label('보충 완료', 'Finish refilling'),
  action: 'save',
  scope: 'warehouse',
  bound: 'own',
  maxRows: 1,
  input: source,
})
