import { date, integer, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { balanceId, workInput } from '#areas/inventory/operations/work-fields.ts'
import { moveTask } from '#areas/inventory/tables/move-task.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'

const count = (ko: string, en: string) => integer(label(ko, en), { width: 80 })

/**
 * Stock that is often picked from cells late in the picking order, with a free cell before them.
 * The gain is the number of picks × the cells skipped by each.
 */
export const slotting = defineQuery({
  name: 'tasks/slotting',
  title: label('재배치제안', 'Slotting proposals'),
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pick(stockBalance, ['OWNER_CD', 'STOCK_CD', 'CELL_CD']),
    PICK_DT: date(label('피킹일', 'Pick date'), { maxSpan: { count: 12, unit: 'months' } }),
  },
  output: {
    ...pick(stockBalance, ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'CELL_CD', 'LOT_NO']),
    ...pick(stockBalance, ['PALLET_NO', 'BOX_NO']),
    PICK_COUNT: count('피킹 횟수', 'Picks'),
    CELL_SEQ: count('현재 순서', 'Current order'),
    ...workInput(['WORK_QTY']),
    TO_CELL_CD: moveTask.fields.TO_CELL_CD,
    TO_SEQ: count('제안 순서', 'Proposed order'),
    GAIN: integer(label('절감', 'Saving'), { width: 80, footer: 'SUM' }),
    PRIORITY: moveTask.fields.PRIORITY,
    DUE_AT: moveTask.fields.DUE_AT,
    BALANCE_ID: withOptions(balanceId, {}),
  },
})
