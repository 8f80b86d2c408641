import { dateTime, integer, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'

/** What went wrong on the server and was no refusal: calls, jobs, backups. */
export const errorLog = defineTable({
  name: 'error_log',
  title: label('오류 로그', 'Error log'),
  key: ['ERROR_NO'],
  fields: {
    ERROR_NO: integer(label('번호', 'No'), { width: 80 }),
    HAPPENED_AT: dateTime(label('언제', 'When')),
    ERROR_CODE: text(label('오류코드', 'Code'), { width: 150 }),
    PATH: text(label('경로', 'Path'), { width: 230 }),
    USER_ID: text(label('사용자', 'User'), { width: 100 }),
    DETAIL: text(label('내용', 'Detail'), { width: 700, lengthMax: 8000 }),
  },
})
