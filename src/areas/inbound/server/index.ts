import { partnerHandlers } from '#areas/master/server/partner-handlers.ts'
import type { Handler } from '#server/engine/handler.ts'
import { receiptKind } from './receipt-kind.ts'
import { receiptLabelHandlers } from './labels.ts'
import { cancelReceivingHandler, receivedMovementsHandler } from './cancelling.ts'
import { receiptConfirmationHandler } from './receipt-confirmation.ts'
import {
  decideReceiptRequestsHandler,
  receiptLinesHandler,
  changeRequestedSampleLinesHandler,
  requestedSampleLinesHandler,
  receiptRequestsHandler,
  receiptSaveHandlers,
  receiptsHandler,
  uploadReceiptsHandler,
} from './receipts.ts'
import { receiveBulkHandler, receiveHandler, receivingLinesHandler } from './receiving.ts'
import { uploadSerialsHandler } from './upload-serials.ts'
import { receiptReportHandlers } from './report-rows.ts'

export const inboundHandlers: readonly Handler[] = [
  ...partnerHandlers(receiptKind),
  receiptsHandler,
  receiptLinesHandler,
  ...Object.values(receiptSaveHandlers),
  requestedSampleLinesHandler,
  changeRequestedSampleLinesHandler,
  uploadReceiptsHandler,
  uploadSerialsHandler,
  receiptRequestsHandler,
  decideReceiptRequestsHandler,
  receivingLinesHandler,
  receiveHandler,
  receiveBulkHandler,
  receivedMovementsHandler,
  cancelReceivingHandler,
  receiptConfirmationHandler,
  ...receiptLabelHandlers,
  ...receiptReportHandlers,
]
