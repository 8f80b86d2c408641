import { randomUUID } from 'node:crypto'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { openCursor, type RawSession } from './cursor-stream.ts'
import { StoreOpenError, StoreUnavailableError } from './database-error.ts'
import type {
  Database,
  DbRow,
  PoolState,
  ReadCounts,
  StoreHealth,
  Transaction,
  TransactionOptions,
} from './database.ts'
import { NoticeSender } from './notice-sender.ts'
import { isUsableAfter, toStoreError } from './postgres-error.ts'
import { PostgresHosts } from './postgres-hosts.ts'
import { PostgresListener } from './postgres-listener.ts'
import { PostgresSession, runOn } from './postgres-session.ts'
import { isStalePlan, PreparedStatements } from './prepared-statements.ts'
import type { RowStream, StreamOptions } from './raw-rows.ts'
import { ReadReplica } from './read-replica.ts'
import type { StoreLimits } from './store-limits.ts'
import type { StatementResult } from './running-transaction.ts'
import { rejectInsideTransaction, runTransaction } from './transaction-runner.ts'
import {
  serverProcessId,
  isRefusedStartup,
  runInTransaction,
  startupSettings,
  noNoticesError,
  withoutStartupSettings,
} from './transaction-pooler.ts'
import { decodeValue } from './wire-value.ts'

const minimumVersion = 150_000

function clientConfig(limits: StoreLimits): pg.ClientConfig {
  return {
    application_name: 'warehouse-terminal',
    ...startupSettings(limits),
    connectionTimeoutMillis: limits.connectMs,
    // If the packets of a statement are lost, pg would otherwise wait forever.
    query_timeout: limits.statementMs + limits.networkMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: (typeId: number) => (text: string) => decodeValue(typeId, text) },
  }
}

/** Options of the pool that its types omit or declare as synchronous. */
interface PoolExtras {
  readonly pipeline: boolean
  readonly onConnect: (client: pg.ClientBase) => Promise<void>
}

export interface PostgresOptions {
  readonly url: string
  readonly listenUrl?: string | undefined
  /** Address of a standby that serves reads. */
  readonly replicaUrl?: string | undefined
  readonly limits: StoreLimits
  /** Whether `url` itself is a standby, which accepts no writes and sends no notices. */
  readonly isReplica?: boolean
}

class PostgresStore implements Database {
  readonly kind = 'server'
  readonly #isReplica: boolean
  readonly #replica: ReadReplica | undefined
  #hosts: PostgresHosts
  #pool: pg.Pool
  #listener: PostgresListener
  #notices: NoticeSender
  #limits: StoreLimits
  #listenUrl: string | undefined
  /**
   * Whether a pooler shares the connections with other clients. The state of a shared connection
   * ends with each transaction.
   */
  #isPooled = false
  #serverVersion = ''
  #closing: Promise<void> | undefined
  #clients = new Set<pg.PoolClient>()
  #prepared = new WeakMap<pg.PoolClient, PreparedStatements>()

