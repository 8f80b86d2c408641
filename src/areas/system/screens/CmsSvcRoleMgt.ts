import { isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { roleServices, saveRoleServices } from '../operations/roles.ts'

export const cmsSvcRoleMgtScreen: MasterScreen = {
  kind: 'master',
  route: 'CmsSvcRoleMgt',
  rowsFixed: true,
  search: ['ROLE_CD', 'SERVICE', 'SERVICE_NM', 'ACTION_CD', 'GRANT_YN'],
  searchAtOpen: true,
  save: saveRoleServices,
  grid: grid({
    source: roleServices,
    columns: [
      { field: 'ROLE_CD', editable: isUnsavedRow, frozen: true },
      'ROLE_NM',
      { field: 'SERVICE', editable: isUnsavedRow },
      'SERVICE_NM',
      'ACTION_CD',
      'MENU_YN',
      { field: 'GRANT_YN', editable: true },
      'MENU_NMS',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
