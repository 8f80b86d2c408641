import { releasePaper } from '../operations/keeping.ts'
import { releaseLinesScreen } from './register-screen.ts'

export const bondedPrintOutboundBillScreen = releaseLinesScreen(
  'BondedPrintOutboundBill',
  releasePaper,
  'paper',
)
