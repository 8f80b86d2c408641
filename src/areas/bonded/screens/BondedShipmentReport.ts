import { releaseRegister } from '../operations/keeping.ts'
import { releaseLinesScreen } from './register-screen.ts'

export const bondedShipmentReportScreen = releaseLinesScreen(
  'BondedShipmentReport',
  releaseRegister,
  'register',
)
