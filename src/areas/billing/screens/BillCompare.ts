import { grid, type ListScreen } from '#kernel/screen.ts'
import { compareDrafts } from '../operations/months.ts'
import { differenceTone } from '../rules/billing-tone.ts'

export const billCompareScreen: ListScreen = {
  kind: 'list',
  route: 'BillCompare',
  search: ['*OWNER_CD', '*BILL_MONTH', '*FIRST_AT', '*SECOND_AT'],
  grid: grid({
    source: compareDrafts,
    columns: [
      { field: 'CHARGE_CD', frozen: true },
      'SERVICE_DT',
      'CAUSE_CD',
      'CAUSE_NO',
      'LINE_NO',
      'STOCK_CD',
      'CURRENCY_CD',
      'FIRST_QTY',
      'FIRST_AMT',
      'SECOND_QTY',
      'SECOND_AMT',
      { field: 'DIFF_AMT', tone: differenceTone },
      'OF_MONTH',
      'PRICE_CD',
      'VERSION_NO',
    ],
  }),
}
