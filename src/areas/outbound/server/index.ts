import type { Handler } from '#server/engine/handler.ts'
import { shipmentLabelHandlers } from './labels.ts'
import { allocateHandler, cancelAllocationHandler } from './allocating.ts'
import { cancelCheckHandler, checkScanHandler, finishCheckHandler } from './checking.ts'
import { outboundBillHandler, pickingListHandler, pickingListVtsHandler } from './documents.ts'
import {
  cancelPickHandler,
  confirmPickHandler,
  markListedHandler,
  pickedLinesHandler,
  pickingLinesHandler,
} from './picking.ts'
import { cancelShippingHandler, shipHandler } from './shipping.ts'
import { pickingListByStockHandler } from './total-picking.ts'
import {
  decideShipmentRequestsHandler,
  shipmentLinesHandler,
  shipmentRequestsHandler,
  shipmentSaveHandlers,
  shipmentsHandler,
  uploadShipmentsHandler,
} from './shipments.ts'

/** Every operation of the area has its one handler here. */
export const outboundHandlers: readonly Handler[] = [
  shipmentsHandler,
  shipmentLinesHandler,
  ...Object.values(shipmentSaveHandlers),
  uploadShipmentsHandler,
  shipmentRequestsHandler,
  decideShipmentRequestsHandler,
  allocateHandler,
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
  cancelShippingHandler,
  outboundBillHandler,
  ...shipmentLabelHandlers,
]
