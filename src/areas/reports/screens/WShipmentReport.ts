import { shipmentChart } from '../operations/charts.ts'
import { chartScreen } from './chart-screen.ts'

export const wShipmentReportScreen = chartScreen('WShipmentReport', shipmentChart, {
  search: ['SHIPMENT_DT', 'OWNER_CD', 'SHIP_TO_CD', 'STOCK_CD'],
  searchDefaults: { SHIPMENT_DT: 'month-first~month-last' },
  drill: { to: 'WShipmentReportByStock' },
  chart: {
    kind: 'plan',
    x: 'SHIPMENT_DT_DAY',
    y: 'SHIP_QTY',
    against: 'ORDER_QTY',
    warnBelow: 88,
    facts: ['SHORT_QTY'],
  },
})
