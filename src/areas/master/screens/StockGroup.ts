import { masterScreen } from '#kernel/master-screen.ts'
import { stockGroups } from '../operations/masters.ts'

export const stockGroupScreen = masterScreen('StockGroup', stockGroups, {
  search: ['OWNER_CD', 'GROUP_CD', 'GROUP_NM', 'USE_YN'],
  keys: ['OWNER_CD', 'GROUP_CD'],
  typed: ['GROUP_NM', 'PUT_METHOD_CD', 'PICK_METHOD_CD', 'USE_YN', 'REMARK'],
})
