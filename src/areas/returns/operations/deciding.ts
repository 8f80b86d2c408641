import { code, flag, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { disposeField, gradeField, returnPolicy } from '../tables/return-policy.ts'
import { returnHeader, returnLine } from './return-document.ts'

const common = { scope: 'warehouse-owner' } as const

const key = {
  RECEIPT_NO: withOptions(returnLine.fields.RECEIPT_NO, { required: true }),
  LINE_NO: withOptions(returnLine.fields.LINE_NO, { required: true }),
  LOT_ID: code(label('로트 ID', 'Lot ID'), { required: true }),
  GRADE_CD: gradeField,
}

/** Graded stock that waits for its disposition, with the one its policy proposes. */
export const undecided = defineQuery({
  ...common,
  name: 'returns/undecided',
  title: label('처분대기 조회', 'Returns awaiting disposition'),
  action: 'search',
  search: {
    ...pick(returnHeader, ['OWNER_CD', 'RECEIPT_NO', 'SHIPMENT_NO']),
    STOCK_CD: withOptions(returnLine.fields.STOCK_CD, { required: false }),
    GRADE_CD: withOptions(gradeField, { required: false }),
    APPROVE_YN: returnPolicy.fields.APPROVE_YN,
  },
  output: {
    ...key,
    ...pick(returnHeader, ['OWNER_CD', 'RETURN_KIND_CD', 'REASON_CD', 'SHIPMENT_NO']),
    ...pick(returnLine, ['STOCK_CD', 'STOCK_NM']),
    ...pick(stockBalance, ['LOT_NO', 'VALID_DT']),
    QTY: quantity(label('수량', 'Quantity')),
    DISPOSE_CD: disposeField,
    APPROVE_YN: returnPolicy.fields.APPROVE_YN,
    SECOND_STOCK_CD: returnPolicy.fields.SECOND_STOCK_CD,
    GRADED_BY: text(label('검품자', 'Inspected by'), { width: 120 }),
    EXPIRED_YN: flag(label('기한 경과', 'Expired'), { width: 80 }),
  },
})

const decision = { ...key, DISPOSE_CD: disposeField }

/** Disposes of graded stock whose owner does not decide. */
export const decide = defineProcedure({
  ...common,
  name: 'returns/decide',
  title: label('처분승인', 'Approve disposition'),
  action: 'save',
  input: decision,
})

/** Decision of the owner about stock whose policy requires the owner's approval. */
export const decideOwn = defineProcedure({
  ...common,
  name: 'returns/decide-own',
  title: label('화주 처분승인', 'Approve disposition as owner'),
  action: 'save',
  input: decision,
})

/** Reverses the last disposition of each row. */
export const undoDecision = defineProcedure({
  ...common,
  name: 'returns/undo-decision',
  title: label('처분취소', 'Cancel disposition'),
  with: [decide],
  action: 'save',
  input: key,
})
