import { grid, type WorkScreen } from '#kernel/screen.ts'
import { cancelRelease, releaseLines } from '../operations/release.ts'
import { lineTone } from './cargo-tone.ts'

export const bondedShipmentCancelScreen: WorkScreen = {
  kind: 'work',
  route: 'BondedShipmentCancel',
  search: ['OWNER_CD', 'DONE_AT', 'CARGO_NO', 'BASIS_NO', 'HBL_NO', 'BOND_NO', 'REPORT_NO'],
  searchAtOpen: true,
  act: cancelRelease,
  grid: grid({
    source: releaseLines,
    checks: true,
    fixed: { STANDING_CD: 'STANDS,CORRECTION' },
    columns: [
      'REPORT_NO',
      { field: 'STANDING_CD', tone: lineTone },
      'OWNER_CD',
      'CARGO_NO',
      'BASIS_NO',
      'SPLIT_CD',
      'SPLIT_SEQ',
      'PKG_QTY',
      'KG',
      'QTY',
      { field: 'SHIP_QTY', tone: () => 'quiet' },
      { field: 'BLOCKED_CD', tone: () => 'warn' },
      { field: 'REASON', editable: true },
      'LEAVE_CD',
      'DONE_AT',
      'PERSON_NM',
      'VEHICLE_NO',
      'DOC_NO',
      'BOND_NO',
      'LINE_ID',
    ],
  }),
}
