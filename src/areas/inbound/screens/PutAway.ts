import { grid, type WorkScreen } from '#kernel/screen.ts'
import { putAway, putAwayStock } from '#areas/inventory/operations/put-away.ts'

export const putAwayScreen: WorkScreen = {
  kind: 'work',
  route: 'PutAway',
  search: ['OWNER_CD', 'STOCK_CD', 'CELL_CD', 'LOT_NO', 'PALLET_NO'],
  searchAtOpen: true,
  act: putAway,
  scan: { find: ['PALLET_NO', 'STOCK_CD', 'BARCODE'], to: 'TO_CELL_CD' },
  grid: grid({
    source: putAwayStock,
    checks: true,
    columns: [
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      'CELL_CD',
      'PALLET_NO',
      'WAIT_QTY',
      'PUT_CELL_CD',
      'WHY_CD',
      { field: 'WORK_QTY', editable: true },
      { field: 'TO_CELL_CD', editable: true },
      { field: 'REASON_CD', editable: true },
      { field: 'SERIALS', editable: true },
      'SPLIT',
      'NEXT_CELLS',
      {
        field: 'UNMEASURED_YN',
        tone: (row) => (row['UNMEASURED_YN'] === 'Y' ? 'warn' : undefined),
      },
      'LOT_NO',
      'VALID_DT',
      'BOX_NO',
      'BARCODE',
      { field: 'BALANCE_ID', hidden: true },
    ],
  }),
}
