import { summaryScreen } from '#kernel/summary-screen.ts'
import { workerReport } from '../operations/ledger-reports.ts'
import { workReportParts } from './work-report-parts.ts'

export const workerReportScreen = summaryScreen('WorkerReport', workerReport, {
  search: ['*BUSINESS_DT', 'USER_ID', 'WORK_CD', 'OWNER_CD', 'STOCK_CD'],
  searchDefaults: { BUSINESS_DT: 'week-first~today' },
  searchAtOpen: true,
  drill: workReportParts,
})
