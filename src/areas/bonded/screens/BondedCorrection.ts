import { grid, type MasterScreen } from '#kernel/screen.ts'
import { isUnsavedRow } from '#kernel/editing.ts'
import { corrections, saveCorrections } from '../operations/keeping.ts'
import { correctionStatus } from '../rules/cargo-status.ts'

const editableWhenNew = (field: (typeof fields)[number]) => ({ field, editable: isUnsavedRow })
const fields = [
  'BOND_NO',
  'LINE_ID',
  'NEW_CARGO_NO',
  'NEW_PKG_QTY',
  'NEW_KG',
  'NEW_SEAL_NO',
  'NEW_VEHICLE_NO',
  'NEW_PERSON_NM',
  'NEW_BASIS_NO',
  'NEW_ACCEPT_DT',
  'NEW_CBM',
  'NEW_CUSTOM_VALUE',
  'REASON',
] as const

export const bondedCorrectionScreen: MasterScreen = {
  kind: 'master',
  route: 'BondedCorrection',
  search: ['OWNER_CD', 'STATE_CD', 'BOND_NO', 'CARGO_NO', 'REQUESTED_AT'],
  searchAtOpen: true,
  save: saveCorrections,
  grid: grid({
    source: corrections,
    columns: [
      'CORRECTION_NO',
      {
        field: 'STATE_CD',
        tone: (row) => (row['STATE_CD'] === correctionStatus.requested ? 'warn' : 'quiet'),
      },
      ...fields.map(editableWhenNew),
      'CARGO_NO',
      'REPORT_NO',
      'APPROVAL_NO',
      'REQUESTED_BY',
      'REQUESTED_AT',
      'DECIDED_BY',
      'DECIDED_AT',
    ],
  }),
}
