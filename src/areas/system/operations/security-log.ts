import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { securityEvent } from '../tables/security-event.ts'

export const securityEvents = defineQuery({
  name: 'system/security-events',
  bound: 'refused',
  title: label('보안 로그', 'Security log'),
  action: 'search',
  scope: 'company',
  search: pick(securityEvent, [
    'HAPPENED_AT',
    'KIND_CD',
    'OUTCOME_CD',
    'USER_ID',
    'SUBJECT_CD',
    'ADDRESS',
    'OPERATION',
    'TRACE_ID',
    'REVIEWED_BY',
  ]),
  output: securityEvent.fields,
})

/** Marks the log as reviewed up to and including an event. */
export const reviewSecurity = defineProcedure({
  name: 'system/review-security',
  bound: 'refused',
  title: label('여기까지 검토', 'Reviewed up to here'),
  action: 'save',
  scope: 'company',
  input: pick(securityEvent, ['EVENT_NO']),
  maxRows: 1,
})
