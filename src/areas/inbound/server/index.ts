import type { Handler } from '#server/engine/handler.ts'
import {
  receiptLinesHandler,
  receiptsHandler,
  saveReceiptsHandler,
  uploadReceiptsHandler,
} from './receipts.ts'
import { receiveBulkHandler, receiveHandler, receivingLinesHandler } from './receiving.ts'

/** Every operation of the area has its one handler here. */
export const inboundHandlers: readonly Handler[] = [
  receiptsHandler,
  receiptLinesHandler,
  saveReceiptsHandler,
  uploadReceiptsHandler,
  receivingLinesHandler,
  receiveHandler,
  receiveBulkHandler,
]
