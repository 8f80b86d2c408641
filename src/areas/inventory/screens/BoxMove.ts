import { boxLabels } from '../operations/handling-labels.ts'
import { boxMove } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const boxMoveScreen = stockGroupWork('BoxMove', boxMove, {
  scan: { find: ['BOX_NO'], to: 'TO_CELL_CD' },
  printOut: boxLabels,
})
