import type { Handler } from '#server/engine/handler.ts'
import { claimedWorkHandler } from './claimed-work.ts'
import { claimHandlers } from './claiming.ts'
import { moveTaskHandlers } from './move-tasks.ts'
import { slottingHandlers } from './slotting.ts'
import { taskHandlers } from './tasks.ts'

export const tasksHandlers: readonly Handler[] = [
  ...taskHandlers,
  ...claimHandlers,
  claimedWorkHandler,
  ...moveTaskHandlers,
  ...slottingHandlers,
]
