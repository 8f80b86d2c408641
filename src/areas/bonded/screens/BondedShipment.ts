import { grid, type WorkScreen } from '#kernel/screen.ts'
import { label } from '#kernel/label.ts'
import { release, releasableCargos } from '../operations/release.ts'
import { holdTone } from './cargo-tone.ts'

export const bondedShipmentScreen: WorkScreen = {
  kind: 'work',
  route: 'BondedShipment',
  search: ['OWNER_CD', 'CARGO_NO', 'BASIS_NO', 'HBL_NO', 'BASIS_CD', 'ACCEPT_DT', 'STOCK_CD'],
  searchAtOpen: true,
  act: release,
  grid: grid({
    source: releasableCargos,
    checks: true,
    rowTone: holdTone,
    columns: [
      { field: 'CARGO_NO', frozen: true },
      'BASIS_NO',
      'STOCK_CD',
      'REST_PKG_QTY',
      'REST_KG',
      'REST_QTY',
      { field: 'NOW_PKG_QTY', editable: true },
      { field: 'NOW_KG', editable: true },
      { field: 'NOW_QTY', editable: true },
      { field: 'SPLIT_CD', editable: true },
      { field: 'LEAVE_CD', editable: true },
      { field: 'DONE_AT', editable: true },
      { field: 'PERSON_NM', editable: true },
      { field: 'VEHICLE_NO', editable: true },
      { field: 'REMOVE_DT', label: label('반출기한', 'Release deadline') },
      { field: 'AUCTION_CD', tone: (row) => (row['AUCTION_CD'] === 'NONE' ? 'quiet' : 'stop') },
      'OWNER_CD',
      'STOCK_NM',
      'BASIS_CD',
      'ACCEPT_DT',
      'PKG_QTY',
      'KG',
      'OUT_SEQ',
      'HBL_NO',
      'GOODS_NM',
      'BOND_NO',
      'BASIS_ID',
    ],
  }),
}
