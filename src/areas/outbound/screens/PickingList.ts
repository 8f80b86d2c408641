import { pickingList } from '../operations/picking.ts'
import { definePickingList } from './shipment-step.ts'

export const pickingListScreen = definePickingList('PickingList', pickingList)
