import { zoneHold } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const inventoryHoldZoneScreen = stockGroupWork('InventoryHoldZone', zoneHold)
