import type { Handler } from '#server/engine/handler.ts'
import { masterHandlers } from '#areas/master/server/master-handlers.ts'
import { rules, sheds } from '../operations/masters.ts'
import { bondedRule, bondedShed } from '../tables/shed.ts'

export const bondedMasterHandlers: readonly Handler[] = [
  ...masterHandlers(bondedShed, sheds),
  ...masterHandlers(bondedRule, rules),
]
