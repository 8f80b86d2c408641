import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { timeline } from '#server/db/timeline.ts'
import type { LoggedEvent } from './event-view.ts'

/**
 * Minimum time to search for a missing number. A number is drawn just before its transaction is
 * assigned an ID, so the snapshot may not show that transaction yet.
 */
const gapMs = 60_000
/**
 * Distance below the newest number within which a new reader searches for numbers that are drawn
 * but not committed.
 */
const startGaps = 2_000

interface Gap {
  /** Any transaction that can still log the event has an ID below this one. */
  readonly before: number
  readonly foundAt: number
}

interface EventRead extends Partial<LoggedEvent> {
  age: number | null
  oldest: number
  next: number
  timeline: string
}

/**
 * Reads each event once. Numbers are drawn before their transactions commit, so an event can appear
 * below newer ones: missing numbers are read again until no running transaction can hold them.
 * During a long transaction, only these numbers are read again, not all events since its start.
 */
export class EventCursor {
  #db: Queryable
  #last = 0
  #timeline: string | undefined
  #lagSeconds = 0
  #gaps = new Map<number, Gap>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Age of the oldest event in the last read that returned any. */
  get lagSeconds(): number {
    return this.#lagSeconds
  }

  /** Starts after the newest event. Remembers the missing numbers below it. */
  async skip(): Promise<void> {
    const rows = await this.#db.query<{
      last: number
      gap: number | null
      next: number
      timeline: string
    }>(sql`
      with newest as (select coalesce(max(event_no), 0) last, coalesce(min(event_no), 0) first
        from event_log)
      select last, gap, (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint next,
        ${timeline} timeline
      from newest left join lateral generate_series(greatest(first, last - ${startGaps}::int), last)
        gap on not exists (select from event_log where event_no = gap)`)
    this.#last = rows[0]?.last ?? 0
    this.#timeline = rows[0]?.timeline
    this.#gaps.clear()
    for (const { gap, next } of rows) {
      if (gap !== null) this.#gaps.set(gap, { before: next, foundAt: performance.now() })
    }
  }

  /**
   * Returns undefined if another primary has taken over. Events that were read before may have been
   * lost with their changes, and reading continues after its newest event.
   */
  async read(): Promise<LoggedEvent[] | undefined> {
    const rows = await this.#db.query<EventRead & Record<string, unknown>>(sql`
      select (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint oldest,
        (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint next, ${timeline} timeline,
        extract(epoch from clock_timestamp() - e.happened_at)::float8 age, e.*
      from (select) now left join event_log e on e.event_no > ${this.#last}::bigint
        or e.event_no = any(${[...this.#gaps.keys()]}::bigint[])
      order by e.event_no`)
    if (rows[0]?.timeline !== this.#timeline) {
      await this.skip()
      return undefined
    }
    const events = rows.filter((row): row is EventRead & LoggedEvent => row.event_no != null)
    if (events.length > 0) this.#lagSeconds = Math.max(...events.map(({ age }) => age ?? 0))
    const { oldest = 0, next = 0 } = rows[0] ?? {}
    for (const { event_no: number } of events) {
      for (let gap = this.#last + 1; gap < number; gap += 1) {
        this.#gaps.set(gap, { before: next, foundAt: performance.now() })
      }
      this.#gaps.delete(number)
      this.#last = Math.max(this.#last, number)
    }
    for (const [number, { before, foundAt }] of this.#gaps) {
      if (before <= oldest && performance.now() - foundAt > gapMs) this.#gaps.delete(number)
    }
    return events
  }
}
