import { stockChart } from '../operations/charts.ts'
import { chartScreen } from './chart-screen.ts'

export const wInventoryByStockScreen = chartScreen('WInventoryByStock', stockChart, {
  search: ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'ZONE_CD', 'CELL_CD', 'VALID_DT', 'CONDITION_CD'],
  drill: { to: 'InventoryByLot' },
  chart: {
    kind: 'bars',
    x: ['STOCK_NM', 'OWNER_CD', 'STOCK_CD'],
    y: 'QTY',
    split: 'CONDITION_CD',
  },
})
