import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { errorLog } from '../tables/error-log.ts'

/** What went wrong on the server, newest first. */
export const errors = defineQuery({
  name: 'system/errors',
  title: label('오류 로그', 'Error log'),
  action: 'search',
  scope: 'company',
  search: pick(errorLog, ['HAPPENED_AT', 'ERROR_CODE', 'PATH', 'USER_ID', 'DETAIL']),
  output: errorLog.fields,
})
