import type { Handler } from '#server/engine/handler.ts'
import { arrivalHandlers } from './arriving.ts'
import { decisionHandlers } from './deciding.ts'
import { receiveUnexpectedHandler } from './unexpected-items.ts'
import { inspectionHandlers } from './inspecting.ts'
import { returnWorkHandler } from './return-work.ts'
import { returnPolicyHandlers } from './policies.ts'
import { returnDocumentHandlers } from './returns.ts'

export const returnsHandlers: readonly Handler[] = [
  ...returnDocumentHandlers,
  ...arrivalHandlers,
  receiveUnexpectedHandler,
  ...inspectionHandlers,
  ...returnPolicyHandlers,
  ...decisionHandlers,
  returnWorkHandler,
]
