import { masterScreen } from '#kernel/master-screen.ts'
import { pickFaces } from '../operations/masters.ts'

export const pickFaceScreen = masterScreen('PickFace', pickFaces, {
  search: ['CELL_CD', 'OWNER_CD', 'STOCK_CD', 'USE_YN'],
  keys: ['CELL_CD', 'OWNER_CD', 'STOCK_CD'],
  named: ['STOCK_NM'],
  typed: ['MIN_QTY', 'MAX_QTY', 'UNIT_CD', 'FIXED_YN', 'USE_YN', 'REMARK'],
})
