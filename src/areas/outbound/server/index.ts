import { partnerHandlers } from '#areas/master/server/partner-handlers.ts'
import type { Handler } from '#server/engine/handler.ts'
import { shipmentKind } from './shipment-kind.ts'
import { shipmentLabelHandlers } from './labels.ts'
import { allocateByHandHandler, stockForLineHandler } from './allocate-by-hand.ts'
import {
  allocateAsPlannedHandler,
  allocateHandler,
  allocateLinesHandler,
  cancelAllocationHandler,
} from './allocating.ts'
import { checkScanHandler } from './check-scan.ts'
import { cancelCheckHandler, finishCheckHandler } from './checking.ts'
import {
  matchesHandler,
  matchLinesHandler,
  matchNumbersHandler,
  unmatchNumbersHandler,
} from './matching.ts'
import {
  cancelPackingHandler,
  finishPackingHandler,
  packingLinesHandler,
  packScanHandler,
} from './packing.ts'
import { outboundBillHandler, pickingListHandler, pickingListVtsHandler } from './documents.ts'
import {
  cancelPickHandler,
  confirmPickHandler,
  markListedHandler,
  pickedLinesHandler,
  pickingLinesHandler,
} from './picking.ts'
import { cancelShippingHandler, shipHandler } from './shipping.ts'
import { permitExpiredHandler } from './permit-expired.ts'
import { pickingListByStockHandler } from './total-picking.ts'
import {
  decideShipmentRequestsHandler,
  shipmentLinesHandler,
  shipmentRequestsHandler,
  shipmentSaveHandlers,
  shipmentsHandler,
  uploadShipmentsHandler,
} from './shipments.ts'
import { shipmentReportHandlers } from './report-rows.ts'

export const outboundHandlers: readonly Handler[] = [
  ...partnerHandlers(shipmentKind),
  shipmentsHandler,
  shipmentLinesHandler,
  ...Object.values(shipmentSaveHandlers),
  uploadShipmentsHandler,
  shipmentRequestsHandler,
  decideShipmentRequestsHandler,
  allocateHandler,
  allocateAsPlannedHandler,
  allocateLinesHandler,
  stockForLineHandler,
  allocateByHandHandler,
  cancelAllocationHandler,
  pickingListHandler,
  pickingListByStockHandler,
  pickingListVtsHandler,
  markListedHandler,
  pickingLinesHandler,
  confirmPickHandler,
  pickedLinesHandler,
  cancelPickHandler,
  checkScanHandler,
  finishCheckHandler,
  cancelCheckHandler,
  shipHandler,
  permitExpiredHandler,
  cancelShippingHandler,
  outboundBillHandler,
  packingLinesHandler,
  packScanHandler,
  finishPackingHandler,
  cancelPackingHandler,
  matchLinesHandler,
  matchesHandler,
  matchNumbersHandler,
  unmatchNumbersHandler,
  ...shipmentLabelHandlers,
  ...shipmentReportHandlers,
]
