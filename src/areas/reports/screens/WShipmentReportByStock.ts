import { shipmentStockChart } from '../operations/charts.ts'
import { chartScreen } from './chart-screen.ts'

export const wShipmentReportByStockScreen = chartScreen(
  'WShipmentReportByStock',
  shipmentStockChart,
  {
    search: ['SHIPMENT_DT', 'OWNER_CD', 'SHIP_TO_CD', 'STOCK_CD', 'STOCK_NM'],
    searchDefaults: { SHIPMENT_DT: 'month-first~month-last' },
    drill: { to: 'InventoryHistory', with: { STOCK_CD: 'STOCK_CD' } },
    chart: {
      kind: 'pareto',
      x: ['STOCK_NM', 'OWNER_CD', 'STOCK_CD'],
      y: 'SHIP_QTY',
      facts: ['ORDER_QTY', 'SHORT_QTY'],
    },
  },
)
