import { quantity, unsummedQuantity, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { pickFace } from '#areas/master/tables/place.ts'
import { stockNameRef } from '#areas/master/tables/references.ts'
import { moveTask } from '../tables/move-task.ts'

const sum = { zeroAsEmpty: true, width: 80 } as const
const planned = { ...sum, footer: 'SUM' } as const

/** Pick faces with the calculation of their refill quantities. Creates no tasks. */
export const replenishPlan = defineQuery({
  name: 'inventory/replenish-plan',
  title: label('보충 대상', 'Pick faces to refill'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(pickFace, ['OWNER_CD', 'STOCK_CD', 'CELL_CD']),
    PLAN_QTY: quantity(label('보충수량', 'Refill qty')),
    FACE_QTY: quantity(label('면 재고', 'Pick face qty')),
  },
  output: {
    ...pick(pickFace, ['CELL_CD', 'OWNER_CD', 'STOCK_CD']),
    STOCK_NM: stockNameRef,
    FACE_QTY: quantity(label('면 재고', 'Pick face qty'), { width: 80 }),
    PROMISED_QTY: quantity(label('할당', 'Allocated'), sum),
    OPEN_QTY: quantity(label('작업 중', 'In tasks'), sum),
    POSITION_QTY: quantity(label('예상재고', 'Projected stock'), {
      min: -999_999_999,
      width: 80,
    }),
    ...pick(pickFace, ['MIN_QTY', 'MAX_QTY', 'UNIT_CD']),
    UNIT_QTY: unsummedQuantity(label('단위수량', 'Per unit'), { width: 80 }),
    CAUSE_CD: moveTask.fields.CAUSE_CD,
    NEED_QTY: quantity(label('필요', 'Needed'), planned),
    SOURCE_QTY: quantity(label('보관 재고', 'In reserve'), planned),
    PLAN_QTY: quantity(label('보충수량', 'Refill qty'), planned),
    PRIORITY: withOptions(moveTask.fields.PRIORITY, {}),
    DUE_AT: moveTask.fields.DUE_AT,
  },
})

/** Recalculates the selected faces and creates their move tasks. */
export const planReplenishment = defineProcedure({
  name: 'inventory/plan-replenishment',
  title: label('보충작업 생성', 'Create refill tasks'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    CELL_CD: withOptions(pickFace.fields.CELL_CD, { required: true }),
    OWNER_CD: withOptions(pickFace.fields.OWNER_CD, { required: true }),
    STOCK_CD: withOptions(pickFace.fields.STOCK_CD, { required: true }),
    PRIORITY: moveTask.fields.PRIORITY,
    DUE_AT: moveTask.fields.DUE_AT,
  },
})
