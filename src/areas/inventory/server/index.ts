import { partnerHandlers } from '#areas/master/server/partner-handlers.ts'
import type { Handler } from '#server/engine/handler.ts'
import { stockGroups } from '../operations/stock-groups.ts'
import { stockKind } from './stock-kind.ts'
import {
  adjustRequestsHandler,
  adjustStockHandler,
  approveAdjustHandler,
  rejectAdjustHandler,
} from './adjusting.ts'
import { countGroupsHandler, makeCountHandler } from './count-groups.ts'
import {
  cancelCountHandler,
  countDaysHandler,
  countJobsHandler,
  countJobsTodayHandler,
  countWorkHandler,
  finishCountHandler,
} from './count-jobs.ts'
import {
  approveCountHandler,
  closedCountResultsHandler,
  countResultsHandler,
  recountLinesHandler,
} from './count-results.ts'
import { countScanHandler } from './count-scan.ts'
import { countSheetHandler } from './count-sheet.ts'
import { flowHandlers } from './flows.ts'
import { handlingLabelHandlers } from './handling-labels.ts'
import { handlingNumberHandlers } from './handling-numbers.ts'
import { holdRuleHandlers } from './hold-rules.ts'
import { holdingHandlers } from './holding.ts'
import { moveUnitHandlers } from './move-units.ts'
import { movingHandlers } from './moving.ts'
import { recallLetterHandlers } from './recall-letters.ts'
import { putAwayHandler, putAwayStockHandler } from './put-away.ts'
import { recallHandlers } from './recalls.ts'
import { planReplenishmentHandler, replenishPlanHandler } from './replenish-plan.ts'
import { replenishStationHandlers } from './replenish-station.ts'
import { reverseWorkHandler } from './reverse-work.ts'
import { cellUsageHandler } from './cell-usage.ts'
import { ownMovementsHandler, stockMovementsHandler, validDateChangesHandler } from './stock.ts'
import {
  heldStockHandler,
  ownBalancesHandler,
  stockBalancesHandler,
  stockByLotHandler,
} from './stock-reports.ts'
import { serialHandlers } from './serials.ts'
import { stockVerbHandlers } from './stock-verbs.ts'
import { transitHandlers } from './transit-handlers.ts'
import { transferringHandlers } from './transferring.ts'
import { uploadMovesHandler } from './upload-moves.ts'
import { ledgerFindingsHandler, whyThisNumberHandler } from './why-this-number.ts'
import { transferRowsHandler, transferWarehouseHandler } from './warehouse-transfer.ts'
import { groupRowsHandler, stockToWorkHandler } from './work-rows.ts'

export const inventoryHandlers: readonly Handler[] = [
  ...partnerHandlers(stockKind),
  stockByLotHandler,
  stockBalancesHandler,
  heldStockHandler,
  ownBalancesHandler,
  cellUsageHandler,
  stockMovementsHandler,
  ownMovementsHandler,
  ...flowHandlers,
  ...serialHandlers,
  validDateChangesHandler,
  whyThisNumberHandler,
  ledgerFindingsHandler,
  reverseWorkHandler,
  stockToWorkHandler,
  ...stockGroups.map(groupRowsHandler),
  ...movingHandlers,
  ...moveUnitHandlers,
  putAwayStockHandler,
  putAwayHandler,
  replenishPlanHandler,
  planReplenishmentHandler,
  ...replenishStationHandlers,
  ...handlingLabelHandlers,
  ...handlingNumberHandlers,
  ...stockVerbHandlers,
  uploadMovesHandler,
  ...holdingHandlers,
  ...holdRuleHandlers,
  ...recallLetterHandlers,
  ...recallHandlers,
  ...transferringHandlers,
  transferRowsHandler,
  transferWarehouseHandler,
  ...transitHandlers,
  adjustRequestsHandler,
  adjustStockHandler,
  approveAdjustHandler,
  rejectAdjustHandler,
  countGroupsHandler,
  makeCountHandler,
  countJobsHandler,
  countJobsTodayHandler,
  countDaysHandler,
  countWorkHandler,
  countScanHandler,
  countSheetHandler,
  finishCountHandler,
  cancelCountHandler,
  countResultsHandler,
  closedCountResultsHandler,
  approveCountHandler,
  recountLinesHandler,
]
