import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#server/db/database.ts'

/** Announces new events. The content is in the log. */
export const eventChannel = 'wms_event'

/** Transmits the ledger status. A missed one is superseded by the next round. */
export const ledgerChannel = 'wms_ledger'

export interface NewEvent {
  readonly kind: 'change' | 'job'
  /** Limits the event to this warehouse; null for any. */
  readonly wcode: string | null
  /**
   * Limits the event to users of these owners; null for any. An empty list reaches only users who
   * see every owner.
   */
  readonly owners: readonly string[] | null
  readonly userId: string | null
  readonly content: Readonly<Record<string, unknown>>
}

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
  return sql`
    insert into event_log (event_cd, wcode, owner_cds, user_id, content)
    values (${event.kind}, ${event.wcode}, ${event.owners && [...event.owners]}::text[],
      ${event.userId}, ${JSON.stringify(event.content)}::jsonb)`
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
