import { grid, type ListScreen } from '#kernel/screen.ts'
import { stockMovements } from '../operations/stock.ts'

export const inventoryHistoryScreen: ListScreen = {
  kind: 'list',
  route: 'InventoryHistory',
  search: [
    'OWNER_CD',
    'STOCK_CD',
    'MOVEMENT_CD',
    'DOC_NO',
    'LOT_NO',
    'BUSINESS_DT',
    'HOUR_CD',
    'USER_ID',
  ],
  searchAtOpen: true,
  grid: grid({
    source: stockMovements,
    columns: [
      'MOVEMENT_NO',
      'POSTED_AT',
      {
        field: 'MOVEMENT_CD',
        tone: (row) => (row['MOVEMENT_CD'] === 'RECEIPT' ? 'accent' : 'normal'),
      },
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      // Receipts, shipments and moves have no total together.
      { field: 'QTY', footer: undefined },
      'FROM_PLACE_CD',
      'FROM_CELL_CD',
      'FROM_PALLET_NO',
      'TO_PLACE_CD',
      'TO_CELL_CD',
      'TO_PALLET_NO',
      'LOT_NO',
      'VALID_DT',
      'RECEIVED_DT',
      'DOC_NO',
      'DOC_LINE',
      { field: 'CBM', footer: undefined },
      'REASON',
      'REVERSES_NO',
      'USER_ID',
    ],
  }),
}
