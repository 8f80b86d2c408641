import { timestampAt } from '#kernel/calendar.ts'
import type { Operation, Query } from '#kernel/operation.ts'
import { tablesShown } from '#kernel/table.ts'
import { canCall } from '#server/auth/grants.ts'
import type { Session } from '#server/auth/session.ts'
import { isOutOfScope } from '#server/engine/owner-scope.ts'

export interface LoggedEvent extends Record<string, unknown> {
  event_no: number
  event_cd: 'change' | 'job' | 'access'
  wcode: string | null
  owner_cds: string[] | null
  user_id: string | null
  content: Record<string, unknown>
  xact_no: number
  oldest_xact_no: number
  happened_at: string
}

/**
 * Returns whether a session can see an event: sent to its user or all users, to one of its
 * warehouses and to at least one of its owners.
 */
export function canReceive(session: Session, event: LoggedEvent): boolean {
  if (event.event_cd === 'access') return false
  if (event.user_id !== null && event.user_id !== session.userId) return false
  if (event.wcode !== null && !session.warehouses.includes(event.wcode)) return false
  if (event.owner_cds === null || session.owners === null) return true
  return event.owner_cds.some((owner) => session.owners?.includes(owner))
}

/** Tables that every page follows: texts, menus and permissions. */
const pageTables = [
  'site_text',
  'site_menu',
  'app_role',
  'role_menu',
  'user_role',
  'owner_code_format',
  'grant_request',
]

/**
 * Reduces events to what a session can see: only its owners, the save key only for its user, and
 * names of users only for staff who work in a warehouse with them. Users bound to owners learn of a
 * change without an owner only if one of their queries shows the table, without the operation.
 */
export class EventView {
  readonly #queries: readonly { readonly query: Query; readonly tables: ReadonlySet<string> }[]
  readonly #shown = new WeakMap<Session, ReadonlySet<string>>()

  constructor(operations: readonly Operation[]) {
    this.#queries = operations
      .filter((operation) => operation.type === 'query')
      .map((query) => ({ query, tables: tablesShown(query.output) }))
  }

  /** Content of the event for this session, or undefined if nothing of it is visible. */
  toWire(session: Session, event: LoggedEvent): object | undefined {
    const at = timestampAt(Date.parse(event.happened_at))
    if (event.event_cd === 'job') return { ...event.content, AT: at }
    const { KEY, BY, BY_WCODES, ...content } = event.content
    const isOfOwner = event.owner_cds !== null || event.user_id !== null || session.owners === null
    const shown = isOfOwner ? content : this.#withoutHidden(session, content)
    if (!shown) return undefined
    const owners = event.owner_cds?.filter((owner) => session.owners?.includes(owner) ?? true)
    const isOwn = BY === session.userId
    const isNamed = isOwn || (session.owners === null && sharesWarehouse(session, event, BY_WCODES))
    return {
      ...shown,
      ...(BY !== undefined && { BY: isNamed ? BY : '-' }),
      ...(isOwn && KEY !== undefined && { KEY }),
      WCODE: event.wcode,
      OWNERS: owners ?? null,
      AT: at,
    }
  }

  #withoutHidden(session: Session, content: LoggedEvent['content']): object | undefined {
    const { TABLES: tables, OPERATION: _, ...rest } = content
    if (!Array.isArray(tables)) return content
    const shown = this.#shownTables(session)
    const visible = tables.filter((table: unknown) => shown.has(String(table)))
    return visible.length === 0 ? undefined : { ...rest, TABLES: visible }
  }

  #shownTables(session: Session): ReadonlySet<string> {
    const known = this.#shown.get(session)
    if (known) return known
    const permitted = this.#queries.filter(
      ({ query }) => canCall(session.grants, query) && !isOutOfScope(query, session),
    )
    const shown = new Set([...pageTables, ...permitted.flatMap(({ tables }) => [...tables])])
    this.#shown.set(session, shown)
    return shown
  }
}

/** Whether the author of an event works in a warehouse of the session. */
function sharesWarehouse(session: Session, { wcode }: LoggedEvent, places: unknown): boolean {
  if (wcode !== null) return true
  const { warehouses } = session
  return (
    Array.isArray(places) && places.some((place: unknown) => warehouses.includes(String(place)))
  )
}
