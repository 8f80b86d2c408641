import { grid, type WorkScreen } from '#kernel/screen.ts'
import type { WireRow } from '#kernel/field.ts'
import { errorGroups, errors, settleErrors } from '../operations/error-log.ts'

const isSettled = (row: WireRow) => row['NEW_COUNT'] === 0

export const cmsErrorLogListScreen: WorkScreen = {
  kind: 'work',
  route: 'CmsErrorLogList',
  search: ['LAST_AT', 'ERROR_CODE', 'PATH', 'USER_ID', 'TRACE_ID'],
  searchAtOpen: true,
  act: settleErrors,
  grid: grid({
    source: errorGroups,
    rowTone: (row) => (isSettled(row) ? 'quiet' : undefined),
    columns: [
      'ERROR_CODE',
      'PATH',
      { field: 'NEW_COUNT', tone: (row) => (isSettled(row) ? undefined : 'warn') },
      'ERROR_COUNT',
      'USER_COUNT',
      'LAST_AT',
      'FIRST_AT',
      'SETTLED_BY',
      'SETTLED_AT',
      'LAST_NO',
    ],
  }),
  link: ['ERROR_CODE', 'PATH'],
  lines: grid({
    source: errors,
    columns: ['HAPPENED_AT', 'USER_ID', 'TRACE_ID', 'DETAIL', 'ERROR_NO'],
  }),
}
