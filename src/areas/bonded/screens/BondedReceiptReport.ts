import { arrivalRegister } from '../operations/keeping.ts'
import { arrivalLinesScreen } from './register-screen.ts'

export const bondedReceiptReportScreen = arrivalLinesScreen(
  'BondedReceiptReport',
  arrivalRegister,
  'register',
)
