import type { Handler } from '#server/engine/handler.ts'
import { acceptOrdersHandler } from './accept-orders.ts'
import { uploadBasicDataHandler } from './basic-data.ts'
import { changeDatesHandler, undoDatesHandler } from './change-dates.ts'
import { datePlanHandler } from './date-plan.ts'
import { orderRowHandlers } from './order-rows.ts'
import { orderStepHandlers } from './order-steps.ts'
import { partnerHandlers } from './partners.ts'
import { orderSaveHandlers } from './save-orders.ts'
import { longStoredHandlers } from './long-stored.ts'
import { summaryHandlers } from './summaries.ts'

export const supplyChainHandlers: readonly Handler[] = [
  ...orderRowHandlers,
  ...orderSaveHandlers,
  acceptOrdersHandler,
  ...orderStepHandlers,
  ...partnerHandlers,
  datePlanHandler,
  changeDatesHandler,
  undoDatesHandler,
  ...summaryHandlers,
  ...longStoredHandlers,
  uploadBasicDataHandler,
]
