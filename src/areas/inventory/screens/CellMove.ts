import { cellMove } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const cellMoveScreen = stockGroupWork('CellMove', cellMove, {
  scan: { find: ['CELL_CD'], to: 'TO_CELL_CD' },
})
