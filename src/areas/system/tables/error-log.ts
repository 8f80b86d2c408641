import { dateTime, integer, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'

/** Unexpected errors on the server: requests, jobs, backups. Validation errors are not included. */
export const errorLog = defineTable({
  name: 'error_log',
  title: label('오류 로그', 'Error log'),
  key: ['ERROR_NO'],
  fields: {
    ERROR_NO: integer(label('번호', 'No.'), { width: 80 }),
    HAPPENED_AT: dateTime(label('발생일시', 'Time')),
    ERROR_CODE: text(label('오류코드', 'Code'), { width: 150 }),
    PATH: text(label('경로', 'Path'), { width: 230 }),
    USER_ID: text(label('사용자', 'User'), { width: 100 }),
    TRACE_ID: text(label('추적번호', 'Trace ID'), { width: 260, maxLength: 100 }),
    DETAIL: text(label('내용', 'Detail'), { width: 700, maxLength: 8000 }),
  },
})

export const errorGroup = defineTable({
  name: 'error_settled',
  title: label('오류 그룹', 'Error group'),
  key: ['ERROR_CODE', 'PATH'],
  fields: {
    ERROR_CODE: { ...errorLog.fields.ERROR_CODE, required: true },
    PATH: { ...errorLog.fields.PATH, required: true },
    ERROR_COUNT: integer(label('건수', 'Errors'), { width: 80 }),
    NEW_COUNT: integer(label('미처리', 'Unresolved'), { width: 80 }),
    USER_COUNT: integer(label('사용자 수', 'Users'), { width: 90 }),
    FIRST_AT: dateTime(label('최초', 'First')),
    LAST_AT: dateTime(label('최근', 'Last')),
    LAST_NO: integer(label('최근 번호', 'Last no.'), { width: 90 }),
    SETTLED_BY: text(label('처리자', 'Resolved by'), { width: 100 }),
    SETTLED_AT: dateTime(label('처리일시', 'Resolved at')),
  },
})
