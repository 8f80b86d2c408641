import { receiptConfirmation } from '../operations/receiving.ts'
import { receiptGrid, receiptLinesGrid, receiptSearch } from './receipt-step.ts'
import type { PrintScreen } from '#kernel/screen.ts'

export const printConfirmScreen: PrintScreen = {
  kind: 'print',
  route: 'PrintConfirm',
  search: receiptSearch,
  searchAtOpen: true,
  printOut: receiptConfirmation,
  link: ['RECEIPT_NO'],
  grid: receiptGrid('20,30'),
  lines: receiptLinesGrid,
}
