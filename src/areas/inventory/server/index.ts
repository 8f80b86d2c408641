import type { Handler } from '#server/engine/handler.ts'
import {
  boxMove,
  cellHold,
  cellMove,
  itemHold,
  lotHold,
  lotMove,
  palletMove,
  zoneHold,
} from '../operations/stock-groups.ts'
import {
  adjustRequestsHandler,
  adjustStockHandler,
  approveAdjustHandler,
  rejectAdjustHandler,
} from './adjusting.ts'
import { holdRuleHandlers } from './hold-rules.ts'
import { holdingHandlers } from './holding.ts'
import { movingHandlers } from './moving.ts'
import { stockByLotHandler, stockMovementsHandler } from './stock.ts'
import { transferringHandlers } from './transferring.ts'
import { uploadMovesHandler } from './uploading.ts'
import { ledgerFindingsHandler, whyThisNumberHandler } from './why.ts'
import { groupRowsHandler, stockToWorkHandler } from './work-rows.ts'

const groups = [lotMove, cellMove, boxMove, palletMove, cellHold, lotHold, itemHold, zoneHold]

/** Every operation of the area has its one handler here. */
export const inventoryHandlers: readonly Handler[] = [
  stockByLotHandler,
  stockMovementsHandler,
  whyThisNumberHandler,
  ledgerFindingsHandler,
  stockToWorkHandler,
  ...groups.map(groupRowsHandler),
  ...movingHandlers,
  uploadMovesHandler,
  ...holdingHandlers,
  ...holdRuleHandlers,
  ...transferringHandlers,
  adjustRequestsHandler,
  adjustStockHandler,
  approveAdjustHandler,
  rejectAdjustHandler,
]
