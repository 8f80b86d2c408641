import { editable, isNew } from '#kernel/editing.ts'
import type { WireRow } from '#kernel/field.ts'
import { grid, type DocScreen } from '#kernel/screen.ts'
import { codeGroups, commonCodes, saveCodes } from '../operations/site-facts.ts'

/** Built-in lists are read-only. */
const ofSite = (row: WireRow) => row['SYSTEM_YN'] !== 'Y'
/** Built-in codes have no version. */
const saved = (row: WireRow) => isNew(row) && row['CODE_NM'] !== null && row['UPDATED_BY'] === null
const typed = (row: WireRow) => !saved(row) || row['BATCH_FLAG'] === 'I'

export function codeScreen(route: string): DocScreen {
  return {
    kind: 'doc',
    route,
    search: ['GROUP_CD', 'GROUP_NM', 'SYSTEM_YN'],
    searchAtOpen: true,
    save: saveCodes,
    link: ['GROUP_CD'],
    grid: grid({
      source: codeGroups,
      rowTone: (row) => (ofSite(row) ? undefined : 'quiet'),
      columns: [
        { field: 'GROUP_CD', editable: (row) => ofSite(row) && isNew(row), frozen: true },
        { field: 'GROUP_NM', editable: ofSite },
        { field: 'ENGLISH_NM', editable: ofSite },
        'SYSTEM_YN',
        'CODE_COUNT',
        { field: 'REMARK', editable: ofSite },
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
    lines: grid({
      source: commonCodes,
      columns: [
        { field: 'CODE_CD', editable: (row) => isNew(row) && typed(row), frozen: true },
        { field: 'CODE_NM', editable: typed },
        { field: 'ENGLISH_NM', editable: typed },
        ...editable('CODE_SEQ', 'FROM_DT', 'TO_DT', 'USE_YN'),
        'USE_COUNT',
        ...editable('REMARK'),
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
  }
}
