import { grid, type ListScreen } from '#kernel/screen.ts'
import { serialTrace } from '../operations/serials.ts'

export const serialTraceScreen: ListScreen = {
  kind: 'list',
  route: 'SerialTrace',
  search: ['OWNER_CD', 'STOCK_CD', 'SERIAL_NO', 'STATE_CD', 'DOC_NO'],
  searchAtOpen: true,
  grid: grid({
    source: serialTrace,
    columns: [
      'NOTED_AT',
      'OWNER_CD',
      'STOCK_CD',
      { field: 'SERIAL_NO', identifies: true },
      'STATE_CD',
      'MOVEMENT_CD',
      'DOC_NO',
      'FROM_CELL_CD',
      'TO_CELL_CD',
      'MOVEMENT_NO',
      'USER_ID',
    ],
  }),
}
