import { isUnsavedRow } from '#kernel/editing.ts'
import type { WireRow } from '#kernel/field.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { roleMenus, saveRoleMenus } from '../operations/roles.ts'

/**
 * Whether the flag of an action can be edited. An action that the screen does not have can only be
 * revoked.
 */
const hasAction = (action: string) => (row: WireRow) =>
  row[`${action.toUpperCase()}_YN`] === 'Y' ||
  String(row['OFFERED'] ?? '')
    .split(' ')
    .includes(action)

export const menuByRoleScreen: MasterScreen = {
  kind: 'master',
  route: 'MenuByRole',
  rowsFixed: true,
  search: ['ROLE_CD', 'GROUP_NM', 'MENU_NM', 'SEARCH_YN'],
  searchAtOpen: true,
  save: saveRoleMenus,
  grid: grid({
    source: roleMenus,
    columns: [
      { field: 'ROLE_CD', editable: isUnsavedRow, frozen: true },
      'ROLE_NM',
      'GROUP_NM',
      { field: 'MENU_ID', editable: isUnsavedRow, identifies: true },
      { field: 'MENU_NM', identifies: true },
      { field: 'SEARCH_YN', editable: hasAction('search') },
      { field: 'SAVE_YN', editable: hasAction('save') },
      { field: 'DELETE_YN', editable: hasAction('delete') },
      { field: 'IMPORT_YN', editable: hasAction('import') },
      { field: 'EXPORT_YN', editable: hasAction('export') },
      { field: 'PRINT_YN', editable: hasAction('print') },
      'ALONE_COUNT',
      { field: 'OFFERED', hidden: true },
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
