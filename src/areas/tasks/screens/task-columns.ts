import type { ColumnRef } from '#kernel/screen.ts'
import type { myTasks } from '../operations/tasks.ts'

export const taskColumns: readonly ColumnRef<typeof myTasks.output>[] = [
  'KIND_CD',
  'PRIORITY',
  'CELL_CD',
  'TARGET',
  'QTY',
  'TO_CELL_CD',
  'DUE_AT',
  {
    field: 'OVERDUE_YN',
    tone: (row) => (row['OVERDUE_YN'] === 'Y' ? 'warn' : undefined),
  },
  'USER_ID',
  'CLAIMED_AT',
  'UNTIL_AT',
  { field: 'REF_NO', identifies: true },
  'OWNER_CD',
  'STOCK_CD',
  'LOT_NO',
  'PALLET_NO',
]
