import { PassThrough, type Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { momentAt } from '#kernel/calendar.ts'
import type { Session } from '#server/auth/session.ts'
import type { Queryable } from '#server/db/database.ts'

/** A reader this far behind is let go; it comes back with the number of the last event it saw. */
const behindBytesMax = 1024 * 1024

/** One row of the event log. */
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

/** Whether a session may hear of an event: its user, its warehouse and at least one owner of its own. */
export function mayHear(session: Session, event: LoggedEvent): boolean {
  if (event.event_cd === 'access') return false
  if (event.user_id !== null && event.user_id !== session.userId) return false
  if (event.wcode !== null && !session.warehouses.includes(event.wcode)) return false
  if (event.owner_cds === null || session.owners === null) return true
  return event.owner_cds.some((owner) => session.owners?.includes(owner))
}

/**
 * The event as this session may see it: no owner but its own, no save key but its own user's, and
 * for a customer no name of anybody else, as those are of the warehouse's people.
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

/** One open stream of one session, in the format of server-sent events. */
export class EventStream {
  readonly userId: string
  readonly tokenHash: string
  #session: Session | null | undefined
  #out = new PassThrough()

  constructor(session: Session) {
    this.userId = session.userId
    this.tokenHash = session.tokenHash
    this.#session = session
    // Comes back after three seconds when the connection is lost.
    this.#out.write('retry: 3000\n\n')
  }

  get readable(): Readable {
    return this.#out
  }

  get isOpen(): boolean {
    return !this.#out.writableEnded && !this.#out.destroyed
  }

  /** Rights are read again before the next event. */
  forgetRights(): void {
    this.#session = undefined
  }

  /** The session as it was looked at last: null once it has ended, undefined where rights are forgotten. */
  get session(): Session | null | undefined {
    return this.#session
  }

  /** How the session stands now: watching is not working, so it does not keep it from ending. */
  remember(session: Session | null): void {
    this.#session = session
  }

  tell(session: Session, event: LoggedEvent): void {
    const data = JSON.stringify(wireEvent(session, event))
    this.#write(`id: ${event.event_no}\nevent: ${event.event_cd}\ndata: ${data}\n\n`)
  }

  /** How the ledger stands, as JSON. Says nothing of any owner's goods, so everybody may hear it. */
  tellLedger(state: string): void {
    this.#write(`event: ledger\ndata: ${state}\n\n`)
  }

  beat(): void {
    this.#write(': beat\n\n')
  }

  /** What was missed is not known: the page reads everything again that it shows. */
  reset(): void {
    this.#write('event: reset\ndata: {}\n\n')
  }

  /** `end` says why, so that a page whose session is over does not take it for a lost line. */
  close(why: 'session' | 'stop' | 'behind'): void {
    if (!this.isOpen) return
    this.#out.end(`event: end\ndata: ${JSON.stringify({ WHY: why })}\n\n`)
  }

  #write(text: string): void {
    if (!this.isOpen) return
    if (this.#out.writableLength + this.#out.readableLength > behindBytesMax) this.close('behind')
    else this.#out.write(text)
  }
}

/** Events that a reader of event `last` may have missed; undefined when the log is too short. */
export async function eventsSince(db: Queryable, last: string): Promise<LoggedEvent[] | undefined> {
  const [known] = await db.query<{ oldest_xact_no: number }>(sql`
    select oldest_xact_no from event_log where event_no::text = ${last}`)
  if (!known) return undefined
  const missed = await readEvents(db, known.oldest_xact_no)
  return missed.filter(({ event_no: number }) => String(number) !== last)
}

/** Events of transactions that had not ended when the one numbered `fromXact` began. */
export function readEvents(db: Queryable, fromXact: number): Promise<LoggedEvent[]> {
  return db.query<LoggedEvent>(sql`
    select * from event_log where xact_no >= ${fromXact}::bigint order by event_no`)
}
