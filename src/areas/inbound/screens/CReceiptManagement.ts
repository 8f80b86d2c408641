import { requestStateColumns } from '#kernel/request-fields.ts'
import { grid, type WorkScreen } from '#kernel/screen.ts'
import { decideReceiptRequests, receiptRequests } from '../operations/receipts.ts'
import { receiptLinesGrid, receiptSearch } from './receipt-step.ts'

export const cReceiptManagementScreen: WorkScreen = {
  kind: 'work',
  route: 'CReceiptManagement',
  search: receiptSearch,
  searchAtOpen: true,
  act: decideReceiptRequests,
  link: ['RECEIPT_NO'],
  grid: grid({
    source: receiptRequests,
    checks: true,
    columns: [
      'RECEIPT_NO',
      'OWNER_CD',
      'OWNER_NM',
      'SUPPLIER_CD',
      'SUPPLIER_NM',
      'RECEIPT_DT',
      ...requestStateColumns,
    ],
  }),
  lines: receiptLinesGrid,
}
