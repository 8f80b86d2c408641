import { grid, type ListScreen } from '#kernel/screen.ts'
import { receivables } from '../operations/invoices.ts'

export const receivableScreen: ListScreen = {
  kind: 'list',
  route: 'Receivable',
  search: ['OWNER_CD', 'PAYER_CD', 'PAY_STATE_CD', 'BILL_MONTH', 'DUE_DT', 'INVOICE_NO'],
  searchAtOpen: true,
  grid: grid({
    source: receivables,
    columns: [
      { field: 'OWNER_CD', frozen: true },
      { field: 'OWNER_NM', leads: true },
      { field: 'PAYER_CD', seldom: true },
      'PAYER_NM',
      'INVOICE_NO',
      'BILL_MONTH',
      {
        field: 'PAY_STATE_CD',
        tone: (row) => (row['PAY_STATE_CD'] === 'PAID' ? 'quiet' : undefined),
      },
      'CURRENCY_CD',
      'TOTAL_AMT',
      { field: 'PAID_AMT', zeroAsEmpty: true },
      { field: 'RECEIVED_AMT', zeroAsEmpty: true, seldom: true },
      'OPEN_AMT',
      {
        field: 'OVERDUE_DAYS',
        zeroAsEmpty: true,
        tone: (row) => (Number(row['OVERDUE_DAYS'] ?? 0) > 0 ? 'stop' : undefined),
      },
      { field: 'NOT_DUE_AMT', zeroAsEmpty: true },
      { field: 'DUE30_AMT', zeroAsEmpty: true },
      { field: 'DUE60_AMT', zeroAsEmpty: true },
      { field: 'DUE90_AMT', zeroAsEmpty: true },
      { field: 'OLDER_AMT', zeroAsEmpty: true },
      { field: 'WON_AMT', seldom: true },
      { field: 'RATE', seldom: true },
      { field: 'RATE_UNIT', seldom: true },
      { field: 'RATE_DT', seldom: true },
      'DUE_DT',
      'WRITE_DT',
      'STATE_CD',
    ],
  }),
}
