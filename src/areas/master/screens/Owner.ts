import { grid, type MasterScreen } from '#kernel/screen.ts'
import { owners } from '../operations/masters.ts'
import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'

export const ownerScreen: MasterScreen = {
  kind: 'master',
  route: 'Owner',
  search: ['OWNER_CD', 'OWNER_NM', 'USE_YN'],
  searchAtOpen: true,
  save: owners.save,
  grid: grid({
    source: owners.query,
    columns: [
      { field: 'OWNER_CD', editable: isUnsavedRow, frozen: true },
      ...editableColumns(
        'OWNER_NM',
        'BIZ_NO',
        'MANAGER_NM',
        'PHONE_NO',
        'EMAIL',
        'OVER_RECEIPT_RATE',
        'ALLOC_CD',
        'WHOLE_YN',
        'SHORT_CD',
        'LONG_TERM_DAYS',
        'RECEIPT_LIFE_DAYS',
        'USE_YN',
        'REMARK',
      ),
      ...changeColumns,
    ],
  }),
}
