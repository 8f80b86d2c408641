import type { Handler } from '#server/engine/handler.ts'
import { stockByLotHandler, stockMovementsHandler } from './stock.ts'

/** Every operation of the area has its one handler here. */
export const inventoryHandlers: readonly Handler[] = [stockByLotHandler, stockMovementsHandler]
