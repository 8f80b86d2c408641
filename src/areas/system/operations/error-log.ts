import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { errorGroup, errorLog } from '../tables/error-log.ts'

const siteScope = { scope: 'company', bound: 'refused' } as const

export const errors = defineQuery({
  ...siteScope,
  name: 'system/errors',
  title: label('오류 로그', 'Error log'),
  action: 'search',
  search: pick(errorLog, ['HAPPENED_AT', 'ERROR_CODE', 'PATH', 'USER_ID', 'DETAIL', 'TRACE_ID']),
  output: errorLog.fields,
})

export const errorGroups = defineQuery({
  ...siteScope,
  name: 'system/error-groups',
  title: label('오류 그룹', 'Error groups'),
  action: 'search',
  search: {
    ...pick(errorGroup, ['ERROR_CODE', 'PATH', 'LAST_AT', 'NEW_COUNT']),
    ...pick(errorLog, ['USER_ID', 'TRACE_ID']),
  },
  output: errorGroup.fields,
})

/**
 * Marks errors of a kind as resolved, up to the last one shown. Errors that occur later count as
 * new.
 */
export const settleErrors = defineProcedure({
  ...siteScope,
  bound: 'refused',
  name: 'system/settle-errors',
  title: label('오류 처리 완료', 'Mark errors as resolved'),
  action: 'save',
  input: pick(errorGroup, ['ERROR_CODE', 'PATH', 'LAST_NO']),
  maxRows: 1_000,
})
