import { grid, type WorkScreen } from '#kernel/screen.ts'
import { createMoveOfStock } from '../operations/move-tasks.ts'
import { slotting } from '../operations/slotting.ts'

export const slottingScreen: WorkScreen = {
  kind: 'work',
  route: 'Slotting',
  search: ['PICK_DT', 'OWNER_CD', 'STOCK_CD', 'CELL_CD'],
  searchDefaults: { PICK_DT: 'today-29~today' },
  searchAtOpen: true,
  act: createMoveOfStock,
  grid: grid({
    source: slotting,
    checks: true,
    columns: [
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      'CELL_CD',
      'PICK_COUNT',
      'CELL_SEQ',
      { field: 'WORK_QTY', editable: true },
      { field: 'TO_CELL_CD', editable: true },
      'TO_SEQ',
      'GAIN',
      { field: 'PRIORITY', editable: true },
      { field: 'DUE_AT', editable: true },
      'LOT_NO',
      'PALLET_NO',
      'BOX_NO',
      { field: 'BALANCE_ID', hidden: true },
    ],
  }),
}
