import { isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { roleButtons, saveRoleButtons } from '../operations/roles.ts'

export const cmsRoleButtonMgtScreen: MasterScreen = {
  kind: 'master',
  route: 'CmsRoleButtonMgt',
  rowsFixed: true,
  search: ['ROLE_CD', 'MENU_ID', 'MENU_NM', 'ACTION_CD'],
  searchAtOpen: true,
  save: saveRoleButtons,
  grid: grid({
    source: roleButtons,
    columns: [
      { field: 'ROLE_CD', editable: isUnsavedRow, frozen: true },
      { field: 'MENU_ID', editable: isUnsavedRow, identifies: true },
      { field: 'MENU_NM', identifies: true },
      'SERVICE_NM',
      'ACTION_CD',
      { field: 'GRANT_YN', editable: true },
      'WAY_CD',
      { field: 'SERVICE', editable: isUnsavedRow },
      'ROLE_NM',
      'GROUP_NM',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
