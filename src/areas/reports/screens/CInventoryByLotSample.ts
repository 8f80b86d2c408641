import { ownMovements } from '#areas/inventory/operations/stock.ts'
import { ownInventoryByLot } from '../operations/customers.ts'
import { inventoryReport } from './inventory-report.ts'

export const cInventoryByLotSampleScreen = inventoryReport(
  'CInventoryByLotSample',
  ownInventoryByLot,
  {
    search: ['LOT_NO'],
    fixed: { CONDITION_CD: 'SAMPLE' },
    drill: { rows: ownMovements },
  },
)
