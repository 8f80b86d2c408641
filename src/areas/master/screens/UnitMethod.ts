import { masterScreen } from '#kernel/master-screen.ts'
import { stockUnits } from '../operations/masters.ts'

export const unitMethodScreen = masterScreen('UnitMethod', stockUnits, {
  search: ['OWNER_CD', 'STOCK_CD', 'UNIT_CD', 'BARCODE'],
  keys: ['OWNER_CD', 'STOCK_CD', 'UNIT_CD'],
  named: ['STOCK_NM'],
  typed: ['UNIT_QTY', 'BARCODE', 'WEIGHT_KG', 'CBM'],
})
