import { saveReturns } from '../operations/returns.ts'
import { returnStatus } from '../rules/return-status.ts'
import { returnDoc } from './return-doc.ts'

export const returnCreateScreen = returnDoc('ReturnCreate', saveReturns, {
  open: returnStatus.open,
})
