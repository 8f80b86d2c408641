import type { WireRow } from '#kernel/field.ts'
import { isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { saveSiteTexts, siteTexts } from '../operations/site-texts.ts'

const mayChange = (row: WireRow) => row['FIXED_CD'] === null

export const cmsLangMgtScreen: MasterScreen = {
  kind: 'master',
  route: 'CmsLangMgt',
  rowsFixed: true,
  search: ['WORDS', 'KIND_CD', 'AREA_NM', 'OWN_YN', 'LACK_CD', 'FIXED_CD'],
  searchAtOpen: true,
  save: saveSiteTexts,
  grid: grid({
    source: siteTexts,
    rowTone: (row) => (mayChange(row) ? undefined : 'quiet'),
    columns: [
      { field: 'TEXT_KO', frozen: true },
      'TEXT_EN',
      { field: 'SITE_KO', editable: mayChange },
      { field: 'SITE_EN', editable: mayChange },
      { field: 'LACK_CD', tone: (row) => (row['LACK_CD'] === null ? undefined : 'warn') },
      'KIND_CD',
      'FIXED_CD',
      'PLACEHOLDERS',
      'USE_COUNT',
      'AREA_NM',
      'PLACES',
      { field: 'TEXT_KEY', editable: isUnsavedRow },
      'OWN_YN',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
