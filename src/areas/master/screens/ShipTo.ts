import { grid, type MasterScreen } from '#kernel/screen.ts'
import { shipTos } from '../operations/masters.ts'
import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { shipToFacts, shipToSearch } from './ship-to-parts.ts'

export const shipToScreen: MasterScreen = {
  kind: 'master',
  route: 'ShipTo',
  search: shipToSearch,
  searchAtOpen: true,
  save: shipTos.save,
  grid: grid({
    source: shipTos.query,
    columns: [
      { field: 'OWNER_CD', editable: isUnsavedRow, frozen: true },
      'OWNER_NM',
      { field: 'SHIP_TO_CD', editable: isUnsavedRow },
      ...editableColumns(...shipToFacts, 'SAMPLE_YN', 'USE_YN', 'REMARK'),
      ...changeColumns,
    ],
  }),
}
