import { PassThrough, type Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { momentAt } from '#kernel/calendar.ts'
import type { Session } from '#server/auth/session.ts'
import type { Queryable } from '#server/db/database.ts'

/** A stream with more unread output is closed. The client reconnects with its last event ID. */
const maxBehindBytes = 1024 * 1024

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

/**
 * Redacts an event for this session: only its owners, and the save key only for its user. Customers
 * do not see names of warehouse staff.
 */
function wireEvent(session: Session, event: LoggedEvent): object {
  const { KEY, BY, ...content } = event.content
  const at = momentAt(Date.parse(event.happened_at))
  if (event.event_cd === 'job') return { ...event.content, AT: at }
  const owners = event.owner_cds?.filter((owner) => session.owners?.includes(owner) ?? true)
  const isOwn = BY === session.userId
  const own = isOwn && KEY !== undefined
  return {
    ...content,
    ...(BY !== undefined && { BY: isOwn || session.owners === null ? BY : '-' }),
    ...(own && { KEY }),
    WCODE: event.wcode,
    OWNERS: owners ?? null,
    AT: at,
  }
}

export class EventStream {
  readonly userId: string
  readonly tokenHash: string
  #session: Session | null | undefined
  #out = new PassThrough()

  constructor(session: Session) {
    this.userId = session.userId
    this.tokenHash = session.tokenHash
    this.#session = session
    this.#out.write('retry: 3000\n\n')
  }

  get readable(): Readable {
    return this.#out
  }

  get isOpen(): boolean {
    return !this.#out.writableEnded && !this.#out.destroyed
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

  tell(session: Session, event: LoggedEvent): void {
    const data = JSON.stringify(wireEvent(session, event))
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
    this.#out.end(`event: end\ndata: ${JSON.stringify({ WHY: why })}\n\n`)
  }

  #write(text: string): void {
    if (!this.isOpen) return
    if (this.#out.writableLength + this.#out.readableLength > maxBehindBytes) this.close('behind')
    else this.#out.write(text)
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
