import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Database, ReadCounts } from './database.ts'
import { DatabaseError, StoreError, StoreRestartingError } from './database-error.ts'

/** Longest wait for the replica to replay what was committed before a read. */
const patienceMs = 250
const stepMs = 5
/** Pause after the replica failed or was late, to avoid a wait in every read. */
const restMs = 1_000

/** Bytes of the log that are safe on disk, and the timeline, which a failover changes. */
const written = sql`
  select pg_wal_lsn_diff(at, '0/0')::text as bytes,
    ('x' || left(pg_walfile_name(at), 8))::bit(32)::int as timeline
  from (select pg_current_wal_flush_lsn() at) w`

/** Replay position of a replica. Null if it has become a primary. */
const replayed = sql`
  select case when pg_is_in_recovery()
      then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as bytes,
    timeline_id as timeline
  from pg_control_checkpoint()`

type LogPosition = { bytes: string | null; timeline: number }

/**
 * A PostgreSQL standby that serves reads in place of the primary. A read waits until the standby
 * has everything that was committed before the read began, so no user misses a save of their own or
 * one whose notice they have received.
 */
export class ReadReplica {
  readonly #primary: Database
  readonly #connect: () => Promise<Database>
  #store: Promise<Database> | undefined
  #restsUntil = 0
  #counts: ReadCounts = { primary: 0, replica: 0 }

  constructor(primary: Database, connect: () => Promise<Database>) {
    this.#primary = primary
    this.#connect = connect
  }

  get counts(): ReadCounts {
    return this.#counts
  }

  async read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const replica = await this.#findCurrent()
    if (replica) {
      try {
        const answer = await work(replica)
        this.#counts = { ...this.#counts, replica: this.#counts.replica + 1 }
        return answer
      } catch (error) {
        if (!isReplicaFailure(error)) throw error
        this.#rest()
      }
    }
    this.#counts = { ...this.#counts, primary: this.#counts.primary + 1 }
    return work(this.#primary)
  }

  async close(): Promise<void> {
    const store = this.#store
    this.#store = undefined
    await (await store?.catch(() => undefined))?.close()
  }

  /** The replica once it has everything committed until now; undefined if it takes too long. */
  async #findCurrent(): Promise<Database | undefined> {
    if (performance.now() < this.#restsUntil) return undefined
    try {
      const [[wanted], store] = await Promise.all([
        this.#primary.query<LogPosition>(written),
        this.#open(),
      ])
      if (wanted && (await hasReached(store, wanted))) return store
    } catch (error) {
      // The primary handles the read instead, or explains why it cannot.
      if (error instanceof StoreRestartingError) await this.close()
    }
    this.#rest()
    return undefined
  }

  #open(): Promise<Database> {
    this.#store ??= this.#connect().catch((error: unknown) => {
      this.#store = undefined
      throw error
    })
    return this.#store
  }

  #rest(): void {
    this.#restsUntil = performance.now() + restMs
  }
}

/** @throws StoreRestartingError if the server no longer follows the primary. */
async function hasReached(store: Database, wanted: LogPosition): Promise<boolean> {
  const until = performance.now() + patienceMs
  for (;;) {
    const [at] = await store.query<LogPosition>(replayed)
    if (at?.bytes == null) throw new StoreRestartingError('the replica became a primary')
    if (at.timeline !== wanted.timeline) return false
    if (BigInt(at.bytes) >= BigInt(wanted.bytes ?? 0)) return true
    if (performance.now() >= until) return false
    await pause(stepMs)
  }
}

/** 40001: the query held up the replay. 25006: it calls a function that writes. */
const replicaCodes = new Set(['40001', '25006'])

function isReplicaFailure(error: unknown): boolean {
  if (error instanceof StoreError) return true
  return error instanceof DatabaseError && replicaCodes.has(error.code)
}
