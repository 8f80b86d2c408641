import { grid, type ListScreen } from '#kernel/screen.ts'
import { unbilledWorkQuery } from '../operations/charges.ts'

export const unbilledWorkScreen: ListScreen = {
  kind: 'list',
  route: 'UnbilledWork',
  search: ['OWNER_CD', 'REASON_CD', 'CHARGE_CD', 'SERVICE_DT', 'DOC_NO', 'STOCK_CD'],
  searchAtOpen: true,
  grid: grid({
    source: unbilledWorkQuery,
    columns: [
      { field: 'REASON_CD', frozen: true, tone: () => 'warn' },
      'OWNER_CD',
      'OWNER_NM',
      'CHARGE_CD',
      'SERVICE_DT',
      'CAUSE_CD',
      'DOC_NO',
      'LINE_NO',
      'STOCK_CD',
      'STOCK_NM',
      'QTY',
      'PRICE_CD',
      'TRIED_AT',
    ],
  }),
}
