import type { Handler } from '#server/engine/handler.ts'
import { allocateHandler, cancelAllocationHandler } from './allocating.ts'
import { checkScanHandler, finishCheckHandler } from './checking.ts'
import { outboundBillHandler, pickingListHandler } from './documents.ts'
import { confirmPickHandler, markListedHandler, pickingLinesHandler } from './picking.ts'
import { shipHandler } from './shipping.ts'
import {
  saveShipmentsHandler,
  shipmentLinesHandler,
  shipmentsHandler,
  uploadShipmentsHandler,
} from './shipments.ts'

/** Every operation of the area has its one handler here. */
export const outboundHandlers: readonly Handler[] = [
  shipmentsHandler,
  shipmentLinesHandler,
  saveShipmentsHandler,
  uploadShipmentsHandler,
  allocateHandler,
  cancelAllocationHandler,
  pickingListHandler,
  markListedHandler,
  pickingLinesHandler,
  confirmPickHandler,
  checkScanHandler,
  finishCheckHandler,
  shipHandler,
  outboundBillHandler,
]
