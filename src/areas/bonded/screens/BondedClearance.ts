import { grid, type WorkScreen } from '#kernel/screen.ts'
import {
  clearCargos,
  clearableCargos,
  clearanceColumns,
  clearances,
} from '../operations/release.ts'
import { cargoTone } from './cargo-tone.ts'

export const bondedClearanceScreen: WorkScreen = {
  kind: 'work',
  route: 'BondedClearance',
  search: ['OWNER_CD', 'CARGO_NO', 'MBL_NO', 'HBL_NO', 'BOND_NO', 'STOCK_CD'],
  searchAtOpen: true,
  act: clearCargos,
  grid: grid({
    source: clearableCargos,
    checks: true,
    columns: [
      { field: 'CARGO_NO', frozen: true },
      'BOND_NO',
      { field: 'STATE_CD', tone: cargoTone },
      'STOCK_CD',
      { field: 'BONDED_QTY', tone: () => 'bonded' },
      'REST_PKG_QTY',
      'REST_KG',
      { field: 'BASIS_CD', editable: true },
      { field: 'BASIS_NO', editable: true, leads: true, width: 118 },
      { field: 'ACCEPT_DT', editable: true },
      { field: 'NOW_PKG_QTY', editable: true },
      { field: 'NOW_KG', editable: true },
      { field: 'NOW_QTY', editable: true },
      'OWNER_CD',
      'STOCK_NM',
      'HBL_NO',
      'MBL_NO',
      'GOODS_NM',
    ],
  }),
  link: ['BOND_NO'],
  lines: grid({
    source: clearances,
    columns: clearanceColumns,
  }),
}
