import type { Fields } from '#kernel/field.ts'
import { grid, type PrintScreen } from '#kernel/screen.ts'
import { invoices } from '../operations/invoices.ts'
import { statement, statementEvidence } from '../operations/papers.ts'
import { invoiceTone } from '../rules/billing-tone.ts'

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
      'CURRENCY_CD',
      'SUPPLY_AMT',
      'TAX_AMT',
      'TOTAL_AMT',
      { field: 'WON_AMT', seldom: true },
      { field: 'RATE', seldom: true },
      { field: 'RATE_UNIT', seldom: true },
      { field: 'RATE_DT', seldom: true },
      'WRITE_DT',
      'DUE_DT',
    ],
  }),
  lines: grid<Fields>({
    source: statementEvidence,
    columns: Object.keys(statementEvidence.output).filter((field) => field !== 'INVOICE_NO'),
  }),
}
