import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

/** Events sealed per transaction. Small because the embedded store has only one connection. */
const sealBatchSize = 500

export type WriteLine = (line: string) => void

/**
 * Seals pending events and emits each with its position in the chain. A log collector can then
 * detect missing events, and the site cannot change seals that the collector has.
 */
export async function sealSecurity(db: Database, tell?: WriteLine): Promise<number> {
  let sealed = 0
  for (;;) {
    const inserted = await db.transaction(async (tx) => {
      const lines = await tx.query<{ line: string }>(sql`
        with s as (select * from seal_security(${sealBatchSize}::integer))
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
    sealed += inserted
    if (inserted < sealBatchSize) return sealed
  }
}
