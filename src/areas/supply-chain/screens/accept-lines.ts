import { acceptOrders, scmOpenLines } from '#areas/supply-chain/operations/orders.ts'
import { isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'

export function acceptLinesScreen(route: string): MasterScreen {
  return {
    kind: 'master',
    route,
    search: ['SCM_NO', 'KIND_CD'],
    save: acceptOrders,
    grid: grid({
      source: scmOpenLines,
      columns: [
        { field: 'SCM_NO', editable: isUnsavedRow },
        'LINE_NO',
        'STOCK_CD',
        'STOCK_NM',
        'ORDER_QTY',
        'ACCEPT_QTY',
        'OPEN_QTY',
        { field: 'NOW_QTY', editable: true, tone: () => 'accent' },
        { field: 'PROMISED_DT', editable: true },
      ],
    }),
  }
}
