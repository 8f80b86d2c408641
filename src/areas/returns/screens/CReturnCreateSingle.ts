import { requestReturns } from '../operations/returns.ts'
import { returnStatus } from '../rules/return-status.ts'
import { returnSingle } from './return-doc.ts'

export const cReturnCreateSingleScreen = returnSingle('CReturnCreateSingle', requestReturns, {
  open: returnStatus.requested,
})
