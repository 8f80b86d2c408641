import { masterScreen } from '#kernel/master-screen.ts'
import { stockAltcodes } from '../operations/masters.ts'

export const stockAltcodeScreen = masterScreen('StockAltcode', stockAltcodes, {
  search: ['OWNER_CD', 'ALT_CD', 'STOCK_CD'],
  keys: ['OWNER_CD', 'ALT_CD'],
  typed: ['STOCK_CD'],
  more: ['STOCK_NM', { field: 'REMARK', editable: true }],
})
