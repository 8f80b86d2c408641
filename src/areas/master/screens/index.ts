import type { Screen } from '#kernel/screen.ts'
import { cellScreen } from './Cell.ts'
import { ownerScreen } from './Owner.ts'
import { shipToScreen } from './ShipTo.ts'
import { stockScreen } from './StockBasic.ts'
import { supplierScreen } from './Supplier.ts'
import { zoneScreen } from './Zone.ts'
import { stockUploadScreen } from './StockUpload.ts'
import { methodScreen } from './Method.ts'
import { lineScreen } from './Line.ts'
import { stockGroupScreen } from './StockGroup.ts'
import { unitMethodScreen } from './UnitMethod.ts'
import { stockAltcodeScreen } from './StockAltcode.ts'
import { stockMoqScreen } from './StockMoq.ts'
import { cSupplierScreen } from './CSupplier.ts'
import { cShipToScreen } from './CShipTo.ts'
import { cShipToSampleScreen } from './CShipToSample.ts'

export const masterScreens: readonly Screen[] = [
  cShipToSampleScreen,
  cShipToScreen,
  cSupplierScreen,
  stockMoqScreen,
  stockAltcodeScreen,
  unitMethodScreen,
  stockGroupScreen,
  lineScreen,
  methodScreen,
  ownerScreen,
  supplierScreen,
  shipToScreen,
  zoneScreen,
  cellScreen,
  stockScreen,
  stockUploadScreen,
]
