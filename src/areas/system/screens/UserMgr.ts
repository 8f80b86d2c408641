import { grid, type ListScreen } from '#kernel/screen.ts'
import { effectiveRights } from '../operations/effective-rights.ts'

export const userMgrScreen: ListScreen = {
  kind: 'list',
  route: 'UserMgr',
  search: [
    '*USER_ID',
    'OTHER_ID',
    'AS_OF_DT',
    'GROUP_NM',
    'MENU_NM',
    'ACTION_CD',
    'MAY_YN',
    'DIFF_YN',
  ],
  drill: { to: 'MenuByRole', with: { MENU_NM: 'MENU_NM' } },
  grid: grid({
    source: effectiveRights,
    rowTone: (row) => (row['MAY_YN'] === 'Y' ? undefined : 'quiet'),
    columns: [
      'GROUP_NM',
      { field: 'MENU_NM', frozen: true },
      'ACTION_CD',
      'SERVICE_NM',
      'MAY_YN',
      'BECAUSE',
      'GIVERS',
      'OTHER_MAY_YN',
      'OTHER_BECAUSE',
      { field: 'DIFF_YN', tone: (row) => (row['DIFF_YN'] === 'Y' ? 'warn' : undefined) },
      'MENU_ID',
      'SERVICE',
    ],
  }),
}
