import { grid, type MasterScreen } from '#kernel/screen.ts'
import { shipTos } from '../operations/masters.ts'
import { changeColumns, editable, isNew } from '#kernel/editing.ts'

export const shipToScreen: MasterScreen = {
  kind: 'master',
  route: 'ShipTo',
  search: ['OWNER_CD', 'SHIP_TO_CD', 'SHIP_TO_NM', 'COUNTRY_NM', 'USE_YN'],
  searchAtOpen: true,
  save: shipTos.save,
  grid: grid({
    source: shipTos.query,
    columns: [
      { field: 'OWNER_CD', editable: isNew, frozen: true },
      'OWNER_NM',
      { field: 'SHIP_TO_CD', editable: isNew },
      ...editable(
        'SHIP_TO_NM',
        'COUNTRY_NM',
        'MANAGER_NM',
        'PHONE_NO',
        'ADDRESS',
        'SHELF_LIFE_DAYS',
        'SAMPLE_YN',
        'USE_YN',
        'REMARK',
      ),
      ...changeColumns,
    ],
  }),
}
