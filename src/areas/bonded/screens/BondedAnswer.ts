import { grid, type WorkScreen } from '#kernel/screen.ts'
import { queryCustoms, customsAnswers, customsDifferences } from '../operations/customs.ts'
import { cargoTone } from './cargo-tone.ts'

export const bondedAnswerScreen: WorkScreen = {
  kind: 'work',
  route: 'BondedAnswer',
  search: ['OWNER_CD', 'CARGO_NO', 'MBL_NO', 'HBL_NO', 'BOND_NO', 'RESULT_CD', 'STATE_CD'],
  searchAtOpen: true,
  act: queryCustoms,
  link: ['ANSWER_ID'],
  grid: grid({
    source: customsAnswers,
    checks: true,
    columns: [
      'BOND_NO',
      { field: 'STATE_CD', tone: cargoTone },
      'OWNER_CD',
      'CARGO_NO',
      'HBL_NO',
      { field: 'RESULT_CD', tone: (row) => (row['RESULT_CD'] === 'OK' ? 'accent' : 'warn') },
      { field: 'DIFF_COUNT', tone: () => 'stop' },
      {
        field: 'SEAL_RESULT_CD',
        tone: (row) => (row['SEAL_RESULT_CD'] === 'OK' ? 'accent' : 'warn'),
      },
      'MESSAGE',
      'ASKED_AT',
      'ASKED_BY_NO',
      'TRIES',
      'USER_ID',
      'MBL_NO',
      { field: 'ANSWER_ID', hidden: true },
    ],
  }),
  lines: grid({
    source: customsDifferences,
    columns: [
      'FIELD_CD',
      { field: 'OURS', tone: () => 'quiet' },
      { field: 'THEIRS', tone: () => 'warn' },
    ],
  }),
}
