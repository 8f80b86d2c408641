import { summaryScreen } from '#kernel/summary-screen.ts'
import { claimedWork } from '#areas/tasks/operations/claimed-work.ts'
import { laborReport } from '../operations/labor.ts'

export const laborReportScreen = summaryScreen('LaborReport', laborReport, {
  search: ['*WORK_DT', 'USER_ID', 'KIND_CD', 'OWNER_CD'],
  searchDefaults: { WORK_DT: 'week-first~today' },
  searchAtOpen: true,
  drill: {
    rows: claimedWork,
    next: {
      to: 'WorkerReport',
      with: {
        BUSINESS_DT: 'WORK_DT',
        USER_ID: 'USER_ID',
        OWNER_CD: 'OWNER_CD',
        STOCK_CD: 'STOCK_CD',
      },
    },
  },
})
