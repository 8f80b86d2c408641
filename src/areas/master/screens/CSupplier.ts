import { masterScreen } from '#kernel/master-screen.ts'
import { suppliers } from '../operations/masters.ts'

export const cSupplierScreen = masterScreen('CSupplier', suppliers, {
  search: ['OWNER_CD', 'SUPPLIER_CD', 'SUPPLIER_NM', 'USE_YN'],
  keys: ['OWNER_CD', 'SUPPLIER_CD'],
  named: ['OWNER_NM'],
  typed: ['SUPPLIER_NM', 'MANAGER_NM', 'PHONE_NO', 'ADDRESS', 'USE_YN', 'REMARK'],
})
