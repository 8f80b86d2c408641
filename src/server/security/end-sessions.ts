import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { originRow, type Origin } from './security-event.ts'

/** Reasons for ending a session other than logging out. */
type EndReason = 'PASSWORD' | 'FACTOR' | 'RESET' | 'ENDED' | 'EXPIRED' | 'REPLACED' | 'NO_WAREHOUSE'

export interface SessionEnd {
  readonly by: string | null
  readonly origin: Origin
  readonly why: EndReason
}

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
