import { pickingListByStock } from '../operations/picking.ts'
import { pickersPaper } from './shipment-step.ts'

export const pickingListByStockScreen = pickersPaper('PickingListByStock', pickingListByStock)
