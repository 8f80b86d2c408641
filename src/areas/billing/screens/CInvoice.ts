import { grid, type WorkScreen } from '#kernel/screen.ts'
import { customerLines, objectToLine } from '../operations/invoices.ts'
import { invoiceTone } from '../rules/billing-tone.ts'

/** The customer's own invoices, line by line, with room for what is wrong with one. */
export const cInvoiceScreen: WorkScreen = {
  kind: 'work',
  route: 'CInvoice',
  search: ['BILL_MONTH', 'INVOICE_NO', 'STATE_CD'],
  searchAtOpen: true,
  act: objectToLine,
  grid: grid({
    source: customerLines,
    columns: [
      { field: 'INVOICE_NO', frozen: true },
      { field: 'LINE_NO', frozen: true },
      { field: 'STATE_CD', tone: invoiceTone },
      'BILL_MONTH',
      'CHARGE_CD',
      'OF_MONTH',
      'QTY',
      'UNIT_CD',
      'UNIT_PRICE',
      'CURRENCY_CD',
      'SUPPLY_AMT',
      'TAX_AMT',
      { field: 'OBJECTION', editable: true },
      'ANSWER',
      'WRITE_DT',
      'DUE_DT',
      'APPROVAL_NO',
    ],
  }),
}
