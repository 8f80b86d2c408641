import { inventoryBySupplier } from '../operations/inventory.ts'
import { inventoryReport } from './inventory-report.ts'

export const inventoryBySupplierScreen = inventoryReport(
  'InventoryBySupplier',
  inventoryBySupplier,
  { search: ['SUPPLIER_CD'] },
)
