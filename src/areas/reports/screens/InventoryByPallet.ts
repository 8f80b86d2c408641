import { inventoryByPallet } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryByPalletScreen = inventoryReport('InventoryByPallet', inventoryByPallet, {
  search: ['PALLET_NO'],
})
