import { lotChart } from '../operations/charts.ts'
import { chartScreen } from './chart-screen.ts'

export const wInventoryByLotScreen = chartScreen('WInventoryByLot', lotChart, {
  search: ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'ZONE_CD', 'CELL_CD', 'VALID_DT', 'CONDITION_CD'],
  drill: { to: 'InventoryByLot' },
  chart: {
    kind: 'bars',
    // Items without lots are identified by their code.
    x: ['STOCK_NM', 'OWNER_CD', 'VALID_DT', 'STOCK_CD', 'LOT_NO'],
    y: 'QTY',
    split: 'CONDITION_CD',
  },
})
