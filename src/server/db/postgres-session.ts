import type pg from 'pg'
import type { RawSession } from './cursor-stream.ts'
import { DatabaseError, StoreRestartingError } from './database-error.ts'
import type { DbRow } from './database.ts'
import { toStoreError } from './postgres-error.ts'
import { isStalePlan, type PreparedStatements } from './prepared-statements.ts'
import type { RawRows } from './raw-rows.ts'
import { RowInterceptor } from './row-interceptor.ts'
import type { Statement, StatementResult } from './running-transaction.ts'
import { timeStatement, timeRoundTrip } from './statement-times.ts'
import type { StoreLimits } from './store-limits.ts'
import { serverProcessId, localSettings } from './transaction-pooler.ts'
import { encodeParameters } from './wire-value.ts'

function toResult(answer: pg.QueryResult<DbRow>): StatementResult {
  return { rows: answer.rows, rowCount: answer.rowCount ?? 0, command: answer.command }
}

type ExtendedQuery = pg.QueryConfig & { queryMode: 'extended' }

function toQuery(
  text: string,
  values: readonly unknown[],
  prepared?: PreparedStatements,
  limitMs?: number,
): ExtendedQuery {
  const encoded = encodeParameters(values)
  const name = prepared?.nameFor(text, encoded)
  // pg sends strings as text and Buffers as bytes, without further conversion.
  const sent = encoded.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value))
  return {
    text,
    values: sent,
    queryMode: 'extended',
    ...(name !== undefined && { name }),
    ...(limitMs !== undefined && { query_timeout: limitMs }),
  }
}

/**
 * Always uses the extended protocol, like the embedded store, for identical typing and one
 * statement per call.
 */
export async function runOn(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
  prepared?: PreparedStatements,
  limitMs?: number,
): Promise<StatementResult> {
  const query = toQuery(text, values, prepared, limitMs)
  try {
    return toResult(await client.query<DbRow>(query))
  } catch (error) {
    throw toStoreError(error)
  }
}

interface SessionOrigin {
  /** Runs a statement on another connection. */
  ask(text: string, values: readonly unknown[]): Promise<unknown>
  /** Replaces the connections to the host of this session. */
  leaveHost(): void
  /** Whether the server connection is shared with transactions of other clients. */
  readonly isPooled: boolean
}

export class PostgresSession implements RawSession {
  #client: pg.PoolClient
  #origin: SessionOrigin
  #connectionError: Error | undefined
  #interceptor: RowInterceptor | undefined
  #isFetching = false
  /** Server process of the current transaction on a shared connection. */
  #process: number | undefined
  /** Undefined on a shared connection. */
  #prepared: PreparedStatements | undefined
  #isStale = false
  #isReadOnly = false
  #limits: StoreLimits
  /** Statement timeout on the server. Scripts can lift it. */
  #statementMs: number

  constructor(
    client: pg.PoolClient,
    origin: SessionOrigin,
    prepared: PreparedStatements,
    limits: StoreLimits,
  ) {
    this.#client = client
    this.#origin = origin
    this.#prepared = origin.isPooled ? undefined : prepared
    this.#limits = limits
    this.#statementMs = limits.statementMs
    client.on('error', this.#remember)
  }

  /** Records the reason sent by the server, which arrives before pg reports the lost connection. */
  #remember = (error: Error): void => {
    this.#connectionError ??= error
  }

  #toStoreError(error: unknown): unknown {
    return this.#connectionError ? toStoreError(this.#connectionError) : error
  }

  run(text: string, values: readonly unknown[]): Promise<StatementResult> {
    return timeStatement(text, () => this.#run(text, values))
  }

  /**
   * The time limit includes the `before` previous statements of the round trip, which run first.
   */
  async #run(text: string, values: readonly unknown[], before = 0): Promise<StatementResult> {
    const limitMs = this.#statementMs * (before + 1) + this.#limits.networkMs
    const isBegin = text.startsWith('begin ')
    if (isBegin) this.#isReadOnly = text.endsWith('read only')
    try {
      if (isBegin && this.#origin.isPooled) return await this.#beginShared(text, limitMs)
      return await runOn(this.#client, text, values, this.#prepared, limitMs)
    } catch (error) {
      this.#isStale ||= isStalePlan(error)
      throw this.#isReadOnly ? this.#toStoreError(error) : this.#leaveDemotedHost(error)
    }
  }

  /**
   * Sends BEGIN and the settings in one message: outside a transaction, each message could reach
   * another server process.
   */
  async #beginShared(begin: string, limitMs: number): Promise<StatementResult> {
    const query = { text: `${begin}; ${localSettings(this.#limits)}`, query_timeout: limitMs }
    try {
      await this.#client.query(query as pg.QueryConfig)
      return { rows: [], rowCount: 0, command: 'BEGIN' }
    } catch (error) {
      throw toStoreError(error)
    }
  }

  /**
   * Leaves the host if the error shows that it is no longer the primary: a write was rejected
   * outside a read-only transaction.
   */
  #leaveDemotedHost(error: unknown): unknown {
    if (!(error instanceof DatabaseError && error.code === '25006'))
      return this.#toStoreError(error)
    this.#isStale = true
    this.#origin.leaveHost()
    return new StoreRestartingError(error.message, error)
  }

  runAll(statements: readonly Statement[]): Promise<PromiseSettledResult<StatementResult>[]> {
    const { stream } = this.#client.connection
    stream.cork()
    const pending = timeRoundTrip(statements, ({ text, values }, at) => this.#run(text, values, at))
    stream.uncork()
    return Promise.allSettled(pending)
  }

  async fetch(text: string): Promise<RawRows> {
    if (this.#origin.isPooled) this.#process ??= await this.#serverProcess()
    this.#interceptor ??= new RowInterceptor(this.#client.connection.stream)
    this.#isFetching = true
    try {
      const { fields } = await this.#client.query(toQuery(text, []))
      const columns = fields.map(({ name, dataTypeID, dataTypeModifier }) => {
        return { name, typeId: dataTypeID, typeModifier: dataTypeModifier }
      })
      return { columns, ...this.#interceptor.take() }
    } catch (error) {
      throw this.#toStoreError(toStoreError(error))
    } finally {
      this.#isFetching = false
    }
  }

  async #serverProcess(): Promise<number> {
    const { rows } = await this.run('select pg_backend_pid() as process', [])
    return Number(rows[0]?.['process'])
  }

  /** PostgreSQL requires another connection to cancel a statement. */
  async cancel(): Promise<void> {
    if (!this.#isFetching) return
    const process = this.#origin.isPooled ? this.#process : serverProcessId(this.#client)
    if (process === undefined) return
    await this.#origin.ask('select pg_cancel_backend($1::int)', [process])
  }

  async script(text: string): Promise<void> {
    if (text.includes('statement_timeout')) this.#statementMs = this.#limits.maintenanceMs
    const limitMs = this.#limits.maintenanceMs + this.#limits.networkMs
    try {
      await this.#client.query({ text, query_timeout: limitMs } as pg.QueryConfig)
    } catch (error) {
      throw this.#toStoreError(toStoreError(error))
    }
  }

  release(isBroken: boolean): void {
    this.#interceptor?.close()
    this.#client.off('error', this.#remember)
    // Discard connections with too many plans or plans of outdated tables.
    const isDone =
      isBroken || this.#connectionError !== undefined || this.#isStale || this.#prepared?.isFull
    this.#client.release(isDone)
  }
}
