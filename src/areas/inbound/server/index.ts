import type { Handler } from '#server/engine/handler.ts'
import { cancelReceivingHandler, receivedMovementsHandler } from './cancelling.ts'
import { receiptConfirmationHandler } from './receipt-confirmation.ts'
import {
  changeRequestedSampleReceiptsHandler,
  changeSampleReceiptsHandler,
  decideReceiptRequestsHandler,
  requestReceiptsHandler,
  requestSampleReceiptsHandler,
  saveReceiptsHandler,
  saveSampleReceiptsHandler,
  receiptLinesHandler,
  receiptRequestsHandler,
  receiptsHandler,
  uploadReceiptsHandler,
} from './receipts.ts'
import { receiveBulkHandler, receiveHandler, receivingLinesHandler } from './receiving.ts'

/** Every operation of the area has its one handler here. */
export const inboundHandlers: readonly Handler[] = [
  receiptsHandler,
  receiptLinesHandler,
  saveReceiptsHandler,
  uploadReceiptsHandler,
  saveSampleReceiptsHandler,
  requestReceiptsHandler,
  requestSampleReceiptsHandler,
  receiptRequestsHandler,
  changeRequestedSampleReceiptsHandler,
  changeSampleReceiptsHandler,
  decideReceiptRequestsHandler,
  receivingLinesHandler,
  receiveHandler,
  receiveBulkHandler,
  receivedMovementsHandler,
  cancelReceivingHandler,
  receiptConfirmationHandler,
]
