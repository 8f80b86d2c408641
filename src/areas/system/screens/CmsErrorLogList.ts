import { grid, type ListScreen } from '#kernel/screen.ts'
import { errors } from '../operations/error-log.ts'

export const cmsErrorLogListScreen: ListScreen = {
  kind: 'list',
  route: 'CmsErrorLogList',
  search: ['HAPPENED_AT', 'ERROR_CODE', 'PATH', 'USER_ID', 'DETAIL'],
  searchAtOpen: true,
  grid: grid({
    source: errors,
    columns: ['HAPPENED_AT', 'ERROR_CODE', 'PATH', 'USER_ID', 'DETAIL', 'ERROR_NO'],
  }),
}
