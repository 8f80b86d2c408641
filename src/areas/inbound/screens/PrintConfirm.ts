import { receiptConfirmation } from '../operations/receiving.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'
import { receiptGrid, receiptLinesGrid, receiptSearch } from './receipt-step.ts'
import type { PrintScreen } from '#kernel/screen.ts'

export const printConfirmScreen: PrintScreen = {
  kind: 'print',
  route: 'PrintConfirm',
  search: receiptSearch,
  searchAtOpen: true,
  printOut: receiptConfirmation,
  link: ['RECEIPT_NO'],
  grid: receiptGrid(receiptStepFrom.printConfirmation),
  lines: receiptLinesGrid,
}
