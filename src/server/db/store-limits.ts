/**
 * Limits of a store. Times are in milliseconds. Defaults are for production; tests shorten them.
 */
export type StoreLimits = {
  statementMs: number
  /**
   * Time limit of a statement in the embedded store, which cannot cancel it and restarts the engine
   * instead.
   */
  watchdogMs: number
  maintenanceMs: number
  lockMs: number
  /** Idle time after which a transaction is rolled back. */
  idleTransactionMs: number
  connectMs: number
  /**
   * Extra time for a response beyond the time limit of its statement, and for closing a connection.
   */
  networkMs: number
  /** Number of waiting statements and transactions above which the embedded store reports busy. */
  queueDepth: number
  poolSize: number
  /**
   * Log size after which the embedded store writes a checkpoint; `checkpointMs` is the time limit.
   */
  checkpointWalBytes: number
  checkpointMs: number
  /** Free space below which the embedded store rejects writes; at least twice the log size. */
  minFreeBytes: number
  upkeepMs: number
}

const defaults: StoreLimits = {
  statementMs: 30_000,
  watchdogMs: 60_000,
  maintenanceMs: 30 * 60_000,
  lockMs: 3_000,
  idleTransactionMs: 10_000,
  connectMs: 5_000,
  networkMs: 5_000,
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
