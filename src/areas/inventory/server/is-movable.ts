import sql, { type Sql } from 'sql-template-tag'
import { isMissing } from './missing-stock.ts'
import { notHeldByRule } from './active-holds.ts'
import type { SaveCall } from '#server/engine/handler.ts'

/** Condition on balance `b`, its `lot` and cell `c`: the stock can be allocated to a move task. */
export const isMovable = (call: Pick<SaveCall, 'today'>): Sql => sql`(b.condition_cd = 'NORMAL'
  and b.bonded_cd <> 'BONDED' and not ${isMissing} and ${notHeldByRule(call.today)})`
