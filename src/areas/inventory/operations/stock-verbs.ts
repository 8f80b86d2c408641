import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { countJob, countLine } from '../tables/count.ts'
import { stockMovement } from '../tables/stock-movement.ts'
import { adjustStock } from './adjusting.ts'
import { countScan } from './counting.ts'
import { holdStock, moveStock } from './stock-work.ts'
import { callBackTransfer, loseTransfer } from './warehouse-transfer.ts'
import { balanceId, workInput } from './work-fields.ts'

/** Counts one stock record in place. Creates, counts and finishes a job with that line. */
export const countStock = defineProcedure({
  name: 'inventory/count-stock',
  title: label('재고 실사', 'Count stock'),
  with: [countScan],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    BALANCE_ID: balanceId,
    COUNT_QTY: withOptions(countLine.fields.COUNT_QTY, { required: true }),
  },
})

/**
 * Undoes a count made by `countStock`. Allowed only for its creator, before an adjustment is
 * posted.
 */
export const undoCount = defineProcedure({
  name: 'inventory/take-count-back',
  title: label('실사 되돌리기', 'Undo a count'),
  with: [countScan],
  action: 'save',
  scope: 'warehouse',
  bound: 'own',
  input: { JOB_NO: withOptions(countJob.fields.JOB_NO, { required: true }) },
})

/** Releases stock for allocation that a picker reported as not found. */
export const releaseMissing = defineProcedure({
  name: 'inventory/release-missing',
  title: label('미발견 해제', 'Release missing stock'),
  with: [holdStock],
  action: 'save',
  scope: 'warehouse-owner',
  input: { BALANCE_ID: balanceId, ...workInput(['REASON']) },
})

export const undoWork = defineProcedure({
  name: 'inventory/undo-work',
  title: label('재고 작업 되돌리기', 'Undo stock work'),
  with: [moveStock, holdStock, adjustStock, callBackTransfer, loseTransfer],
  action: 'save',
  scope: 'warehouse-owner',
  maxRows: 1,
  input: { DOC_NO: withOptions(stockMovement.fields.DOC_NO, { required: true }) },
})
