import { summaryScreen } from '#kernel/summary-screen.ts'
import { realShipmentsByStock } from '../operations/actual-work.ts'

export const realShipmentReportByStockScreen = summaryScreen(
  'RealShipmentReportByStock',
  realShipmentsByStock,
  {
    search: ['*WORK_DT', 'OWNER_CD', 'STOCK_CD', 'SHIP_TO_CD', 'OF_MONTH'],
    searchDefaults: { WORK_DT: 'month-first~today' },
    searchAtOpen: true,
    drill: { to: 'RealShipmentReport' },
  },
)
