import { grid, type ListScreen } from '#kernel/screen.ts'
import { lotTrace } from '../operations/ledger-reports.ts'

export const lotTraceReportScreen: ListScreen = {
  kind: 'list',
  route: 'LotTraceReport',
  search: ['*LOT_NO', 'OWNER_CD', 'STOCK_CD', 'MOVEMENT_CD'],
  drill: { to: 'InventoryHistory' },
  grid: grid({
    source: lotTrace,
    rowTone: (row) => (row['REVERSES_NO'] ? 'stop' : undefined),
    columns: Object.keys(lotTrace.output) as (keyof typeof lotTrace.output)[],
  }),
}
