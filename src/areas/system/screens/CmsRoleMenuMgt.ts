import { isUnsavedRow } from '#kernel/editing.ts'
import { grid, type DocScreen } from '#kernel/screen.ts'
import { menusOfRole, roles, saveRoles } from '../operations/roles.ts'

export const cmsRoleMenuMgtScreen: DocScreen = {
  kind: 'doc',
  route: 'CmsRoleMenuMgt',
  search: ['ROLE_CD', 'ROLE_NM'],
  searchAtOpen: true,
  save: saveRoles,
  link: ['ROLE_CD'],
  grid: grid({
    source: roles,
    columns: [
      { field: 'ROLE_CD', editable: isUnsavedRow, frozen: true },
      { field: 'ROLE_NM', editable: true },
      'ALL_YN',
      'USER_COUNT',
      'MENU_COUNT',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
  lines: grid({
    source: menusOfRole,
    columns: [
      'GROUP_NM',
      { field: 'MENU_ID', editable: isUnsavedRow, identifies: true },
      { field: 'MENU_NM', identifies: true },
      { field: 'SEARCH_YN', editable: true, default: 'Y' },
      { field: 'SAVE_YN', editable: true },
      { field: 'DELETE_YN', editable: true },
      { field: 'IMPORT_YN', editable: true },
      { field: 'EXPORT_YN', editable: true },
      { field: 'PRINT_YN', editable: true },
      'ALONE_COUNT',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
