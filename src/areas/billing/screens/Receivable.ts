import { grid, type ListScreen } from '#kernel/screen.ts'
import { receivables } from '../operations/invoices.ts'

export const receivableScreen: ListScreen = {
  kind: 'list',
  route: 'Receivable',
  search: ['OWNER_CD', 'PAY_STATE_CD', 'BILL_MONTH', 'DUE_DT', 'INVOICE_NO'],
  searchAtOpen: true,
  grid: grid({
    source: receivables,
    columns: [
      { field: 'OWNER_CD', frozen: true },
      'OWNER_NM',
      'INVOICE_NO',
      'BILL_MONTH',
      {
        field: 'PAY_STATE_CD',
        tone: (row) => (row['PAY_STATE_CD'] === 'PAID' ? 'quiet' : undefined),
      },
      'CURRENCY_CD',
      'TOTAL_AMT',
      'PAID_AMT',
      'OPEN_AMT',
      {
        field: 'OVERDUE_DAYS',
        zeroAsEmpty: true,
        tone: (row) => (Number(row['OVERDUE_DAYS'] ?? 0) > 0 ? 'stop' : undefined),
      },
      'NOT_DUE_AMT',
      'DUE30_AMT',
      'DUE60_AMT',
      'DUE90_AMT',
      'OLDER_AMT',
      'WRITE_DT',
      'DUE_DT',
      'STATE_CD',
    ],
  }),
}
