import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

interface Window {
  readonly max: number
  readonly seconds: number
  /** Weight of a call. */
  readonly amount?: number
}

/**
 * Counts calls over all servers of the site. A caller above the limit is rejected from memory until
 * the window ends, without a database query.
 */
export class SharedLimit {
  readonly #db: Database
  readonly #blockedUntil = new Map<string, number>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts a call. Returns the seconds to wait if it is above the limit. */
  async count(bucket: string, { max, seconds, amount = 1 }: Window): Promise<number | undefined> {
    const now = performance.now()
    const blockedUntil = this.#blockedUntil.get(bucket)
    if (blockedUntil !== undefined && blockedUntil > now) return secondsUntil(blockedUntil, now)
    const [row] = await this.#db.query<{ calls: number; left: number }>(sql`
      insert into call_count as c (bucket, calls, resets_at)
      values (${bucket}, ${amount}::int, now() + make_interval(secs => ${seconds}::int))
      on conflict (bucket) do update set
        calls = case when c.resets_at > now() then c.calls + excluded.calls else excluded.calls end,
        resets_at = case when c.resets_at > now() then c.resets_at else excluded.resets_at end
      returning calls, extract(epoch from resets_at - now())::float8 "left"`)
    if (!row || row.calls <= max) return undefined
    for (const [key, until] of this.#blockedUntil) if (until <= now) this.#blockedUntil.delete(key)
    const until = now + row.left * 1000
    this.#blockedUntil.set(bucket, until)
    return secondsUntil(until, now)
  }
}

function secondsUntil(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 1000))
}
