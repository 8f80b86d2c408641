import { ownInventoryByLot } from '../operations/customers.ts'
import { inventoryReport } from './inventory-report.ts'

export const cInventoryByLotScreen = inventoryReport('CInventoryByLot', ownInventoryByLot, {
  search: ['LOT_NO'],
})
