import { grid, type MasterScreen } from '#kernel/screen.ts'
import { suppliers } from '../operations/masters.ts'
import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'

export const supplierScreen: MasterScreen = {
  kind: 'master',
  route: 'Supplier',
  search: ['OWNER_CD', 'SUPPLIER_CD', 'SUPPLIER_NM', 'USE_YN'],
  searchAtOpen: true,
  save: suppliers.save,
  grid: grid({
    source: suppliers.query,
    columns: [
      { field: 'OWNER_CD', editable: isUnsavedRow, frozen: true },
      'OWNER_NM',
      { field: 'SUPPLIER_CD', editable: isUnsavedRow },
      ...editableColumns('SUPPLIER_NM', 'MANAGER_NM', 'PHONE_NO', 'ADDRESS', 'USE_YN', 'REMARK'),
      ...changeColumns,
    ],
  }),
}
