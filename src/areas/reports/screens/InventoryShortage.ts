import { summaryScreen } from '#kernel/summary-screen.ts'
import { inventoryShortage } from '../operations/storage-reports.ts'

export const inventoryShortageScreen = summaryScreen('InventoryShortage', inventoryShortage, {
  search: ['SHORT_QTY', 'DUE_DT', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'SAMPLE_YN'],
  searchDefaults: { SHORT_QTY: '>0' },
  searchAtOpen: true,
  drill: { to: 'ShipmentReport' },
})
