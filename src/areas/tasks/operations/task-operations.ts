import type { Procedure } from '#kernel/operation.ts'
import { countScan } from '#areas/inventory/operations/counting.ts'
import { putAway } from '#areas/inventory/operations/put-away.ts'
import { replenishScan } from '#areas/inventory/operations/replenish-station.ts'
import { confirmPick } from '#areas/outbound/operations/picking.ts'
import { gradeScan } from '#areas/returns/operations/inspecting.ts'
import type { TaskKind } from '#areas/inventory/rules/task-kinds.ts'

/** Operation that does the work. Only users who can call it are offered the tasks of the kind. */
export const taskOperations: Readonly<Record<TaskKind, Procedure>> = {
  PUT: putAway,
  MOVE: replenishScan,
  PICK: confirmPick,
  COUNT: countScan,
  RETURN: gradeScan,
}
