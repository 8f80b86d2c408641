import { pickingListByStock } from '../operations/picking.ts'
import { definePickingList } from './shipment-step.ts'

export const pickingListByStockScreen = definePickingList('PickingListByStock', pickingListByStock)
