import { summaryScreen } from '#kernel/summary-screen.ts'
import { cellUsageReport } from '../operations/storage-reports.ts'

export const cellUsageReportScreen = summaryScreen('CellUsageReport', cellUsageReport, {
  search: ['ZONE_CD', 'CELL_CD', 'CELL_TYPE_CD', 'USED_YN', 'LOCK_YN'],
  drill: { to: 'InventoryByLot' },
  searchAtOpen: true,
  // Cells without a capacity are common.
  seldom: ['CAPACITY_CBM', 'FILLED_CBM', 'FILL_RATE'],
})
