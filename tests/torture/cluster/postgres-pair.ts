import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { systemAccount } from '#tests/support/system-account.ts'
import { Daemon, signalTree } from './process.ts'

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 60
shared_buffers = 128MB
# The machine survives every fault: what the kernel has is on disk.
fsync = off
wal_level = replica
max_wal_senders = 4
wal_keep_size = 256MB
wal_retrieve_retry_interval = 500ms
log_min_messages = fatal
`

interface NodeOptions {
  readonly programs: string
  readonly folder: string
  readonly name: string
  readonly port: number
}

/** One PostgreSQL server on this machine. */
export class PostgresNode {
  readonly port: number
  readonly #programs: string
  readonly #data: string
  #daemon: Daemon | undefined

  constructor({ programs, folder, name, port }: NodeOptions) {
    this.port = port
    this.#programs = programs
    this.#data = path.join(folder, name)
  }

  #run(program: string, args: readonly string[]): void {
    const options = { ...systemAccount(), cwd: path.dirname(this.#data), encoding: 'utf8' } as const
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    const created = spawnSync(path.join(this.#programs, program), args, { ...options, env })
    if (created.status !== 0)
      throw new Error(`${program}: ${created.error?.message ?? created.stderr}`)
  }

  initialise(more = ''): void {
    const how = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
    this.#run('initdb', ['-D', this.#data, ...how])
    fs.appendFileSync(path.join(this.#data, 'postgresql.conf'), settings + more)
  }

  async start(): Promise<void> {
    this.#daemon = new Daemon(
      path.join(this.#programs, 'postgres'),
      ['-D', this.#data, '-p', String(this.port)],
      path.dirname(this.#data),
    )
    for (;;) {
      if (this.#daemon.hasEnded) throw new Error(`postgres ended: ${this.#daemon.output}`)
      const answer = await this.ask('select 1').catch(() => undefined)
      if (answer) return
      await pause(50)
    }
  }

  url(database: string, user = 'postgres'): string {
    return `postgresql://${user}@127.0.0.1:${this.port}/${database}`
  }

  /** Runs one statement on a new connection. */
  async ask<T extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
    database = 'postgres',
  ): Promise<T[]> {
    const client = new pg.Client({
      connectionString: this.url(database),
      connectionTimeoutMillis: 5_000,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Ends all its processes at the same time, as a power failure does. */
  async kill(): Promise<void> {
    const daemon = this.#daemon
    if (!daemon || daemon.hasEnded) return
    daemon.signal('SIGSTOP')
    signalTree(daemon.pid, 'SIGKILL')
    await daemon.end('SIGKILL')
    fs.rmSync(path.join(this.#data, 'postmaster.pid'), { force: true })
  }

  pause(): void {
    signalTree(this.#daemon?.pid ?? 0, 'SIGSTOP')
  }

  resume(): void {
    signalTree(this.#daemon?.pid ?? 0, 'SIGCONT')
  }

  async restart(): Promise<void> {
    await this.#daemon?.end('SIGINT')
    await this.start()
  }

  /**
   * Turns the node into the standby of another node and waits until commits are synchronous again.
   */
  async follow(primary: PostgresNode): Promise<void> {
    fs.rmSync(this.#data, { recursive: true, force: true })
    const from = `host=127.0.0.1 port=${primary.port} user=postgres`
    this.#run('pg_basebackup', ['-D', this.#data, '-R', '-X', 'stream', '-c', 'fast', '-d', from])
    await this.start()
    await primary.#setSynchronous('*')
    await primary.waitForStandby()
  }

  async waitForStandby(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const [row] = await this.ask(`select 1 from pg_stat_replication where sync_state = 'sync'`)
      if (row) return
      await pause(100)
    }
    throw new Error('the standby does not follow')
  }

  async #setSynchronous(names: string): Promise<void> {
    await this.ask(`alter system set synchronous_standby_names = '${names}'`)
    await this.ask('select pg_reload_conf()')
  }

  async promote(): Promise<void> {
    await this.ask('select pg_promote(true, 30)')
    // Without a standby, every commit would wait for one.
    await this.#setSynchronous('')
  }
}
