import { flag, text } from './field.ts'
import { label } from './label.ts'

/** Decision of staff on a customer's request: accepted unchanged, or rejected with a reason. */
export const requestDecisionFields = {
  REJECT_YN: flag(label('반려', 'Reject'), { width: 60 }),
  REASON: text(label('반려사유', 'Reason'), { width: 200 }),
}

export const requestStateColumns = [
  'OWNER_ORDER_NO',
  'SAMPLE_YN',
  'LINE_COUNT',
  { field: 'ORDER_QTY', required: false },
  { field: 'REJECT_YN', editable: true },
  { field: 'REASON', editable: true },
  'REMARK',
  'UPDATED_BY',
  'UPDATED_AT',
] as const
