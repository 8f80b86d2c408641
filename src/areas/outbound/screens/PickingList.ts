import { pickingList } from '../operations/picking.ts'
import { pickersPaper } from './shipment-step.ts'

export const pickingListScreen = pickersPaper('PickingList', pickingList)
