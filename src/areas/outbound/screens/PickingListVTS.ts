import { pickingListVts } from '../operations/picking.ts'
import { definePickingList } from './shipment-step.ts'

export const pickingListVtsScreen = definePickingList('PickingListVTS', pickingListVts)
