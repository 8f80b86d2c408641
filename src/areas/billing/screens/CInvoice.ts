import { grid, type WorkScreen } from '#kernel/screen.ts'
import { customerLines, objectToLine } from '../operations/invoices.ts'
import { customerEvidence } from '../operations/papers.ts'
import { invoiceTone } from '../rules/billing-tone.ts'

export const cInvoiceScreen: WorkScreen = {
  kind: 'work',
  route: 'CInvoice',
  search: ['BILL_MONTH', 'INVOICE_NO', 'STATE_CD'],
  searchAtOpen: true,
  act: objectToLine,
  link: ['INVOICE_NO', 'LINE_NO'],
  grid: grid({
    source: customerLines,
    columns: [
      { field: 'INVOICE_NO', frozen: true },
      { field: 'LINE_NO', frozen: true },
      { field: 'STATE_CD', tone: invoiceTone },
      'BILL_MONTH',
      'CHARGE_CD',
      'KIND_CD',
      { field: 'FREE_CD', seldom: true },
      'OF_MONTH',
      'QTY',
      'UNIT_CD',
      'UNIT_PRICE',
      'CURRENCY_CD',
      'SUPPLY_AMT',
      'TAX_AMT',
      { field: 'OBJECTION', editable: true },
      { field: 'ANSWER', leads: true, tone: () => 'accent' },
      'WRITE_DT',
      'DUE_DT',
      'APPROVAL_NO',
    ],
  }),
  lines: grid({
    source: customerEvidence,
    columns: [
      'SERVICE_DT',
      'CAUSE_CD',
      'DOC_NO',
      'DOC_LINE',
      'STOCK_CD',
      'STOCK_NM',
      'QTY',
      'UNIT_CD',
      'AMOUNT',
      'PIECES',
      'REASON',
      'MOVEMENT_NOS',
    ],
  }),
}
