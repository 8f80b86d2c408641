import { grid, type WorkScreen } from '#kernel/screen.ts'
import { customsLists, applyCustomsEntries } from '../operations/customs-lists.ts'

export const bondedCustomsListScreen: WorkScreen = {
  kind: 'work',
  route: 'BondedCustomsList',
  search: ['LIST_CD', 'ASKED_AT', 'ASKED_NO', 'ENTRY_CD', 'RESULT_CD', 'TAKEN_AT'],
  searchAtOpen: true,
  act: applyCustomsEntries,
  grid: grid({
    source: customsLists,
    checks: true,
    columns: [
      'ASKED_AT',
      'LIST_CD',
      'ASKED_NO',
      { field: 'RESULT_CD', tone: (row) => (row['RESULT_CD'] === 'OK' ? 'accent' : 'warn') },
      'ENTRY_COUNT',
      'ENTRY_CD',
      'FROM_DT',
      { field: 'OURS', tone: () => 'quiet' },
      { field: 'THEIRS', tone: (row) => (row['TAKEN_AT'] ? undefined : 'warn') },
      'DETAIL',
      'TAKEN_AT',
      'TAKEN_BY',
      'MESSAGE',
      'USER_ID',
      'TRIES',
      { field: 'LIST_ID', hidden: true },
      { field: 'LINE_NO', hidden: true },
    ],
  }),
}
