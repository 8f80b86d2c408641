import { palletLabels } from '../operations/handling-labels.ts'
import { palletMove } from '../operations/stock-groups.ts'
import { stockGroupWork } from './stock-work.ts'

export const palletMoveScreen = stockGroupWork('PalletMove', palletMove, {
  scan: { find: ['PALLET_NO'], to: 'TO_CELL_CD' },
  printOut: palletLabels,
})
