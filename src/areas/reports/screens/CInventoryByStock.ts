import { ownInventoryByStock } from '../operations/customers.ts'
import { inventoryReport } from './inventory-report.ts'

export const cInventoryByStockScreen = inventoryReport('CInventoryByStock', ownInventoryByStock, {
  drill: { to: 'CInventoryByLot' },
})
