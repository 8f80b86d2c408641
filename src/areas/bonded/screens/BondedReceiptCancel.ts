import { grid, type WorkScreen } from '#kernel/screen.ts'
import { cancelArrival, arrivalLines } from '../operations/cargo.ts'
import { lineTone } from './cargo-tone.ts'

export const bondedReceiptCancelScreen: WorkScreen = {
  kind: 'work',
  route: 'BondedReceiptCancel',
  search: ['OWNER_CD', 'DONE_AT', 'CARGO_NO', 'HBL_NO', 'BOND_NO', 'REPORT_NO'],
  searchAtOpen: true,
  act: cancelArrival,
  grid: grid({
    source: arrivalLines,
    checks: true,
    fixed: { STANDING_CD: 'STANDS,CORRECTION' },
    columns: [
      'REPORT_NO',
      { field: 'STANDING_CD', tone: lineTone },
      'BOND_NO',
      'OWNER_CD',
      'CARGO_NO',
      'HBL_NO',
      'SPLIT_CD',
      'SPLIT_SEQ',
      'PKG_QTY',
      'KG',
      'UNPACK_QTY',
      { field: 'BLOCKED_CD', tone: () => 'warn' },
      { field: 'REASON', editable: true },
      'DONE_AT',
      'TYPE_CD',
      'GOODS_NM',
      'USER_ID',
      'LINE_ID',
    ],
  }),
}
