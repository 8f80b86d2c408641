import type { Handler } from '#server/engine/handler.ts'
import {
  arrivalsHandler,
  discrepanciesHandler,
  fileArrivalHandler,
  settleDiscrepancyHandler,
} from './arriving.ts'
import { expectBookingHandler } from './booking-cargo.ts'
import {
  cargoItemsHandler,
  cargosHandler,
  saveCargosHandler,
  uploadCargosHandler,
} from './cargo.ts'
import { cancelEventHandler } from './cancel-event.ts'
import { cancelClearanceHandler, clearancesHandler } from './cancel-clearance.ts'
import { clearableHandler, clearHandler } from './clearing.ts'
import {
  correctionsHandler,
  decideCorrectionHandler,
  keepingHandlers,
  rejectCorrectionHandler,
  saveCorrectionsHandler,
} from './keeping.ts'
import {
  queryCustomsHandler,
  customsAnswersHandler,
  customsDifferencesHandler,
  saveCustomsSettingHandler,
} from './customs.ts'
import { customsListHandlers } from './customs-lists.ts'
import { applyCustomsValuesHandler } from './apply-customs-values.ts'
import { deadlinesHandler } from './deadlines.ts'
import { deliveryOrderHandlers } from './delivery-orders.ts'
import { deliveryPaperHandlers } from './delivery-papers.ts'
import { importBillHandlers } from './import-bills.ts'
import { bondedMasterHandlers } from './masters.ts'
import { paperHandlers } from './papers.ts'
import { registerPaper } from './register-paper.ts'
import { planReleaseHandler, releasableHandler, releaseHandler } from './releasing.ts'
import { bondedStockHandler } from './stock.ts'
import {
  cancelArrivalHandler,
  cancelReleaseHandler,
  arrivalLinesHandler,
  releaseLinesHandler,
} from './reversing.ts'
import { packedHandler, unpackHandler } from './unpacking.ts'

export const bondedHandlers: readonly Handler[] = [
  ...bondedMasterHandlers,
  cargosHandler,
  cargoItemsHandler,
  saveCargosHandler,
  uploadCargosHandler,
  expectBookingHandler,
  arrivalsHandler,
  fileArrivalHandler,
  discrepanciesHandler,
  settleDiscrepancyHandler,
  packedHandler,
  unpackHandler,
  arrivalLinesHandler,
  cancelArrivalHandler,
  clearableHandler,
  clearHandler,
  cancelClearanceHandler,
  clearancesHandler,
  releasableHandler,
  releaseHandler,
  planReleaseHandler,
  releaseLinesHandler,
  cancelReleaseHandler,
  bondedStockHandler,
  deadlinesHandler,
  ...keepingHandlers,
  cancelEventHandler,
  correctionsHandler,
  saveCorrectionsHandler,
  decideCorrectionHandler,
  rejectCorrectionHandler,
  customsAnswersHandler,
  customsDifferencesHandler,
  applyCustomsValuesHandler,
  queryCustomsHandler,
  saveCustomsSettingHandler,
  ...customsListHandlers,
  ...importBillHandlers,
  ...deliveryOrderHandlers,
  ...deliveryPaperHandlers,
  ...paperHandlers,
  ...registerPaper,
]
