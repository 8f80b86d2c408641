import { grid, type PrintScreen } from '#kernel/screen.ts'
import { invoiceLines, invoices } from '../operations/invoices.ts'
import { statement } from '../operations/papers.ts'
import { invoiceTone } from '../rules/billing-tone.ts'

/** 거래명세서 with its evidence. */
export const invoiceStatementScreen: PrintScreen = {
  kind: 'print',
  route: 'InvoiceStatement',
  search: ['BILL_MONTH', 'OWNER_CD', 'STATE_CD', 'INVOICE_NO'],
  searchAtOpen: true,
  printOut: statement,
  link: ['INVOICE_NO'],
  grid: grid({
    source: invoices,
    columns: [
      { field: 'INVOICE_NO', frozen: true },
      { field: 'STATE_CD', tone: invoiceTone },
      'BILL_MONTH',
      'OWNER_CD',
      'OWNER_NM',
      'SUPPLY_AMT',
      'TAX_AMT',
      'TOTAL_AMT',
      'WRITE_DT',
      'DUE_DT',
    ],
  }),
  lines: grid({
    source: invoiceLines,
    columns: [
      'LINE_NO',
      'CHARGE_CD',
      'OF_MONTH',
      'QTY',
      'UNIT_CD',
      'UNIT_PRICE',
      'SUPPLY_AMT',
      'TAX_AMT',
    ],
  }),
}
