import { integer, withOptions } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { docPeriod, docRequest } from '../tables/doc-period.ts'

const common = { scope: 'warehouse-owner' } as const
const required = { required: true } as const
const REQUEST_COUNT = integer(label('승인대기', 'To approve'), { width: 80 })
const OWNER_CD = withOptions(docPeriod.fields.OWNER_CD, required)

/**
 * One row per owner that has, or once had, stock in the warehouse. `NEXT_DT` suggests the end of
 * the previous month.
 */
export const docPeriods = defineQuery({
  ...common,
  name: 'billing/doc-periods',
  title: label('전표 마감 조회', 'Closed periods'),
  action: 'search',
  search: { ...pick(docPeriod, ['OWNER_CD', 'CLOSED_TO_DT', 'CLOSED_BY']), REQUEST_COUNT },
  output: { ...docPeriod.fields, REQUEST_COUNT },
})

export const docRequests = defineQuery({
  ...common,
  name: 'billing/doc-requests',
  title: label('마감 정정요청', 'Correction requests'),
  action: 'search',
  search: pick(docRequest, ['OWNER_CD', 'DOC_NO', 'STATE_CD', 'REQUESTED_BY']),
  output: docRequest.fields,
})

export const closePeriod = defineProcedure({
  ...common,
  name: 'billing/close-period',
  title: label('전표 마감', 'Close period'),
  action: 'save',
  maxRows: 500,
  input: {
    OWNER_CD,
    NEXT_DT: withOptions(docPeriod.fields.NEXT_DT, required),
    REASON: docPeriod.fields.REASON,
  },
})

/** Reopens the newest closed period of an owner. The earlier ones remain closed. */
export const reopenPeriod = defineProcedure({
  ...common,
  name: 'billing/reopen-period',
  title: label('전표 마감취소', 'Reopen period'),
  with: [docPeriods],
  action: 'save',
  maxRows: 500,
  input: { OWNER_CD, REASON: withOptions(docPeriod.fields.REASON, required) },
})

export const requestCorrection = defineProcedure({
  ...common,
  name: 'billing/request-correction',
  title: label('마감 정정요청', 'Request correction'),
  with: [docPeriods],
  action: 'save',
  input: {
    DOC_NO: withOptions(docRequest.fields.DOC_NO, required),
    REASON: withOptions(docRequest.fields.REASON, required),
  },
})

function defineDecision(name: string, title: Label) {
  return defineProcedure({
    ...common,
    name: `billing/${name}`,
    title,
    with: [docRequests],
    action: 'save',
    input: { REQUEST_NO: withOptions(docRequest.fields.REQUEST_NO, required) },
  })
}

/** Allows the document to be reversed once. Requires a second user. */
export const approveCorrection = defineDecision(
  'approve-correction',
  label('정정 승인', 'Approve corrections'),
)

export const rejectCorrection = defineDecision(
  'reject-correction',
  label('정정 반려', 'Reject corrections'),
)
