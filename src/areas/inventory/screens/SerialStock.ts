import { grid, type ListScreen } from '#kernel/screen.ts'
import { serialStock } from '../operations/serials.ts'

export const serialStockScreen: ListScreen = {
  kind: 'list',
  route: 'SerialStock',
  search: ['OWNER_CD', 'STOCK_CD', 'SERIAL_NO', 'STATE_CD', 'CELL_CD', 'LOT_NO'],
  searchAtOpen: true,
  grid: grid({
    source: serialStock,
    columns: [
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      { field: 'SERIAL_NO', identifies: true },
      'STATE_CD',
      'CELL_CD',
      'LOT_NO',
      'VALID_DT',
      'PALLET_NO',
      'BOX_NO',
      'SHIPMENT_NO',
      'DOC_NO',
      'NOTED_AT',
    ],
  }),
}
