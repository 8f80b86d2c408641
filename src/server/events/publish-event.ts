import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#server/db/database.ts'

/** Channel that says there is something new in the log; the news itself is in the log. */
export const eventChannel = 'wms_event'

/** Channel that carries how the ledger stands: whoever misses it hears the next round's. */
export const ledgerChannel = 'wms_ledger'

export interface NewEvent {
  readonly kind: 'change' | 'job'
  /** Only for users bound to this warehouse; null for any. */
  readonly wcode: string | null
  /** Only for users of one of these owners; null for any, none for those who see every owner. */
  readonly owners: readonly string[] | null
  /** Only for this user; null for any. */
  readonly userId: string | null
  readonly content: Readonly<Record<string, unknown>>
}

/**
 * Writes an event and tells every process of the server, inside the transaction of what happened:
 * PostgreSQL passes a notice on when the transaction commits and drops it when it does not, so that
 * no crash between commit and notice can lose one and no rolled back change is ever told.
 */
export async function publishEvent(tx: Queryable, event: NewEvent): Promise<void> {
  await tx.query(eventStatement(event))
}

/** The same, on the way to the commit. */
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

/** What a change looks like to the pages: which tables, by whom, through which operation. */
export interface Change {
  readonly operation: string
  readonly tables: readonly string[]
  readonly by: string
  /** The save's own key, by which the page that saved knows its own work. */
  readonly key?: string
}

/** Content of a `change` event, in wire columns. */
export function changeContent({ operation, tables, by, key }: Change): NewEvent['content'] {
  return { OPERATION: operation, TABLES: tables, BY: by, ...(key && { KEY: key }) }
}
