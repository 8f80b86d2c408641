import { dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'

/** Logins, rejected requests, exports and permission changes. */
export const securityEvent = defineTable({
  name: 'security_event',
  title: label('보안 로그', 'Security log'),
  key: ['EVENT_NO'],
  fields: {
    EVENT_NO: integer(label('번호', 'No.'), { required: true, width: 80 }),
    HAPPENED_AT: dateTime(label('일시', 'Time')),
    KIND_CD: select(label('종류', 'Kind'), 'security-kind', { width: 140 }),
    OUTCOME_CD: select(label('결과', 'Result'), 'security-outcome', { width: 80 }),
    USER_ID: text(label('사용자', 'User'), { width: 110, searchedWhole: true }),
    SUBJECT_CD: text(label('대상', 'Subject'), { width: 140 }),
    OPERATION: text(label('작업', 'Operation'), { width: 200 }),
    MENU_ID: text(label('화면', 'Screen'), { width: 140 }),
    ROW_COUNT: integer(label('건수', 'Rows'), { width: 80 }),
    ADDRESS: text(label('IP 주소', 'IP address'), { width: 130 }),
    DETAIL: text(label('내용', 'Detail'), { width: 300, maxLength: 500 }),
    AGENT: text(label('브라우저', 'Browser'), { width: 260, maxLength: 300 }),
    TRACE_ID: text(label('추적번호', 'Trace ID'), { width: 260, maxLength: 100 }),
    REVIEWED_BY: text(label('검토자', 'Reviewed by'), { width: 100 }),
    REVIEWED_AT: dateTime(label('검토일시', 'Reviewed at')),
  },
})
