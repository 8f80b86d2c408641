import type { Sql } from 'sql-template-tag'
import { openCursor, type RawSession } from './cursor-stream.ts'
import {
  DatabaseError,
  storeErrorForState,
  StoreFullError,
  StoreUnavailableError,
} from './database-error.ts'
import type {
  Database,
  DbRow,
  Notice,
  StoreHealth,
  Transaction,
  TransactionOptions,
} from './database.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import {
  readResponse,
  readResponses,
  readRawResponse,
  scriptMessage,
  statementMessage,
  type WireResponse,
} from './embedded-wire.ts'
import { EmbeddedSession, type SessionProtocol } from './embedded-session.ts'
import { SerialQueue } from './serial-queue.ts'
import { NoticeSender } from './notice-sender.ts'
import { isStalePlan, PreparedStatements } from './prepared-statements.ts'
import type { RawRows, RowStream, StreamOptions } from './raw-rows.ts'
import type { StoreLimits } from './store-limits.ts'
import { lockStore, type StoreLock } from './store-lock.ts'
import { checkStoreVersion, recordStoreVersion } from './store-version.ts'
import { StoreUpkeep } from './store-upkeep.ts'
import type { Statement, StatementResult } from './running-transaction.ts'
import { rejectInsideTransaction, runTransaction } from './transaction-runner.ts'
import { encodeParameters } from './wire-value.ts'

