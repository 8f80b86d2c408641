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
 * Writes an event and notifies all server processes, inside the transaction of the change.
 * PostgreSQL sends the notification on commit and drops it on rollback. A crash cannot lose one,
 * and rolled-back changes are never announced.
 */
export async function publishEvent(tx: Queryable, event: NewEvent): Promise<void> {
  await tx.query(eventStatement(event))
}

export function publishLater(tx: Transaction, event: NewEvent): void {
  tx.later(eventStatement(event))
}

function eventStatement(event: NewEvent): Sql {
  return sql`
    with written as (
      insert into event_log (event_cd, wcode, owner_cds, user_id, content)
      values (${event.kind}, ${event.wcode}, ${event.owners && [...event.owners]}::text[],
        ${event.userId}, ${JSON.stringify(event.content)}::jsonb)
      returning event_no)
    select pg_notify(${eventChannel}, event_no::text) from written`
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
