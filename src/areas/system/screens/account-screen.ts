import { editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { accounts, saveAccounts } from '../operations/users.ts'

export function accountScreen(route: string): MasterScreen {
  return {
    kind: 'master',
    route,
    search: ['USER_ID', 'USER_NM', 'EMAIL', 'STATE_CD', 'ROLES', 'WAREHOUSES', 'OWNERS'],
    searchAtOpen: true,
    save: saveAccounts,
    grid: grid({
      source: accounts,
      rowTone: (row) => (row['STATE_CD'] === 'ACTIVE' ? undefined : 'quiet'),
      columns: [
        { field: 'USER_ID', editable: isUnsavedRow, frozen: true },
        ...editableColumns('USER_NM', 'EMAIL', 'ROLES', 'WAREHOUSES', 'OWNERS'),
        { field: 'ALL_OWNERS_YN', editable: true },
        ...editableColumns('FROM_DT', 'TO_DT', 'USE_YN'),
        'STATE_CD',
        'LOGGED_IN_AT',
        ...editableColumns('LANG_CD'),
        { field: 'MAIL_YN', editable: isUnsavedRow },
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
  }
}
