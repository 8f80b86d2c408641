import { grid, type WorkScreen } from '#kernel/screen.ts'
import { validDateChanges } from '../operations/stock.ts'
import { validDateChange } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const changeValidDateScreen: WorkScreen = {
  ...stockGroupWork('ChangeValidDate', validDateChange),
  link: ['OWNER_CD', 'STOCK_CD'],
  lines: grid({
    source: validDateChanges,
    columns: [
      'POSTED_AT',
      'LOT_NO',
      'FROM_VALID_DT',
      { field: 'TO_VALID_DT', tone: () => 'accent' },
      'QTY',
      'TO_CELL_CD',
      'REASON',
      'USER_ID',
      'DOC_NO',
    ],
  }),
}
