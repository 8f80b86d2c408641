import sql, { type Sql } from 'sql-template-tag'
import { selectWarehouses } from '#server/auth/session.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { EventBound, EventSource } from './event-sources.ts'

/** Notification channel for new events. The events themselves are in the log. */
export const eventChannel = 'wms_event'

/** Notification channel for the ledger status. The next round replaces a lost notification. */
export const ledgerChannel = 'wms_ledger'

interface Receivers {
  /**
   * `wcode` is null for all warehouses. An event with an empty list of owners reaches only users
   * who see every owner.
   */
  readonly rows: { readonly wcode: string | null; readonly owners: readonly string[] | null }
  readonly self: { readonly userId: string }
  readonly 'every-owner': object
}

/** An event, sent only to the receivers that the access bound of its source permits. */
export type NewEvent<B extends EventBound = EventBound> = B extends EventBound
  ? Receivers[B] & {
      readonly source: EventSource<B>
      readonly content: Readonly<Record<string, unknown>>
    }
  : never

/**
 * Logs an event inside the transaction of the change and notifies all server processes after the
 * commit. Rolled-back changes are never announced, and no event is lost: it is in the log.
 */
export async function publishEvent(tx: Queryable, event: NewEvent): Promise<void> {
  await tx.execute(eventStatement(event))
  await tx.notify(eventChannel)
}

export async function publishLater(tx: Transaction, event: NewEvent): Promise<void> {
  tx.later(eventStatement(event))
  await tx.notify(eventChannel)
}

function eventStatement(event: NewEvent): Sql {
  const { wcode, owners, userId } = receivers(event)
  const { BY: by } = event.content
  // Receivers must not see the names of users with whom they share no warehouse.
  const author =
    wcode === null && typeof by === 'string' && by !== ''
      ? sql`jsonb_build_object('BY_WCODES', array(${selectWarehouses(sql`${by}`)}))`
      : sql`'{}'::jsonb`
  return sql`
    insert into event_log (event_cd, wcode, owner_cds, user_id, content)
    values (${event.source.kind}, ${wcode}, ${owners && [...owners]}::text[], ${userId},
      ${JSON.stringify(event.content)}::jsonb || ${author})`
}

/** Fails for a source without a known bound, because its event would reach every user. */
function receivers(event: NewEvent) {
  const all = { wcode: null, owners: null, userId: null }
  const { bound, name } = event.source
  if (bound === 'rows' && 'owners' in event) {
    return { ...all, wcode: event.wcode, owners: event.owners }
  }
  if (bound === 'self' && 'userId' in event) return { ...all, userId: event.userId }
  if (bound === 'every-owner') return { ...all, owners: [] }
  throw new Error(`event ${name} names no receivers as it declares`)
}

export interface Change {
  readonly operation: string
  readonly tables: readonly string[]
  readonly by: string
  /** Idempotency key of the save, by which a page recognizes its own changes. */
  readonly key?: string
}

export function changeContent({ operation, tables, by, key }: Change): NewEvent['content'] {
  return { OPERATION: operation, TABLES: tables, BY: by, ...(key && { KEY: key }) }
}
