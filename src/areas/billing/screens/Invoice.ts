import type { WireRow } from '#kernel/field.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { invoiceLines, invoices, issueInvoices } from '../operations/invoices.ts'
import { statement } from '../operations/papers.ts'
import { invoiceTone } from '../rules/billing-tone.ts'
import { invoiceStepFrom } from '../rules/billing-status.ts'

const isOpen = (row: WireRow) => invoiceStepFrom.issue.includes(String(row['STATE_CD']))

export const invoiceScreen: WorkScreen = {
  kind: 'work',
  route: 'Invoice',
  search: ['BILL_MONTH', 'OWNER_CD', 'STATE_CD', 'INVOICE_NO', 'APPROVAL_NO', 'OBJECTION_COUNT'],
  searchAtOpen: true,
  act: issueInvoices,
  next: { print: { does: statement, on: 'InvoiceStatement' } },
  link: ['INVOICE_NO'],
  grid: grid({
    source: invoices,
    columns: [
      { field: 'INVOICE_NO', frozen: true },
      { field: 'STATE_CD', tone: invoiceTone },
      'BILL_MONTH',
      'OWNER_CD',
      { field: 'OWNER_NM', leads: true },
      'VAT_CD',
      'CURRENCY_CD',
      'SUPPLY_AMT',
      'TAX_AMT',
      'TOTAL_AMT',
      { field: 'PAID_AMT', zeroAsEmpty: true },
      { field: 'WON_AMT', seldom: true },
      { field: 'RATE', seldom: true },
      { field: 'RATE_UNIT', seldom: true },
      { field: 'RATE_DT', seldom: true },
      { field: 'WRITE_DT', editable: isOpen },
      'DUE_DT',
      { field: 'CLAIM_CD', editable: isOpen },
      { field: 'CASH_AMT', editable: isOpen, zeroAsEmpty: true, seldom: true },
      { field: 'CHEQUE_AMT', editable: isOpen, zeroAsEmpty: true, seldom: true },
      { field: 'NOTE_AMT', editable: isOpen, zeroAsEmpty: true, seldom: true },
      { field: 'REMARK1', editable: isOpen, seldom: true },
      { field: 'REMARK2', editable: isOpen, seldom: true },
      { field: 'REMARK3', editable: isOpen, seldom: true },
      'APPROVAL_NO',
      {
        field: 'OBJECTION_COUNT',
        zeroAsEmpty: true,
        tone: (row) => (Number(row['OBJECTION_COUNT'] ?? 0) > 0 ? 'warn' : undefined),
      },
      'ORIGIN_NO',
      'CORRECT_CD',
      'ISSUED_BY',
      'ISSUED_AT',
    ],
  }),
  lines: grid({
    source: invoiceLines,
    columns: [
      'LINE_NO',
      'CHARGE_CD',
      'KIND_CD',
      'OF_MONTH',
      'PRICE_CD',
      'VERSION_NO',
      'QTY',
      'UNIT_CD',
      'UNIT_PRICE',
      'EXACT_AMT',
      'SUPPLY_AMT',
      'TAX_AMT',
      { field: 'OBJECTION', tone: (row) => (row['ANSWER'] ? 'quiet' : 'warn') },
      'ANSWER',
    ],
  }),
}
