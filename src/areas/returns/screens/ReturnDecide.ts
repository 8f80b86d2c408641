import { decide, undoDecision } from '../operations/deciding.ts'
import { decideScreen } from './return-decide.ts'

export const returnDecideScreen = decideScreen('ReturnDecide', decide, 'N', {
  undo: { does: undoDecision, on: 'ReturnDecide' },
})