export type EmbeddedStoreOptions = {
  /** If undefined, the store is in memory, without fsync and lock. */
  dataDir?: string
  /** Tar file written by `dump` to start an in-memory store from. */
  template?: string
  limits: StoreLimits
  /** Only for the test that the startup check detects a missing fsync. */
  withoutSync?: boolean
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** PGlite in a worker thread. It has one connection, so transactions run one at a time. */
export class EmbeddedStore implements Database {
  readonly kind = 'embedded'
  readonly limits: StoreLimits
  readonly dataDir: string | undefined
  full = false
  #room = ''
  #engine: EmbeddedEngine
  #lock: StoreLock | undefined
  #queue: SerialQueue
  #upkeep: StoreUpkeep | undefined
  #listeners = new Map<string, Set<(payload: string) => void>>()
  #notices = new NoticeSender(async (notices) => {
    setImmediate(() => this.#dispatchNotices(notices))
  })
  #closing: Promise<void> | undefined
  #status = 'I'
  #prepared = new PreparedStatements()
  readonly #kept = new Set<string>()

  constructor(options: EmbeddedStoreOptions, lock: StoreLock | undefined) {
    const { limits, dataDir, template, withoutSync } = options
    this.limits = limits
    this.dataDir = dataDir
    this.#lock = lock
    this.#queue = new SerialQueue(limits.queueDepth)
    const setup = {
      syncs: new SharedArrayBuffer(4),
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(template === undefined ? {} : { template }),
      ...(withoutSync === undefined ? {} : { withoutSync }),
    }
    this.#engine = new EmbeddedEngine(setup, () => this.#listenAgain())
  }

  async start(): Promise<void> {
    if (this.dataDir !== undefined) checkStoreVersion(this.dataDir)
    await this.#engine.start()
    if (this.dataDir === undefined) return
    recordStoreVersion(this.dataDir)
    this.#upkeep = new StoreUpkeep(this, this.dataDir)
    await this.#upkeep.start()
  }

  async #runAll(
    statements: readonly Statement[],
  ): Promise<PromiseSettledResult<StatementResult>[]> {
    const names: (string | undefined)[] = []
    const messages = statements.map(({ text, values }) => {
      const encoded = encodeParameters(values)
      const name = this.#prepared.nameFor(text, encoded)
      const isThere = name !== undefined && (this.#kept.has(name) || names.includes(name))
      names.push(name)
      return statementMessage(text, encoded, name === undefined ? undefined : { name, isThere })
    })
    const request = { kind: 'run', bytes: Buffer.concat(messages) } as const
    const bytes = await this.#engine.request(request, this.limits.watchdogMs)
    return readResponses(bytes).map((response, index) => {
      const name = names[index]
      if (name !== undefined && response.isRead) this.#kept.add(name)
      if (isStalePlan(response.error)) this.#forgetPlans()
      try {
        this.#handleResponse(response)
        return { status: 'fulfilled', value: response.result }
      } catch (error) {
        return { status: 'rejected', reason: error }
      }
    })
  }

  async #run(text: string, values: readonly unknown[]): Promise<StatementResult> {
    const [outcome] = await this.#runAll([{ text, values }])
    if (outcome?.status === 'fulfilled') return outcome.value
    throw outcome?.reason ?? new StoreUnavailableError('the database said nothing')
  }

  /** After a restart, prepare statements again under the same names. */
  #forgetPlans(): void {
    this.#prepared = new PreparedStatements()
    this.#kept.clear()
  }

  /**
   * Deallocates all prepared statements when there are too many. Runs between transactions only.
   */
  async #tidyPlans(): Promise<void> {
    if (!this.#prepared.isFull) return
    await this.#exchange(scriptMessage('deallocate all'), this.limits.watchdogMs)
    this.#forgetPlans()
  }

  async #exchange(message: Uint8Array, limitMs: number): Promise<StatementResult> {
    const bytes = await this.#engine.request({ kind: 'run', bytes: message }, limitMs)
    const response = readResponse(bytes)
    this.#handleResponse(response)
    return response.result
  }

  async #fetch(message: Uint8Array): Promise<RawRows> {
    const bytes = await this.#engine.request(
      { kind: 'run', bytes: message },
      this.limits.watchdogMs,
    )
    const response = readRawResponse(bytes)
    this.#handleResponse(response)
    return response.rows
  }

  #handleResponse({ error, notices, status }: Omit<WireResponse, 'result'>): void {
    if (notices.length > 0) setImmediate(() => this.#dispatchNotices(notices))
    this.#status = status
    if (error?.code === '25006' && this.full) throw new StoreFullError(this.#room)
    if (error) throw storeErrorForState(error.code, error.message, error) ?? error
  }

  #dispatchNotices(notices: readonly Notice[]): void {
    for (const { channel, payload } of notices) {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
    }
  }

  async #listenAgain(): Promise<void> {
    this.#forgetPlans()
    for (const channel of this.#listeners.keys()) {
      await this.#exchange(
        statementMessage(`listen ${quoteIdentifier(channel)}`, []),
        this.limits.watchdogMs,
      )
    }
    if (this.full) await this.#exchange(scriptMessage(readOnlyScript(true)), this.limits.watchdogMs)
  }

  async #runOutsideTransaction(work: () => Promise<StatementResult>): Promise<StatementResult> {
    rejectInsideTransaction(this)
    if (this.#closing) throw new StoreUnavailableError('the database is closing')
    const release = await this.#queue.acquire()
    try {
      await this.#tidyPlans()
      const result = await work().catch((error: unknown) => {
        if (!isStalePlan(error)) throw error
        return work()
      })
      if (this.#status !== 'I') {
        await this.#exchange(scriptMessage('rollback'), this.limits.watchdogMs)
        throw new DatabaseError({ code: '25001', message: 'use transaction() to begin one' })
      }
      return result
    } finally {
      release()
    }
  }

  async query<T extends DbRow = DbRow>(statement: Sql): Promise<T[]> {
    const result = await this.#runOutsideTransaction(() =>
      this.#run(statement.text, statement.values),
    )
    return result.rows as T[]
  }

  async execute(statement: Sql): Promise<number> {
    const result = await this.#runOutsideTransaction(() =>
      this.#run(statement.text, statement.values),
    )
    return result.rowCount
  }

  async script(text: string): Promise<void> {
    await this.#runOutsideTransaction(() =>
      this.#exchange(scriptMessage(text), this.limits.maintenanceMs),
    )
  }

  transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return runTransaction(this, () => this.#session(), work, options)
  }

  stream(statement: Sql, options: StreamOptions): Promise<RowStream> {
    return openCursor(this, () => this.#session(), statement, options)
  }

  read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return work(this)
  }

  async #session(): Promise<RawSession> {
    if (this.#closing) throw new StoreUnavailableError('the database is closing')
    const releaseQueue = await this.#queue.acquire()
    try {
      await this.#engine.settled()
      await this.#tidyPlans()
    } catch (error) {
      releaseQueue()
      throw error
    }
    const talk: SessionProtocol = {
      runAll: (statements) => this.#runAll(statements),
      exchange: (message, limitMs) => this.#exchange(message, limitMs),
      fetch: (message) => this.#fetch(message),
    }
    return new EmbeddedSession(talk, this.#engine, this.limits, releaseQueue)
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners)
    await this.script(`listen ${quoteIdentifier(channel)}`)
    listeners.add(listener)
    return async () => {
      listeners.delete(listener)
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return
      this.#listeners.delete(channel)
      if (!this.#closing) await this.script(`unlisten ${quoteIdentifier(channel)}`)
    }
  }

  /** All listeners are in this process. */
  async notify(channel: string, payload = ''): Promise<void> {
    rejectInsideTransaction(this)
    await this.#notices.send({ channel, payload })
  }

  async health(): Promise<StoreHealth> {
    const problem = this.#engine.problem
    const health: StoreHealth = {
      ok: problem === undefined && !this.full && !this.#closing,
      kind: this.kind,
      serverVersion: this.#engine.serverVersion,
      waiting: this.#queue.waiting,
      syncs: this.#engine.syncs,
      ...(await this.#upkeep?.measure()),
    }
    if (problem !== undefined) return { ...health, problem }
    return this.full ? { ...health, problem: new StoreFullError(this.#room).message } : health
  }

  async checkpoint(): Promise<void> {
    await this.script('checkpoint')
  }

  /** Makes the engine reject every write while the disk is nearly full. */
  async refuseWrites(isFull: boolean, room = ''): Promise<void> {
    this.#room = room
    if (isFull === this.full) return
    this.full = isFull
    await this.script(readOnlyScript(isFull))
  }

  async runUpkeep(): Promise<void> {
    await this.#upkeep?.tick()
  }

  async dump(shouldCompress = false): Promise<Uint8Array> {
    rejectInsideTransaction(this)
    const release = await this.#queue.acquire()
    try {
      return await this.#engine.request(
        { kind: 'dump', compress: shouldCompress },
        this.limits.maintenanceMs,
      )
    } finally {
      release()
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#upkeep?.stop()
    await this.#queue.idle()
    await this.#engine.close(this.limits.watchdogMs)
    this.#lock?.release()
  }
}

function readOnlyScript(isFull: boolean): string {
  return `set default_transaction_read_only = ${isFull ? 'on' : 'off'}`
}

/** @throws StoreOpenError if the folder is in use, cannot be opened or does not sync. */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const lock = options.dataDir === undefined ? undefined : lockStore(options.dataDir)
  const store = new EmbeddedStore(options, lock)
  try {
    await store.start()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
