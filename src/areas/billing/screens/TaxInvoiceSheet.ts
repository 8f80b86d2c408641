import type { Fields } from '#kernel/field.ts'
import { grid, type ListScreen } from '#kernel/screen.ts'
import { taxSheet } from '../operations/papers.ts'

const shown = new Set(['INVOICE_NO', 'FAULT'])

/** What is uploaded to the tax office: as a sheet or as the document of each invoice. */
export const taxInvoiceSheetScreen: ListScreen = {
  kind: 'list',
  route: 'TaxInvoiceSheet',
  search: ['BILL_MONTH', 'OWNER_CD', 'STATE_CD', 'INVOICE_NO'],
  searchAtOpen: true,
  grid: grid<Fields>({
    source: taxSheet,
    columns: [
      { field: 'INVOICE_NO', frozen: true },
      { field: 'FAULT', tone: () => 'stop' },
      ...Object.keys(taxSheet.output).filter((field) => !shown.has(field)),
    ],
  }),
}
