import type { Fields } from '#kernel/field.ts'
import { grid, type PrintScreen } from '#kernel/screen.ts'
import { taxDocuments, taxSheet } from '../operations/papers.ts'

const shown = new Set(['INVOICE_NO', 'FAULT'])
const identifying = new Set(['BUYER_BIZ_NO', 'BUYER_CORP_NM'])

/**
 * Tax invoices for upload to the tax office, exported as its bulk form or printed as XML documents.
 */
export const taxInvoiceSheetScreen: PrintScreen = {
  kind: 'print',
  route: 'TaxInvoiceSheet',
  search: ['BILL_MONTH', 'OWNER_CD', 'STATE_CD', 'INVOICE_NO'],
  searchAtOpen: true,
  printOut: taxDocuments,
  grid: grid<Fields>({
    source: taxSheet,
    columns: [
      { field: 'INVOICE_NO', frozen: true },
      { field: 'FAULT', tone: () => 'stop' },
      ...Object.keys(taxSheet.output)
        .filter((field) => !shown.has(field))
        .map((field) => (identifying.has(field) ? { field, identifies: true } : field)),
    ],
  }),
}
