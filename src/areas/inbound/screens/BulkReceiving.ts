import { receiptConfirmation, receiveBulk } from '../operations/receiving.ts'
import { receiptStepFrom } from '../rules/receipt-status.ts'
import { receiptGrid, receiptLinesGrid, receiptSearch } from './receipt-step.ts'
import type { WorkScreen } from '#kernel/screen.ts'

export const bulkReceivingScreen: WorkScreen = {
  kind: 'work',
  route: 'BulkReceiving',
  search: receiptSearch,
  searchAtOpen: true,
  act: receiveBulk,
  link: ['RECEIPT_NO'],
  grid: receiptGrid(receiptStepFrom.receive),
  lines: receiptLinesGrid,
  next: { print: { does: receiptConfirmation, on: 'PrintConfirm' } },
}
