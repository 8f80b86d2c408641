import type { Sql } from 'sql-template-tag'
import type { RowStream, StreamOptions } from './raw-rows.ts'

export {
  DatabaseError,
  StatementTimeoutError,
  StoreBusyError,
  StoreError,
  StoreFullError,
  StoreInUseError,
  StoreOpenError,
  StoreUnavailableError,
} from './database-error.ts'

export type DbRow = Record<string, unknown>

/** Takes sql`…` values only, so that what users type never becomes part of a statement. */
export interface Queryable {
  /** Rows in the shapes of `wire-value.ts`, the same on both stores. */
  query<T extends DbRow = DbRow>(statement: Sql): Promise<T[]>
  /** The number of rows the statement touched. */
  execute(statement: Sql): Promise<number>
}

export interface Transaction extends Queryable {
  /**
   * A write that nobody waits for: it goes to the database with what follows, the commit at the
   * latest, and a refusal of it refuses the commit.
   */
  later(statement: Sql): void
  /** Runs once the commit is on disk; never when the transaction is rolled back or retried. */
  afterCommit(run: () => void): void
  /** Several statements in one text, for migrations only. */
  script(text: string): Promise<void>
}

export type TransactionOptions = { readOnly?: boolean }

export type StoreHealth = {
  ok: boolean
  kind: 'embedded' | 'server'
  /** As the engine names itself, for example `18.6`. */
  serverVersion: string
  /** Statements and transactions waiting for a connection. */
  waiting: number
  /** What is wrong, when something is. */
  problem?: string
  /** Real fsync calls since this process opened the store; the embedded store only. */
  syncs?: number
  /** Write-ahead log since the last checkpoint, in bytes; the embedded store only. */
  walBytes?: number
  /** Room left on the disk, in bytes; the embedded store on disk only. */
  freeBytes?: number
}

/**
 * The one door to PostgreSQL, embedded or on a server.
 *
 * Calling `query`, `execute` or `transaction` of the database inside a transaction is an error on
 * both stores: on the embedded one it would wait for itself, on a server it would escape the
 * transaction. Use the `tx` that was handed in.
 */
export interface Database extends Queryable {
  readonly kind: 'embedded' | 'server'
  /**
   * READ COMMITTED. `work` may run up to eight times (serialization failure, deadlock), so it must
   * do nothing outside the database except through `afterCommit`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * The rows of a question in steps, unread, as of one moment. It holds a connection while it is
   * read; on the embedded store that is the only one, so whoever reads should not wait long.
   */
  stream(statement: Sql, options: StreamOptions): Promise<RowStream>
  /** Several statements in one text, for migrations and maintenance only. */
  script(text: string): Promise<void>
  /** Hears `NOTIFY channel`; returns unsubscribe. Notices sent while disconnected are lost. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  notify(channel: string, payload: string): Promise<void>
  health(): Promise<StoreHealth>
  /** Writes everything to the data files; on a server that is the server's own affair. */
  checkpoint(): Promise<void>
  /** Waits for what is under way, then closes. Calling it twice is harmless. */
  close(): Promise<void>
}
