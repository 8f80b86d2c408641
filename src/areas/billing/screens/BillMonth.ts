import { grid, type WorkScreen } from '#kernel/screen.ts'
import { billMonths, closeMonth, monthCharges, reopenMonth } from '../operations/months.ts'
import { billMonthTone } from '../rules/billing-tone.ts'
import { billMonthStatus } from '../rules/billing-status.ts'

export const billMonthScreen: WorkScreen = {
  kind: 'work',
  route: 'BillMonth',
  search: ['BILL_MONTH', 'OWNER_CD', 'STATE_CD'],
  searchAtOpen: true,
  act: closeMonth,
  next: { undo: { does: reopenMonth, on: 'BillMonth' } },
  link: ['OWNER_CD', 'BILL_MONTH'],
  grid: grid({
    source: billMonths,
    columns: [
      { field: 'BILL_MONTH', frozen: true },
      { field: 'OWNER_CD', frozen: true },
      'OWNER_NM',
      { field: 'STATE_CD', tone: billMonthTone },
      'CHARGE_COUNT',
      'AMOUNT',
      'FOREIGN_AMTS',
      {
        field: 'UNBILLED_COUNT',
        zeroAsEmpty: true,
        tone: (row) => (Number(row['UNBILLED_COUNT'] ?? 0) > 0 ? 'warn' : undefined),
      },
      { field: 'REASON', editable: (row) => row['STATE_CD'] !== billMonthStatus.closed },
      'REVIEWED_BY',
      'REVIEWED_AT',
      'CLOSED_BY',
      'CLOSED_AT',
    ],
  }),
  lines: grid({
    source: monthCharges,
    columns: [
      'CHARGE_CD',
      'OF_MONTH',
      'PRICE_CD',
      'VERSION_NO',
      'QTY',
      'UNIT_CD',
      'UNIT_PRICE',
      'AMOUNT',
      'VAT_CD',
      'CURRENCY_CD',
      'CHARGE_COUNT',
    ],
  }),
}
