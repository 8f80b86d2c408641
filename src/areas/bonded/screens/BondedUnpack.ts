import { grid, type WorkScreen } from '#kernel/screen.ts'
import { packed, unpack } from '../operations/cargo.ts'

/** Packages into pieces: bonded stock under the cargo number. */
export const bondedUnpackScreen: WorkScreen = {
  kind: 'work',
  route: 'BondedUnpack',
  search: ['OWNER_CD', 'CARGO_NO', 'HBL_NO', 'BOND_NO', 'STOCK_CD'],
  searchAtOpen: true,
  act: unpack,
  scan: { find: ['STOCK_CD', 'BARCODE'], count: 'NOW_QTY', upTo: 'OPEN_QTY' },
  grid: grid({
    source: packed,
    checks: true,
    columns: [
      { field: 'CARGO_NO', frozen: true },
      'STOCK_CD',
      'STOCK_NM',
      'OPEN_QTY',
      { field: 'NOW_PKG_QTY', editable: true },
      { field: 'NOW_QTY', editable: true },
      { field: 'CELL_CD', editable: true },
      { field: 'BASIS_NO', editable: true },
      { field: 'LOT_NO', editable: true },
      { field: 'MADE_DT', editable: true },
      { field: 'VALID_DT', editable: true },
      { field: 'PALLET_NO', editable: true },
      { field: 'BOX_NO', editable: true },
      'ITEM_PKG_QTY',
      'ORDER_QTY',
      'UNPACK_QTY',
      'OWNER_CD',
      'BOND_NO',
      'LINE_NO',
      'BARCODE',
      { field: 'BOX_QTY', hidden: true },
      'HBL_NO',
      'IN_DT',
    ],
  }),
}
