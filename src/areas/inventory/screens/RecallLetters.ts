import { grid, type PrintScreen } from '#kernel/screen.ts'
import { recallLetters, recallRecipients } from '../operations/recall-letters.ts'
import { recallStatus } from '../rules/recall-status.ts'

export const recallLettersScreen: PrintScreen = {
  kind: 'print',
  route: 'RecallLetters',
  search: ['RECALL_NO', 'OWNER_CD', 'LOT_NO', 'SHIP_TO_CD', 'STATE_CD'],
  searchAtOpen: true,
  printOut: recallLetters,
  link: ['RECALL_NO', 'SHIP_TO_CD'],
  grid: grid({
    source: recallRecipients,
    columns: [
      { field: 'RECALL_NO', frozen: true },
      'SHIP_TO_CD',
      'SHIP_TO_NM',
      {
        field: 'STATE_CD',
        tone: (row) => (row['STATE_CD'] === recallStatus.blocked ? 'stop' : undefined),
      },
      'LEVEL_CD',
      'OWNER_CD',
      'STOCK_CD',
      { field: 'LOT_NO', identifies: true },
      'SHIPPED_QTY',
      'RETURNED_QTY',
      { field: 'OUT_QTY', tone: (row) => (Number(row['OUT_QTY'] ?? 0) > 0 ? 'warn' : undefined) },
      'UNIT_CD',
      'MANAGER_NM',
      'PHONE_NO',
      'ADDRESS',
      'DOC_NOS',
    ],
  }),
}
