import sql, { type Sql } from 'sql-template-tag'

export type SecurityKind =
  | 'LOGIN'
  | 'LOGOUT'
  | 'SESSION_END'
  | 'PASSWORD'
  | 'PASSWORD_ASK'
  | 'PASSWORD_RESET'
  | 'FACTOR'
  | 'SEE_AS'
  | 'RIGHTS'
  | 'CALL'
  | 'PERSONAL'
  | 'EXPORT'
  | 'PRINT'
  | 'MAIL'
  | 'FILE'
  | 'REVIEW'

export type SecurityOutcome = 'OK' | 'REFUSED' | 'THROTTLED' | 'FAILED'

export interface Origin {
  readonly address: string
  readonly agent: string
  /** Route path without parameters. */
  readonly path: string
  readonly menu: string
  readonly traceId: string
}

/** Security event. Never contains a password, a token or row contents. */
export interface SecurityEvent {
  readonly kind: SecurityKind
  readonly outcome: SecurityOutcome
  readonly userId: string
  /** Affected user or object, if different from `userId`. */
  readonly subject?: string
  /** Operation, or the path of the call by default. */
  readonly operation?: string
  readonly rows?: number
  readonly detail?: string
}

/** 20 recipients, the maximum of an email, with addresses of 254 characters (RFC 5321, 4.5.3.1). */
const maxRecipientsLength = 20 * 256

/** Origin of background work such as jobs. */
export const noOrigin: Origin = { address: '', agent: '', path: '', menu: '', traceId: '' }

/** Truncates a text and removes characters that a log line or the database cannot contain. */
function truncate(text: string | undefined, max: number): string | null {
  // oxlint-disable-next-line no-control-regex -- these are the characters that have to go
  const plain = (text ?? '').replaceAll(/[\u0000-\u001F\u007F]/g, ' ').slice(0, max)
  return plain.toWellFormed() || null
}

export function originRow(origin: Origin): Sql {
  return sql`(select ${truncate(origin.address, 100)}::text address, ${truncate(origin.agent, 300)}::text agent,
    ${truncate(origin.path, 200)}::text path, ${truncate(origin.menu, 100)}::text menu_id,
    ${truncate(origin.traceId, 100)}::text trace_id) o`
}

/**
 * Inserts events in one statement. Throttled calls are logged once a minute per address and kind,
 * because a flood of calls must not become a flood of rows.
 */
export function insertEvents(origin: Origin, events: readonly SecurityEvent[]): Sql {
  const rows = events.map(({ kind, outcome, userId, subject, operation, rows: count, detail }) => ({
    kind,
    outcome,
    user_id: truncate(userId, 60),
    subject: truncate(subject, kind === 'MAIL' ? maxRecipientsLength : 200),
    operation: truncate(operation, 200),
    row_count: count ?? null,
    detail: truncate(detail, 500),
  }))
  return sql`
    insert into security_event (kind_cd, outcome_cd, user_id, subject_cd, address, agent, operation,
      menu_id, trace_id, row_count, detail)
    select e.kind, e.outcome, e.user_id, e.subject, o.address, o.agent, coalesce(e.operation, o.path),
      o.menu_id, o.trace_id, e.row_count, e.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(kind text, outcome text,
      user_id text, subject text, operation text, row_count bigint, detail text),
      ${originRow(origin)}
    where e.outcome <> 'THROTTLED' or not exists (
      select from security_event was where was.outcome_cd = 'THROTTLED' and was.kind_cd = e.kind
        and was.address = o.address and was.happened_at > now() - interval '1 minute')
    on conflict do nothing`
}
