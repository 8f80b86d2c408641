import { inventoryHandlers } from '#areas/inventory/server/index.ts'
import { summaryHandlers } from '#server/engine/summary.ts'
import * as inventory from '../operations/inventory.ts'

/** A summary needs no handler of its own: its source's answers it. */
export const reportHandlers = summaryHandlers([inventory], inventoryHandlers)
