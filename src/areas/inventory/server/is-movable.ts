import sql, { type Sql } from 'sql-template-tag'
import { isMissing } from './missing-stock.ts'
import { notHeldByRule } from './active-holds.ts'
import type { SaveCall } from '#server/engine/handler.ts'

/** Condition on balance `b`, its `lot` and cell `c`: the stock can be allocated to a move task. */
export const isMovable = (call: Pick<SaveCall, 'today'>): Sql => sql`(b.condition_cd = 'NORMAL'
  and b.bonded_cd <> 'BONDED' and not ${isMissing} and ${notHeldByRule(call.today)})`

const isHeld = (call: Pick<SaveCall, 'today'>): Sql => sql`(not (${notHeldByRule(call.today)}))`

/**
 * Reason why a move task with `cause` must not move balance `b`, with its `lot` and cell `c`: it
 * was held or expired after the plan. Expired stock can be moved by hand.
 */
export const taskStop = (call: Pick<SaveCall, 'today'>, cause: Sql): Sql => sql`case
  when ${isHeld(call)} then 'held'
  when ${cause} <> 'HAND' and lot.valid_dt < ${call.today}::date then 'expired' end`
