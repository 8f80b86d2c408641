import { ownMovements } from '#areas/inventory/operations/stock.ts'
import { ownInventoryByLot } from '../operations/customers.ts'
import { inventoryReport } from './inventory-report.ts'

export const cInventoryByLotScreen = inventoryReport('CInventoryByLot', ownInventoryByLot, {
  search: ['LOT_NO'],
  drill: { rows: ownMovements },
})
