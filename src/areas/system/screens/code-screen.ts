import { editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import type { WireRow } from '#kernel/field.ts'
import { grid, type DocScreen } from '#kernel/screen.ts'
import { codeGroups, commonCodes, saveCodes } from '../operations/site-facts.ts'

/** Built-in lists are read-only. */
const isSiteList = (row: WireRow) => row['SYSTEM_YN'] !== 'Y'
/** Built-in codes have no version. */
const isSavedCode = (row: WireRow) =>
  isUnsavedRow(row) && row['CODE_NM'] !== null && row['UPDATED_BY'] === null
const isTypedCode = (row: WireRow) => !isSavedCode(row) || row['BATCH_FLAG'] === 'I'

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
      rowTone: (row) => (isSiteList(row) ? undefined : 'quiet'),
      columns: [
        {
          field: 'GROUP_CD',
          editable: (row) => isSiteList(row) && isUnsavedRow(row),
          frozen: true,
        },
        { field: 'GROUP_NM', editable: isSiteList },
        { field: 'ENGLISH_NM', editable: isSiteList },
        'SYSTEM_YN',
        'CODE_COUNT',
        { field: 'REMARK', editable: isSiteList },
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
    lines: grid({
      source: commonCodes,
      columns: [
        {
          field: 'CODE_CD',
          editable: (row) => isUnsavedRow(row) && isTypedCode(row),
          frozen: true,
        },
        { field: 'CODE_NM', editable: isTypedCode },
        { field: 'ENGLISH_NM', editable: isTypedCode },
        ...editableColumns('CODE_SEQ', 'FROM_DT', 'TO_DT', 'USE_YN'),
        'USE_COUNT',
        ...editableColumns('REMARK'),
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
  }
}
