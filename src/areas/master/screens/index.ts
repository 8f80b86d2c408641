import type { Screen } from '#kernel/screen.ts'
import { cellScreen } from './Cell.ts'
import { ownerScreen } from './Owner.ts'
import { shipToScreen } from './ShipTo.ts'
import { stockScreen } from './StockBasic.ts'
import { supplierScreen } from './Supplier.ts'
import { zoneScreen } from './Zone.ts'
import { stockUploadScreen } from './StockUpload.ts'

export const masterScreens: readonly Screen[] = [
  ownerScreen,
  supplierScreen,
  shipToScreen,
  zoneScreen,
  cellScreen,
  stockScreen,
  stockUploadScreen,
]
