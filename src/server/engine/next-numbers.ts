import sql, { type Sql } from 'sql-template-tag'
import type { SaveCall } from './handler.ts'

/**
 * Returns SQL for a set of `count` gapless numbers by a number rule, for records of the call's
 * warehouse. The counter stays locked until the commit, so use it as late as possible.
 */
export function nextNumbers(
  call: Pick<SaveCall, 'today' | 'scope'>,
  rule: string,
  count: number,
): Sql {
  return sql`next_numbers(${rule}, ${call.today}::date, ${count}::integer, ${call.scope.wcode})`
}
