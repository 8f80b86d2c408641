import { inventoryByZone } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByZoneScreen = inventoryReport('InventoryByZone', inventoryByZone, {
  chart: { kind: 'bars', x: 'ZONE_CD', y: 'CBM' },
})
