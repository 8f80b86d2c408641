import { arrivalPaper } from '../operations/keeping.ts'
import { arrivalLinesScreen } from './register-screen.ts'

export const bondedPrintConfirmScreen = arrivalLinesScreen(
  'BondedPrintConfirm',
  arrivalPaper,
  'paper',
)
