import { grid, type MasterScreen } from '#kernel/screen.ts'
import { zones } from '../operations/masters.ts'
import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'

export const zoneScreen: MasterScreen = {
  kind: 'master',
  route: 'Zone',
  search: ['ZONE_CD', 'ZONE_NM', 'TEMPERATURE_CD', 'USE_YN'],
  searchAtOpen: true,
  save: zones.save,
  grid: grid({
    source: zones.query,
    columns: [
      'WCODE',
      { field: 'ZONE_CD', editable: isUnsavedRow },
      ...editableColumns(
        'ZONE_NM',
        'TEMPERATURE_CD',
        'STORE_CDS',
        'HAZARD_CDS',
        'OWNER_CD',
        'PICK_SEQ',
        'LOCK_YN',
        'USE_YN',
        'REMARK',
      ),
      ...changeColumns,
    ],
  }),
}
