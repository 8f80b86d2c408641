import { grid, type MasterScreen } from '#kernel/screen.ts'
import { stocks } from '../operations/masters.ts'
import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'

export const stockScreen: MasterScreen = {
  kind: 'master',
  route: 'StockBasic',
  search: ['OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'BARCODE', 'USE_YN'],
  searchAtOpen: true,
  save: stocks.save,
  grid: grid({
    source: stocks.query,
    columns: [
      { field: 'OWNER_CD', editable: isUnsavedRow, frozen: true },
      { field: 'STOCK_CD', editable: isUnsavedRow, frozen: true },
      ...editableColumns(
        'STOCK_NM',
        'BARCODE',
        'GROUP_CD',
        'UNIT_CD',
        'BOX_QTY',
        'CBM',
        'WEIGHT_KG',
        'UNIT_VALUE',
        'GOODS_YN',
        'LOT_YN',
        'VALID_YN',
        'SERIAL_CD',
        'ALLOC_CD',
        'WHOLE_YN',
        'TEMPERATURE_CD',
        'STORE_CD',
        'HAZARD_CD',
        'RECEIPT_LIFE_DAYS',
        'USE_YN',
        'REMARK',
      ),
      ...changeColumns,
    ],
  }),
}
