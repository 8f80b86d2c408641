import type { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { findSessions, type Session } from '#server/auth/session.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { EventCursor } from './event-cursor.ts'
import { EventStream, eventsSince } from './event-stream.ts'
import { canReceive, type EventView, type LoggedEvent } from './event-view.ts'
import { eventChannel, ledgerChannel } from './publish-event.ts'

/** Limit per user and process. Browsers open at most six connections to a server. */
export const maxStreamsPerUser = 6
const retentionMinutes = 60
const maxReplay = 500
/** Sessions per query. Many pages can be open, and the embedded store has only one connection. */
const visibilityBatch = 100

interface HubOptions {
  readonly heartbeatMs: number
  readonly ledger: () => Promise<object>
  readonly report: (error: unknown) => void
}

/**
 * Delivers logged events to the open streams of this process. Notifications only trigger a read of
 * the log. If some are lost while reconnecting, events arrive one heartbeat later, but none is
 * lost.
 */
export class EventHub {
  #db: Database
  #heartbeatMs: number
  #ledger: () => Promise<object>
  #report: (error: unknown) => void
  #view: EventView
  #streams = new Set<EventStream>()
  #unlisten: (() => Promise<void>)[] = []
  #started: Promise<void> | undefined
  #positioned: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined
  #isReadPending = false
  #cursor: EventCursor
  /** Events that are read, but wait until the permissions of the streams are known. */
  #undelivered: LoggedEvent[] = []
  #heartbeatCount = 0
  #closed = false

  /** `ledger` returns the ledger status for new streams. */
  constructor(db: Database, view: EventView, { heartbeatMs, ledger, report }: HubOptions) {
    this.#db = db
    this.#view = view
    this.#cursor = new EventCursor(db)
    this.#heartbeatMs = heartbeatMs
    this.#ledger = ledger
    this.#report = report
  }

  /**
   * Opens a stream. Replays the events after `lastEventId` first. Throws AppError 429 if the user
   * has too many streams.
   */
  async open(session: Session, lastEventId?: string): Promise<Readable> {
    const own = [...this.#streams].filter(({ userId }) => userId === session.userId)
    if (own.length >= maxStreamsPerUser) {
      const text = label(
        '열린 화면이 너무 많아 실시간 알림을 켤 수 없습니다.',
        'Too many windows are open for live updates.',
      )
      throw new AppError(429, 'TOO_MANY_STREAMS', text)
    }
    const stream = new EventStream(session, this.#view)
    this.#streams.add(stream)
    stream.readable.once('close', () => {
      this.#streams.delete(stream)
      if (this.#streams.size === 0) this.#positioned = undefined
    })
    try {
      await (this.#started ??= this.#start())
      // Start at the newest event. Clients that need past events request them by their last ID.
      await (this.#positioned ??= this.#cursor.skip())
      if (lastEventId !== undefined) await this.#replay(stream, session, lastEventId)
      stream.sendLedgerState(JSON.stringify(await this.#ledger()))
    } catch (error) {
      this.#positioned = undefined
      stream.readable.destroy()
      throw error
    }
    this.#wake()
    if (this.#closed) stream.close('stop')
    return stream.readable
  }

  /** Age of the events that open pages received last. */
  get lagSeconds(): number {
    return this.#streams.size === 0 ? 0 : this.#cursor.lagSeconds
  }

  /** Closes all streams and unsubscribes. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    for (const stream of this.#streams) stream.close('stop')
    await this.#started
    await this.#reading
    for (const unlisten of this.#unlisten.splice(0)) await unlisten()
  }

  async #start(): Promise<void> {
    this.#timer = setInterval(() => void this.#beat().catch(this.#report), this.#heartbeatMs)
    this.#timer.unref()
    await this.#listen().catch(this.#report)
  }

  /**
   * Subscribes to notifications. Without them, events arrive up to one heartbeat later, and each
   * heartbeat tries to subscribe again.
   */
  async #listen(): Promise<void> {
    if (this.#unlisten.length > 0 || this.#closed) return
    this.#unlisten.push(
      await this.#db.listen(eventChannel, () => this.#wake()),
      await this.#db.listen(ledgerChannel, (state) => {
        for (const stream of this.#streams) stream.sendLedgerState(state)
      }),
      await this.#db.listen('wms_session_end', (tokenHash) => {
        for (const stream of this.#streams) {
          if (stream.tokenHash === tokenHash) stream.close('session')
        }
      }),
    )
  }

  async #replay(stream: EventStream, session: Session, last: string): Promise<void> {
    const missed = await eventsSince(this.#db, last)
    const visibleEvents = missed?.filter((event) => canReceive(session, event))
    if (!visibleEvents || visibleEvents.length > maxReplay) stream.reset()
    else for (const event of visibleEvents) stream.send(session, event)
  }

  async #beat(): Promise<void> {
    for (const stream of this.#streams) {
      stream.beat()
      stream.invalidateRights()
    }
    this.#wake()
    await this.#listen()
    this.#heartbeatCount += 1
    if (this.#heartbeatCount % 20 === 0) {
      await this.#db.execute(sql`
        delete from event_log
        where happened_at < now() - make_interval(mins => ${retentionMinutes}::int)`)
    }
  }

  #wake(): void {
    if (this.#closed || !this.#positioned) return
    if (this.#reading) {
      this.#isReadPending = true
      return
    }
    this.#reading = this.#read()
      .catch(this.#report)
      .finally(() => {
        this.#reading = undefined
        if (!this.#isReadPending) return
        this.#isReadPending = false
        this.#wake()
      })
  }

  async #read(): Promise<void> {
    await this.#positioned
    const read = await this.#cursor.read()
    if (!read) return this.#resetAll()
    this.#undelivered.push(...read)
    const events = [...this.#undelivered]
    if (events.some(({ event_cd: kind }) => kind === 'access')) {
      for (const stream of this.#streams) stream.invalidateRights()
    }
    await this.#checkPermissions()
    for (const stream of this.#streams) deliverEvents(stream, events)
    this.#undelivered = []
  }

  #resetAll(): void {
    this.#undelivered = []
    for (const stream of this.#streams) {
      stream.invalidateRights()
      stream.reset()
    }
  }

  async #checkPermissions(): Promise<void> {
    for (;;) {
      const some = [...this.#streams].filter(({ session }) => session === undefined)
      if (some.length === 0) return
      const batch = some.slice(0, visibilityBatch)
      const found = await findSessions(
        this.#db,
        batch.map(({ tokenHash }) => tokenHash),
      )
      for (const stream of batch) stream.setSession(found.get(stream.tokenHash) ?? null)
    }
  }
}

function deliverEvents(stream: EventStream, events: readonly LoggedEvent[]): void {
  const { session } = stream
  // The session now acts as another user, because an administrator started or stopped viewing as
  // them, or waits for a second factor that its role has come to require.
  if (session?.userId !== stream.userId || session.awaits !== null) return stream.close('session')
  for (const event of events) if (canReceive(session, event)) stream.send(session, event)
}
