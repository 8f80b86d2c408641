import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { openCursor, type RawSession } from './cursor-stream.ts'
import { StoreOpenError, StoreUnavailableError } from './database-error.ts'
import type { Database, DbRow, StoreHealth, Transaction, TransactionOptions } from './database.ts'
import { NoticeSender } from './notice-sender.ts'
import { isUsableAfter, toStoreError } from './postgres-error.ts'
import { PostgresListener } from './postgres-listener.ts'
import { isStalePlan, PreparedStatements } from './prepared-statements.ts'
import type { RawRows, RowStream, StreamOptions } from './raw-rows.ts'
import { RowInterceptor } from './row-interceptor.ts'
import type { StoreLimits } from './store-limits.ts'
import type { Statement, StatementResult } from './running-transaction.ts'
import { rejectInsideTransaction, runTransaction } from './transaction-runner.ts'
import { decodeValue, encodeParameters } from './wire-value.ts'

const minimumVersion = 150_000

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
  // pg sends strings as text and Buffers as bytes, without another conversion.
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
async function runOn(
  client: pg.Pool | pg.PoolClient,
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

class PostgresSession implements RawSession {
  #client: pg.PoolClient
  #pool: pg.Pool
  #lost: Error | undefined
  #tap: RowInterceptor | undefined
  #isFetching = false
  #prepared: PreparedStatements
  #isStale = false
  #limits: StoreLimits
  /** Limit of a statement in the server. Scripts can lift it. */
  #statementMs: number

  constructor(
    client: pg.PoolClient,
    pool: pg.Pool,
    prepared: PreparedStatements,
    limits: StoreLimits,
  ) {
    this.#client = client
    this.#pool = pool
    this.#prepared = prepared
    this.#limits = limits
    this.#statementMs = limits.statementMs
    client.on('error', this.#remember)
  }

  /** The server sends the reason before pg reports the lost connection. */
  #remember = (error: Error): void => {
    this.#lost ??= error
  }

  #explain(error: unknown): unknown {
    return this.#lost ? toStoreError(this.#lost) : error
  }

  /** The statements before it in a round trip use their time first. */
  async run(text: string, values: readonly unknown[], before = 0): Promise<StatementResult> {
    const limitMs = this.#statementMs * (before + 1) + this.#limits.networkMs
    try {
      return await runOn(this.#client, text, values, this.#prepared, limitMs)
    } catch (error) {
      this.#isStale ||= isStalePlan(error)
      throw this.#explain(error)
    }
  }

  runAll(statements: readonly Statement[]): Promise<PromiseSettledResult<StatementResult>[]> {
    const { stream } = this.#client.connection
    stream.cork()
    const asked = statements.map(({ text, values }, at) => this.run(text, values, at))
    stream.uncork()
    return Promise.allSettled(asked)
  }

  async fetch(text: string): Promise<RawRows> {
    this.#tap ??= new RowInterceptor(this.#client.connection.stream)
    this.#isFetching = true
    try {
      const { fields } = await this.#client.query(toQuery(text, []))
      const columns = fields.map(({ name, dataTypeID, dataTypeModifier }) => {
        return { name, typeId: dataTypeID, typeModifier: dataTypeModifier }
      })
      return { columns, ...this.#tap.take() }
    } catch (error) {
      throw this.#explain(toStoreError(error))
    } finally {
      this.#isFetching = false
    }
  }

  /** PostgreSQL requires another connection to cancel a statement. */
  async cancel(): Promise<void> {
    if (!this.#isFetching) return
    const { processID } = this.#client as pg.PoolClient & { processID?: number }
    if (processID === undefined) return
    await runOn(this.#pool, 'select pg_cancel_backend($1::int)', [processID])
  }

  async script(text: string): Promise<void> {
    if (text.includes('statement_timeout')) this.#statementMs = this.#limits.maintenanceMs
    const limitMs = this.#limits.maintenanceMs + this.#limits.networkMs
    try {
      await this.#client.query({ text, query_timeout: limitMs } as pg.QueryConfig)
    } catch (error) {
      throw this.#explain(toStoreError(error))
    }
  }

  release(broken: boolean): void {
    this.#tap?.close()
    this.#client.off('error', this.#remember)
    // Discard connections with too many plans or plans of outdated tables.
    const isDone = broken || this.#lost !== undefined || this.#isStale || this.#prepared.isFull
    this.#client.release(isDone)
  }
}

function clientConfig(url: string, limits: StoreLimits): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'warehouse-terminal',
    // Statements run for milliseconds, but JIT compilation takes hundreds.
    options: '-c timezone=UTC -c datestyle=ISO,YMD -c intervalstyle=iso_8601 -c jit=off',
    lock_timeout: limits.lockMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    connectionTimeoutMillis: limits.connectMs,
    // A statement whose packets are lost would be waited for without end.
    query_timeout: limits.statementMs + limits.networkMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: (typeId: number) => (text: string) => decodeValue(typeId, text) },
  }
}

class PostgresStore implements Database {
  readonly kind = 'server'
  #pool: pg.Pool
  #listener: PostgresListener
  #notices: NoticeSender
  #limits: StoreLimits
  #serverVersion = ''
  #closing: Promise<void> | undefined
  #clients = new Set<pg.PoolClient>()
  #prepared = new WeakMap<pg.PoolClient, PreparedStatements>()

  constructor(url: string, limits: StoreLimits) {
    this.#limits = limits
    const config = clientConfig(url, limits)
    // Pipelining: send a statement before the previous response arrives. Missing from @types/pg.
    const pool: pg.PoolConfig & { pipeline: boolean } = {
      ...config,
      max: limits.poolSize,
      pipeline: true,
    }
    this.#pool = new pg.Pool(pool)
    // The pool replaces idle connections that die. Without this listener their error would end the
    // process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => this.#clients.add(client))
    this.#pool.on('remove', (client) => this.#clients.delete(client))
    this.#listener = new PostgresListener({ ...config, query_timeout: limits.networkMs })
    this.#notices = new NoticeSender((notices) => this.#listener.send(notices))
  }

  /**
   * @throws StoreOpenError if the server is too old, StoreUnavailableError if it is unreachable.
   */
  async start(): Promise<void> {
    const { rows } = await runOn(
      this.#pool,
      `select current_setting('server_version_num')::int as number,
        current_setting('server_version') as name,
        current_setting('server_encoding') as encoding`,
      [],
    )
    const { number, name, encoding } = rows[0] ?? {}
    this.#serverVersion = String(name)
    if (Number(number) < minimumVersion) {
      throw new StoreOpenError(
        label(
          `PostgreSQL ${String(name)}${josa(String(name), '은/는')} 지원하지 않습니다. 15 이상으로 올리십시오.`,
          `PostgreSQL ${String(name)} is too old: version 15 or later is needed.`,
        ),
      )
    }
    if (encoding !== 'UTF8') {
      throw new StoreOpenError(
        label(
          `데이터베이스 인코딩이 ${String(encoding)}입니다. ENCODING 'UTF8'로 만든 데이터베이스를 지정하십시오.`,
          `The database is encoded in ${String(encoding)}: name one created with ENCODING 'UTF8'.`,
        ),
      )
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#closing) throw new StoreUnavailableError('the database is closing')
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async #alone(statement: Sql): Promise<StatementResult> {
    rejectInsideTransaction(this)
    for (let tries = 1; ; tries += 1) {
      const session = await this.#session()
      let broken = true
      try {
        const result = await session.run(statement.text, statement.values)
        broken = false
        return result
      } catch (error) {
        broken = !isUsableAfter(error)
        if (!isStalePlan(error) || tries > this.#limits.poolSize) throw error
      } finally {
        session.release(broken)
      }
    }
  }

  async query<T extends DbRow = DbRow>(statement: Sql): Promise<T[]> {
    const result = await this.#alone(statement)
    return result.rows as T[]
  }

  async execute(statement: Sql): Promise<number> {
    return (await this.#alone(statement)).rowCount
  }

  transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return runTransaction(this, () => this.#session(), work, options)
  }

  async #session(): Promise<RawSession> {
    const client = await this.#connect()
    const prepared = this.#prepared.get(client) ?? new PreparedStatements()
    this.#prepared.set(client, prepared)
    return new PostgresSession(client, this.#pool, prepared, this.#limits)
  }

  stream(statement: Sql, options: StreamOptions): Promise<RowStream> {
    return openCursor(this, () => this.#session(), statement, options)
  }

  /** Runs on a separate connection without the ordinary statement timeout. */
  async script(text: string): Promise<void> {
    rejectInsideTransaction(this)
    const session = await this.#session()
    try {
      await session.script(`set statement_timeout = ${this.#limits.maintenanceMs}`)
      await session.script(text)
    } finally {
      session.release(true)
    }
  }

  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, heard)
  }

  async notify(channel: string, payload = ''): Promise<void> {
    rejectInsideTransaction(this)
    await this.#notices.send({ channel, payload })
  }

  async health(): Promise<StoreHealth> {
    const base: Omit<StoreHealth, 'ok'> = {
      kind: this.kind,
      serverVersion: this.#serverVersion,
      waiting: this.#pool.waitingCount,
    }
    try {
      await runOn(this.#pool, 'select 1', [])
      return { ...base, ok: !this.#closing }
    } catch (error) {
      return { ...base, ok: false, problem: error instanceof Error ? error.message : String(error) }
    }
  }

  async checkpoint(): Promise<void> {
    // The server schedules its own checkpoints, and running one requires a privilege.
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#notices.flush()
    await this.#listener.close()
    const cut = setTimeout(() => {
      for (const { connection } of this.#clients) connection.stream.destroy()
    }, this.#limits.statementMs + this.#limits.networkMs)
    await this.#pool.end()
    clearTimeout(cut)
  }
}

/** @throws StoreOpenError, StoreUnavailableError */
export async function openPostgresStore(options: {
  url: string
  limits: StoreLimits
}): Promise<Database> {
  const store = new PostgresStore(options.url, options.limits)
  try {
    await store.start()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
