import type { Sql } from 'sql-template-tag'
import type { RowStream, StreamOptions } from './raw-rows.ts'

export {
  DatabaseError,
  StatementTimeoutError,
  StoreBusyError,
  StoreError,
  StoreExhaustedError,
  StoreFullError,
  StoreInUseError,
  StoreOpenError,
  StoreRestartingError,
  StoreUnavailableError,
} from './database-error.ts'

export type DbRow = Record<string, unknown>

export type Notice = { readonly channel: string; readonly payload: string }

/** Statements must be sql`…` values, which keeps user input out of the statement text. */
export interface Queryable {
  /** Returns rows with the value types of `wire-value.ts`, the same on both stores. */
  query<T extends DbRow = DbRow>(statement: Sql): Promise<T[]>
  execute(statement: Sql): Promise<number>
  /**
   * Notifies the listeners of `channel` in all processes. In a transaction, sends the notice only
   * after the commit. Equal notices within a few milliseconds are sent once. A crash can lose a
   * notice, so listeners also poll.
   */
  notify(channel: string, payload?: string): Promise<void>
}

export interface Transaction extends Queryable {
  /**
   * Queues a write without waiting for it. It is sent with the next statement, at the latest with
   * the commit. If it fails, the commit fails.
   */
  later(statement: Sql): void
  /** Runs once the commit is on disk, never after a rollback or before a retry. */
  afterCommit(run: () => void): void
  /** Runs several statements in one text. For migrations only. */
  script(text: string): Promise<void>
}

export type TransactionOptions = { readOnly?: boolean }

/** Calls of `read` since the start, by the server that handled them. */
export interface ReadCounts {
  readonly primary: number
  readonly replica: number
}

/** State of this process's connection pool. */
export interface PoolState {
  readonly used: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

export type StoreHealth = {
  ok: boolean
  kind: 'embedded' | 'server'
  /** Version reported by the engine, for example `18.6`. */
  serverVersion: string
  waiting: number
  problem?: string
  /** fsync calls since this process opened the store. Embedded store only. */
  syncs?: number
  /** Write-ahead log since the last checkpoint, in bytes. Embedded store only. */
  walBytes?: number
  /** Free disk space, in bytes. Embedded store on disk only. */
  freeBytes?: number
}

/**
 * Single access point to PostgreSQL, embedded or on a server.
 *
 * Calling `query`, `execute` or `transaction` of the database inside a transaction is an error on
 * both stores. On the embedded store it would deadlock; on a server it would escape the
 * transaction. Use the given `tx`.
 */
export interface Database extends Queryable {
  readonly kind: 'embedded' | 'server'
  /**
   * Runs at READ COMMITTED. `work` can run up to eight times (serialization failure, deadlock), so
   * it must have no effects outside the database except through `afterCommit`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Streams undecoded rows in steps from one snapshot. Read quickly: the stream holds a connection
   * until it is finished, and the embedded store has only one.
   */
  stream(statement: Sql, options: StreamOptions): Promise<RowStream>
  /**
   * Runs `work`, which only reads, on a replica that already has everything committed before the
   * call. Without such a replica, or if it fails, runs `work` on this database. May run it twice.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Runs several statements in one text. For migrations and maintenance only. */
  script(text: string): Promise<void>
  /**
   * Subscribes to notices of `channel` and returns the unsubscribe function. Notifications sent
   * while disconnected are lost.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  health(): Promise<StoreHealth>
  /** Undefined for the embedded store, which has one connection. */
  pool?(): PoolState
  /** Undefined without a replica. */
  reads?(): ReadCounts | undefined
  /** Flushes everything to the data files. No-op on a server. */
  checkpoint(): Promise<void>
  /** Waits for pending work, then closes. Idempotent. */
  close(): Promise<void>
}
