import { code, dateTime, integer, quantity, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { warehouseCode } from '#areas/system/tables/warehouse.ts'
import {
  cellRef,
  lotNo,
  ownerRef,
  stockNameRef,
  stockRef,
  validDate,
} from '#areas/master/tables/references.ts'
import { stock } from '#areas/master/tables/stock.ts'

const optional = { required: false }

/**
 * Task to move stock. The stock is allocated to the task, or moves with allocations of shipments.
 */
export const moveTask = defineTable({
  name: 'move_task',
  title: label('이동작업', 'Move task'),
  key: ['TASK_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    TASK_NO: code(label('이동작업번호', 'Move task no.'), {
      width: 80,
      digitsOnly: true,
      maxLength: 15,
    }),
    WCODE: warehouseCode,
    CAUSE_CD: select(label('원인', 'Cause'), 'move-cause', { width: 90 }),
    PRIORITY: integer(label('우선순위', 'Priority'), { min: 1, max: 9, width: 70 }),
    DUE_AT: dateTime(label('완료요청', 'Due')),
    STATE_CD: select(label('상태', 'Status'), 'move-task-state', { width: 80 }),
    FROM_CELL_CD: withOptions(cellRef, { label: label('출발셀', 'From cell') }),
    OWNER_CD: withOptions(ownerRef, optional),
    STOCK_CD: withOptions(stockRef, optional),
    STOCK_NM: stockNameRef,
    BARCODE: stock.fields.BARCODE,
    LOT_NO: lotNo,
    VALID_DT: validDate,
    TO_CELL_CD: withOptions(cellRef, { label: label('도착셀', 'To cell') }),
    QTY: quantity(label('수량', 'Qty'), { footer: 'SUM' }),
    DONE_QTY: quantity(label('완료', 'Done'), { zeroAsEmpty: true, footer: 'SUM' }),
    REST_QTY: quantity(label('잔량', 'Remaining'), { zeroAsEmpty: true, footer: 'SUM' }),
    TRAVEL_QTY: quantity(label('출고 할당', 'Allocated to shipments'), {
      zeroAsEmpty: true,
      width: 110,
    }),
    CANCEL_REASON: text(label('취소사유', 'Cancellation reason'), { width: 160, maxLength: 200 }),
    CREATED_BY: text(label('생성자', 'Created by'), { width: 90 }),
    CREATED_AT: dateTime(label('생성일시', 'Created at')),
  },
})
