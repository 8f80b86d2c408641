import { summaryScreen } from '#kernel/summary-screen.ts'
import { emptyCells } from '../operations/storage-reports.ts'

export const emptyCellReportScreen = summaryScreen('EmptyCellReport', emptyCells, {
  search: ['ZONE_CD', 'TEMPERATURE_CD', 'CELL_TYPE_CD', 'LOCK_YN'],
  fixed: { USED_YN: 'N' },
  searchAtOpen: true,
  // Shows what left the cell last.
  drill: { to: 'InventoryHistory', with: { FROM_CELL_CD: 'CELL_CD' } },
})
