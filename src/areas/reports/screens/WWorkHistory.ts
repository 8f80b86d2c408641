import { workChart } from '../operations/ledger-reports.ts'
import { chartScreen } from './chart-screen.ts'
import { workReportParts } from './work-report-parts.ts'

export const wWorkHistoryScreen = chartScreen('WWorkHistory', workChart, {
  search: ['BUSINESS_DT', 'USER_ID', 'WORK_CD', 'OWNER_CD', 'STOCK_CD'],
  searchDefaults: { BUSINESS_DT: 'today-6~today' },
  drill: workReportParts,
  chart: { kind: 'heat', x: 'HOUR_CD', y: 'LINE_COUNT', split: 'USER_ID' },
})
