/** Times in milliseconds. The defaults are the ones for production; tests shorten them. */
export type StoreLimits = {
  /** One statement on a server (`statement_timeout`). */
  statementMs: number
  /** One statement of the embedded store, which cannot be cancelled but only ended by force. */
  watchdogMs: number
  /** Migrations, VACUUM and CHECKPOINT may take long. */
  maintenanceMs: number
  /** Waiting for a row another transaction holds. */
  lockMs: number
  /** A transaction that asks nothing for this long is rolled back. */
  idleTransactionMs: number
  /** Waiting for a free connection to a server. */
  connectMs: number
  /** Statements and transactions waiting for the embedded store before it says busy. */
  queueDepth: number
  /** Connections to a server. */
  poolSize: number
  /** The embedded store writes a checkpoint after this much log, or after `checkpointMs`. */
  checkpointWalBytes: number
  checkpointMs: number
  /** Below this (or twice the log, if that is more) the embedded store refuses to write. */
  minFreeBytes: number
  /** How often the embedded store looks after itself. */
  upkeepMs: number
}

const defaults: StoreLimits = {
  statementMs: 30_000,
  watchdogMs: 60_000,
  maintenanceMs: 30 * 60_000,
  lockMs: 3_000,
  idleTransactionMs: 10_000,
  connectMs: 5_000,
  queueDepth: 1_000,
  poolSize: 10,
  checkpointWalBytes: 128 * 1024 * 1024,
  checkpointMs: 5 * 60_000,
  minFreeBytes: 1024 * 1024 * 1024,
  upkeepMs: 15_000,
}

export function storeLimits(given: Partial<StoreLimits> = {}): StoreLimits {
  return { ...defaults, ...given }
}
