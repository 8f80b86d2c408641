import { masterScreen } from '#kernel/master-screen.ts'
import { stockMoqs } from '../operations/masters.ts'

export const stockMoqScreen = masterScreen('StockMoq', stockMoqs, {
  search: ['OWNER_CD', 'STOCK_CD'],
  keys: ['OWNER_CD', 'STOCK_CD'],
  named: ['STOCK_NM'],
  typed: ['MOQ_QTY', 'STEP_QTY'],
})
