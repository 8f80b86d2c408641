import type { Drill } from '#kernel/screen.ts'
import { workLines } from '../operations/ledger-reports.ts'

export const workReportParts: Drill = {
  rows: workLines,
  next: {
    to: 'InventoryHistory',
    with: { OWNER_CD: 'OWNER_CD', STOCK_CD: 'STOCK_CD', DOC_NO: 'DOC_NO' },
  },
}
