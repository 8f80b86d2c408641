import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { originRow, type Origin } from './security-event.ts'

/** Why sessions ended that nobody logged out of. */
type Why = 'PASSWORD' | 'RESET' | 'ENDED' | 'EXPIRED' | 'REPLACED' | 'NO_WAREHOUSE'

/** Who ends them, from where, and why. */
export interface SessionEnd {
  readonly by: string | null
  readonly origin: Origin
  readonly why: Why
}

/** Ends the sessions `s` that a condition means and writes each end down; returns how many. */
export function endSessionsWhere(
  db: Queryable,
  condition: Sql,
  { by, origin, why }: SessionEnd,
): Promise<number> {
  return db.execute(sql`
    with gone as (delete from session s where ${condition} returning s.user_id)
    insert into security_event (kind_cd, outcome_cd, user_id, subject_cd, address, agent, operation,
      menu_id, trace_id, detail)
    select 'SESSION_END', 'OK', coalesce(${by}::text, g.user_id), g.user_id, o.address, o.agent, o.path,
      o.menu_id, o.trace_id, ${why}
    from gone g, ${originRow(origin)}`)
}
