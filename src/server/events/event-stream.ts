import { PassThrough, type Readable } from 'node:stream'
import sql from 'sql-template-tag'
import type { Session } from '#server/auth/session.ts'
import type { Queryable } from '#server/db/database.ts'
import type { EventView, LoggedEvent } from './event-view.ts'

/** A stream with more unread output is closed. The client reconnects with its last event ID. */
const maxUnreadBytes = 1024 * 1024

export class EventStream {
  readonly userId: string
  readonly tokenHash: string
  #session: Session | null | undefined
  #view: EventView
  #output = new PassThrough()

  constructor(session: Session, view: EventView) {
    this.#view = view
    this.userId = session.userId
    this.tokenHash = session.tokenHash
    this.#session = session
    this.#output.write('retry: 3000\n\n')
  }

  get readable(): Readable {
    return this.#output
  }

  get isOpen(): boolean {
    return !this.#output.writableEnded && !this.#output.destroyed
  }

  invalidateRights(): void {
    this.#session = undefined
  }

  /** Last known session: null once ended, undefined if it must be reloaded. */
  get session(): Session | null | undefined {
    return this.#session
  }

  /** Sets the reloaded session. Watching a stream does not extend the session. */
  setSession(session: Session | null): void {
    this.#session = session
  }

  send(session: Session, event: LoggedEvent): void {
    const seen = this.#view.toWire(session, event)
    if (!seen) return
    const data = JSON.stringify(seen)
    this.#write(`id: ${event.event_no}\nevent: ${event.event_cd}\ndata: ${data}\n\n`)
  }

  /** Sends the ledger status as JSON. It contains no owner data, so every user can see it. */
  sendLedgerState(state: string): void {
    this.#write(`event: ledger\ndata: ${state}\n\n`)
  }

  beat(): void {
    this.#write(': beat\n\n')
  }

  /** Makes the page reload everything because the missed events are unknown. */
  reset(): void {
    this.#write('event: reset\ndata: {}\n\n')
  }

  /**
   * The `end` event contains the reason, so the page can distinguish an expired session from a lost
   * connection.
   */
  close(why: 'session' | 'stop' | 'behind'): void {
    if (!this.isOpen) return
    this.#output.end(`event: end\ndata: ${JSON.stringify({ WHY: why })}\n\n`)
  }

  #write(text: string): void {
    if (!this.isOpen) return
    if (this.#output.writableLength + this.#output.readableLength > maxUnreadBytes)
      this.close('behind')
    else this.#output.write(text)
  }
}

export async function eventsSince(db: Queryable, last: string): Promise<LoggedEvent[] | undefined> {
  const [known] = await db.query<{ oldest_xact_no: number }>(sql`
    select oldest_xact_no from event_log where event_no::text = ${last}`)
  if (!known) return undefined
  const missed = await readEvents(db, known.oldest_xact_no)
  return missed.filter(({ event_no: number }) => String(number) !== last)
}

/** Events logged by transaction `fromXact` and later transactions. */
function readEvents(db: Queryable, fromXact: number): Promise<LoggedEvent[]> {
  return db.query<LoggedEvent>(sql`
    select * from event_log where xact_no >= ${fromXact}::bigint order by event_no`)
}
