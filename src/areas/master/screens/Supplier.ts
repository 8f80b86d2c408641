import { grid, type MasterScreen } from '#kernel/screen.ts'
import { suppliers } from '../operations/masters.ts'
import { changeColumns, editable, isNew } from '#kernel/editing.ts'

export const supplierScreen: MasterScreen = {
  kind: 'master',
  route: 'Supplier',
  search: ['OWNER_CD', 'SUPPLIER_CD', 'SUPPLIER_NM', 'USE_YN'],
  searchAtOpen: true,
  save: suppliers.save,
  grid: grid({
    source: suppliers.query,
    columns: [
      { field: 'OWNER_CD', editable: isNew, frozen: true },
      'OWNER_NM',
      { field: 'SUPPLIER_CD', editable: isNew },
      ...editable('SUPPLIER_NM', 'MANAGER_NM', 'PHONE_NO', 'ADDRESS', 'USE_YN', 'REMARK'),
      ...changeColumns,
    ],
  }),
}