  constructor({ url, listenUrl, replicaUrl, limits, isReplica = false }: PostgresOptions) {
    this.#limits = limits
    this.#isReplica = isReplica
    if (replicaUrl) {
      const options = { url: replicaUrl, limits, isReplica: true } as const
      this.#replica = new ReadReplica(this, () => openPostgresStore(options))
    }
    this.#listenUrl = listenUrl
    this.#hosts = new PostgresHosts(url)
    const config = clientConfig(limits)
    // Pipelining: send a statement before the previous response arrives.
    const pool: Omit<pg.PoolConfig, 'onConnect'> & PoolExtras = {
      ...config,
      Client: this.#hosts.clientClass(() => (this.#isPooled ? withoutStartupSettings : {})),
      max: limits.poolSize,
      pipeline: true,
      onConnect: (client) => this.#hosts.assertRole(client, isReplica ? 'standby' : 'primary'),
    }
    this.#pool = new pg.Pool(pool)
    // The pool replaces connections that die. Without error listeners on the pool and on each
    // client in use, an error would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined)
      this.#clients.add(client)
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client))
    const listening = { ...config, query_timeout: limits.networkMs }
    this.#listener = new PostgresListener(
      listening,
      listenUrl ? new PostgresHosts(listenUrl) : this.#hosts,
    )
    this.#notices = new NoticeSender((notices) => this.#listener.send(notices))
  }

  /**
   * @throws StoreOpenError if the server is too old or no notices arrive, StoreUnavailableError if
   * it is unreachable.
   */
  async start(): Promise<void> {
    await this.#recognizePooler()
    await this.#checkServer()
    if (!this.#isReplica && (this.#isPooled || this.#listenUrl)) await this.#checkNotices()
  }

  async #recognizePooler(): Promise<void> {
    try {
      const client = await this.#connect()
      let isReusable = false
      try {
        const { rows } = await runOn(client, 'select pg_backend_pid() as process', [])
        isReusable = Number(rows[0]?.['process']) === serverProcessId(client)
        this.#isPooled = !isReusable
      } finally {
        client.release(!isReusable)
      }
    } catch (error) {
      if (!isRefusedStartup(error)) throw error
      this.#isPooled = true
    }
  }

  /**
   * Verifies that notices arrive. A pooler delivers those of a shared connection to its current
   * client, or to none.
   */
  async #checkNotices(): Promise<void> {
    const channel = `start_${randomUUID()}`
    const arrived = Promise.withResolvers<boolean>()
    const limit = setTimeout(() => arrived.resolve(false), this.#limits.networkMs)
    try {
      const unlisten = await this.#listener.listen(channel, () => arrived.resolve(true))
      await this.#runOnPool('select pg_notify($1, $2)', [channel, ''])
      if (!(await arrived.promise)) throw noNoticesError(this.#listenUrl)
      await unlisten()
    } catch (error) {
      throw isRefusedStartup(error) ? noNoticesError(this.#listenUrl, error) : error
    } finally {
      clearTimeout(limit)
    }
  }

  async #checkServer(): Promise<void> {
    const { rows } = await this.#runOnPool(
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
          `The database is encoded in ${String(encoding)}. Use a database created with ENCODING 'UTF8'.`,
        ),
      )
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#closing) throw new StoreUnavailableError('the database is closing')
    for (let tries = 1; ;) {
      const { round } = this.#hosts
      try {
        const client = await this.#pool.connect()
        if (this.#hosts.isCurrent(client)) return client
        client.release(true)
      } catch (error) {
        const storeError = toStoreError(error)
        if (!(storeError instanceof StoreUnavailableError)) throw storeError
        this.#hosts.skip(round)
        if (tries >= this.#hosts.count) throw storeError
        tries += 1
      }
    }
  }

  async #runOnPool(text: string, values: readonly unknown[]): Promise<StatementResult> {
    const client = await this.#connect()
    let isBroken = false
    try {
      return await runOn(client, text, values)
    } catch (error) {
      isBroken = !isUsableAfter(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  async #runOutsideTransaction(statement: Sql): Promise<StatementResult> {
    rejectInsideTransaction(this)
    for (let tries = 1; ; tries += 1) {
      const session = await this.#session()
      let isBroken = true
      try {
        const result = this.#isPooled
          ? await runInTransaction(session, statement)
          : await session.run(statement.text, statement.values)
        isBroken = false
        return result
      } catch (error) {
        isBroken = !isUsableAfter(error)
        if (!isStalePlan(error) || tries > this.#limits.poolSize) throw error
      } finally {
        session.release(isBroken)
      }
    }
  }

  async query<T extends DbRow = DbRow>(statement: Sql): Promise<T[]> {
    const result = await this.#runOutsideTransaction(statement)
    return result.rows as T[]
  }

  async execute(statement: Sql): Promise<number> {
    return (await this.#runOutsideTransaction(statement)).rowCount
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
    const origin = {
      ask: (text: string, values: readonly unknown[]) => this.#runOnPool(text, values),
      leaveHost: () => this.#hosts.leave(this.#hosts.findRound(client)),
      isPooled: this.#isPooled,
    }
    return new PostgresSession(client, origin, prepared, this.#limits)
  }

  stream(statement: Sql, options: StreamOptions): Promise<RowStream> {
    return openCursor(this, () => this.#session(), statement, options)
  }

  async read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    rejectInsideTransaction(this)
    return this.#replica ? this.#replica.read(work) : work(this)
  }

  reads(): ReadCounts | undefined {
    return this.#replica?.counts
  }

  /** Runs on a separate connection without the ordinary statement timeout. */
  async script(text: string): Promise<void> {
    rejectInsideTransaction(this)
    if (this.#isPooled) return this.#scriptInTransaction(text)
    const session = await this.#session()
    try {
      await session.script(`set statement_timeout = ${this.#limits.maintenanceMs}`)
      await session.script(text)
    } finally {
      session.release(true)
    }
  }

  #scriptInTransaction(text: string): Promise<void> {
    return this.transaction(async (tx) => {
      await tx.script(`set local statement_timeout = ${this.#limits.maintenanceMs}`)
      await tx.script(text)
    })
  }

  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, listener)
  }

  async notify(channel: string, payload = ''): Promise<void> {
    rejectInsideTransaction(this)
    await this.#notices.send({ channel, payload })
  }

  pool(): PoolState {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.#pool
    return { used: totalCount - idle, idle, waiting }
  }

  async health(): Promise<StoreHealth> {
    const base: Omit<StoreHealth, 'ok'> = {
      kind: this.kind,
      serverVersion: this.#serverVersion,
      waiting: this.#pool.waitingCount,
    }
    try {
      await this.#runOnPool('select 1', [])
      return { ...base, ok: !this.#closing }
    } catch (error) {
      return { ...base, ok: false, problem: error instanceof Error ? error.message : String(error) }
    }
  }

  async checkpoint(): Promise<void> {
    // No-op: the server schedules its own checkpoints, and running one requires a privilege.
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#replica?.close()
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
export async function openPostgresStore(options: PostgresOptions): Promise<Database> {
  const store = new PostgresStore(options)
  try {
    await store.start()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
