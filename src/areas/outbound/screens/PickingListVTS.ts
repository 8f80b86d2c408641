import { pickingListVts } from '../operations/picking.ts'
import { pickersPaper } from './shipment-step.ts'

export const pickingListVtsScreen = pickersPaper('PickingListVTS', pickingListVts)
