import { grid, type MasterScreen } from '#kernel/screen.ts'
import { cellLabels } from '../operations/cell-labels.ts'
import { cells } from '../operations/masters.ts'
import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'

export const cellScreen: MasterScreen = {
  kind: 'master',
  route: 'Cell',
  search: ['ZONE_CD', 'CELL_CD', 'CELL_TYPE_CD', 'ROLE_CD', 'LOCK_YN', 'USE_YN'],
  searchAtOpen: true,
  save: cells.save,
  printOut: cellLabels,
  grid: grid({
    source: cells.query,
    columns: [
      'WCODE',
      { field: 'CELL_CD', editable: isUnsavedRow },
      ...editableColumns(
        'ZONE_CD',
        'CELL_TYPE_CD',
        'ROLE_CD',
        'PICK_SEQ',
        'CAPACITY_CBM',
        'MAX_KG',
        'MAX_PLT',
        'MIX_CD',
        'OWNER_CD',
      ),
      {
        field: 'LOCK_YN',
        editable: true,
        tone: (row) => (row['LOCK_YN'] === 'Y' ? 'stop' : undefined),
      },
      ...editableColumns('USE_YN', 'REMARK'),
      ...changeColumns,
    ],
  }),
}
