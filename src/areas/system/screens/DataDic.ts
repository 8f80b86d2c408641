import { grid, type ListScreen } from '#kernel/screen.ts'
import { dataColumns } from '../operations/site-facts.ts'

export const dataDicScreen: ListScreen = {
  kind: 'list',
  route: 'DataDic',
  search: ['TABLE_NM', 'COLUMN_NM', 'LABEL_NM', 'KNOWN_YN'],
  searchAtOpen: true,
  grid: grid({
    source: dataColumns,
    columns: [
      'TABLE_NM',
      'TABLE_TITLE',
      { field: 'COLUMN_NM', frozen: true },
      'LABEL_NM',
      'ENGLISH_NM',
      'KIND',
      'LENGTH_MAX',
      'SCALE',
      'REQUIRED_YN',
      'KEY_YN',
      'CODES',
      'MEANING',
      { field: 'UNKNOWN_WORDS', tone: (row) => (row['KNOWN_YN'] === 'N' ? 'warn' : undefined) },
      'KNOWN_YN',
    ],
  }),
}
