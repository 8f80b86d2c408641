import { summaryScreen } from '#kernel/summary-screen.ts'
import { cellUsageReport } from '../operations/more-stock.ts'

export const cellUsageReportScreen = summaryScreen('CellUsageReport', cellUsageReport, {
  search: ['ZONE_CD', 'CELL_CD', 'CELL_TYPE_CD', 'USED_YN', 'LOCK_YN'],
  drill: { to: 'InventoryByLot' },
  searchAtOpen: true,
})
