import { summaryScreen } from '#kernel/summary-screen.ts'
import { zoneUsage } from '../operations/storage-reports.ts'

export const zoneUsageReportScreen = summaryScreen('ZoneUsageReport', zoneUsage, {
  search: ['ZONE_CD', 'TEMPERATURE_CD', 'CELL_TYPE_CD', 'LOCK_YN'],
  drill: { to: 'CellUsageReport' },
  searchAtOpen: true,
  // Cells without a capacity are common.
  seldom: ['CAPACITY_CBM', 'FILLED_CBM', 'FILL_RATE'],
})
