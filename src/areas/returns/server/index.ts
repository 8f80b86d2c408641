import type { Handler } from '#server/engine/handler.ts'
import { returnDocumentHandlers } from './returns.ts'

export const returnsHandlers: readonly Handler[] = [...returnDocumentHandlers]
