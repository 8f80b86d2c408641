import { vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { countJob, countLine } from '../tables/count.ts'
import { stockMovement } from '../tables/stock-movement.ts'
import { adjustStock } from './adjusting.ts'
import { countScan } from './counting.ts'
import { holdStock, moveStock } from './stock-work.ts'
import { balanceId } from './work-fields.ts'

/** A count of one piece of stock where it is looked at: a job of that line, counted and finished. */
export const countStock = defineProcedure({
  name: 'inventory/count-stock',
  title: label('재고 실사', 'Count'),
  with: [countScan],
  action: 'save',
  scope: 'warehouse-owner',
  input: { BALANCE_ID: balanceId, COUNT_QTY: vary(countLine.fields.COUNT_QTY, { required: true }) },
})

/** Takes such a count back, by who made it, as long as nothing was booked for it. */
export const takeCountBack = defineProcedure({
  name: 'inventory/take-count-back',
  title: label('실사 되돌리기', 'Undo a count'),
  with: [countScan],
  action: 'save',
  scope: 'warehouse',
  bound: 'own',
  input: { JOB_NO: vary(countJob.fields.JOB_NO, { required: true }) },
})

/** Takes one's own work on stock back, as it was done: every movement of its document. */
export const undoWork = defineProcedure({
  name: 'inventory/undo-work',
  title: label('재고 작업 되돌리기', 'Undo stock work'),
  with: [moveStock, holdStock, adjustStock],
  action: 'save',
  scope: 'warehouse-owner',
  rowsMax: 1,
  input: { DOC_NO: vary(stockMovement.fields.DOC_NO, { required: true }) },
})
