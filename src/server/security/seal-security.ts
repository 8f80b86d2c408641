import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

/** Events sealed in one transaction: short, because the embedded store has one connection. */
const sealedAtOnce = 500

/** Hears each sealed event as one line of JSON. */
export type TellLine = (line: string) => void

/**
 * Seals the events that wait, and tells each once it is sealed: with its place in the chain, so that
 * whoever collects the lines sees what is missing, and holds seals that nobody here can change.
 */
export async function sealSecurity(db: Database, tell?: TellLine): Promise<number> {
  let sealed = 0
  for (;;) {
    const made = await db.transaction(async (tx) => {
      const lines = await tx.query<{ line: string }>(sql`
        with s as (select * from seal_security(${sealedAtOnce}::integer))
        select jsonb_strip_nulls(jsonb_build_object('log', 'security', 'at',
          to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'no', e.event_no, 'kind', e.kind_cd, 'outcome', e.outcome_cd, 'user', e.user_id,
          'subject', e.subject_cd, 'address', e.address, 'agent', e.agent,
          'operation', e.operation, 'screen', e.menu_id, 'trace', e.trace_id, 'rows', e.row_count,
          'detail', e.detail, 'chain', s.class_cd, 'seal', s.seal_no,
          'hash', encode(s.hash, 'hex')))::text line
        from s join security_event e using (event_no) order by e.event_no`)
      if (tell) tx.afterCommit(() => lines.forEach(({ line }) => tell(line)))
      return lines.length
    })
    sealed += made
    if (made < sealedAtOnce) return sealed
  }
}
