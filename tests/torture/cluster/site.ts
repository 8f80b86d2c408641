import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#tests/support/free-port.ts'
import { createMemoryFolder } from '#tests/support/memory-folder.ts'
import { poolerConfiguration } from '#tests/support/pooler-configuration.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { systemAccount } from '#tests/support/system-account.ts'
import { MovingAddress, type Passage } from './moving-address.ts'
import { PostgresNode } from './postgres-pair.ts'
import { Daemon } from './process.ts'
import type { ClusterPrograms } from './programs.ts'

const database = 'wms'
export const drainMs = 2_000
const limits = {
  DATABASE_CONNECT_SECONDS: '3',
  DATABASE_STATEMENT_SECONDS: '6',
  DATABASE_LOCK_SECONDS: '5',
  DRAIN_SECONDS: String(drainMs / 1000),
  PRINTS_PER_MINUTE: '0',
  SAVES_PER_MINUTE: '0',
  LARGE_CALLS_PER_MINUTE: '0',
}

interface Slot {
  readonly port: number
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  running: ServerProcess | undefined
}

/**
 * Several servers behind haproxy on a primary with a synchronous standby. The last server reaches
 * both hosts itself. The others share a pgbouncer and an address that moves with the primary.
 */
export class ClusterSite {
  readonly #folder: string
  readonly #nodes: readonly [PostgresNode, PostgresNode]
  readonly #addresses: readonly MovingAddress[]
  readonly #slots: readonly Slot[]
  readonly #daemons: Daemon[]
  readonly url: string
  /** Error lines of the servers. */
  readonly errors: string[] = []
  #primary = 0

  private constructor(
    folder: string,
    nodes: readonly [PostgresNode, PostgresNode],
    addresses: readonly MovingAddress[],
    slots: readonly Slot[],
    daemons: Daemon[],
    url: string,
  ) {
    this.#folder = folder
    this.#nodes = nodes
    this.#addresses = addresses
    this.#slots = slots
    this.#daemons = daemons
    this.url = url
  }

  static async open(programs: ClusterPrograms, servers: number): Promise<ClusterSite> {
    const folder = fs.mkdtempSync(path.join(createMemoryFolder() ?? os.tmpdir(), 'wmscl-'))
    fs.chmodSync(folder, 0o755)
    const as = systemAccount()
    if (as) fs.chownSync(folder, as.uid, as.gid)
    const createNode = async (name: string) =>
      new PostgresNode({ programs: programs.postgres, folder, name, port: await findFreePort() })
    const nodes = [await createNode('first'), await createNode('second')] as const
    nodes[0].initialise()
    await nodes[0].start()
    await nodes[0].ask('create role wms login')
    await nodes[0].ask(`create database ${database} owner wms`)
    const addresses = [
      await MovingAddress.open(nodes[0].port),
      await MovingAddress.open(nodes[0].port),
      await MovingAddress.open(nodes[1].port),
    ]
    const [moving, ...hosts] = addresses.map(({ port }) => `127.0.0.1:${port}`)
    const daemons: Daemon[] = []
    const pooled = await startPooler(programs.pgbouncer, folder, `postgresql://wms@${moving}/wms`)
    daemons.push(pooled.daemon)
    const direct = `postgresql://wms@${hosts.join(',')}/${database}`
    const slots: Slot[] = []
    for (let index = 0; index < servers; index += 1) {
      const isDirect = index === servers - 1
      const env = {
        DATABASE_URL: isDirect ? direct : pooled.url,
        LISTEN_URL: direct,
        REPLICA_URL: direct,
        ...limits,
      }
      const dataDir = path.join(folder, `server${index}`)
      slots.push({ port: await findFreePort(), dataDir, env, running: undefined })
    }
    const balancer = await startBalancer(programs.haproxy, folder, slots)
    daemons.push(balancer.daemon)
    const site = new ClusterSite(folder, nodes, addresses, slots, daemons, balancer.url)
    // Kills all processes at the same time, as in a power failure.
    await Promise.all(slots.map((_, index) => site.startServer(index)))
    await nodes[1].follow(nodes[0])
    await site.whenReady()
    return site
  }

  get servers(): number {
    return this.#slots.length
  }

  get primary(): PostgresNode {
    return this.#nodes[this.#primary] ?? this.#nodes[0]
  }

  get primaryUrl(): string {
    return this.primary.url(database, 'wms')
  }

  ask(text: string, values: unknown[] = []) {
    return this.primary.ask<Record<string, unknown>>(text, values, database)
  }

  /** Makes every save wait in the database until the returned function is called. */
  async holdSaves(): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: this.primaryUrl })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin; lock table idempotency in exclusive mode')
    return () => client.end()
  }

  async startServer(at: number, env: Readonly<Record<string, string>> = {}): Promise<void> {
    const slot = this.#slots[at]
    if (!slot) return
    const own = { PORT: String(slot.port), ...slot.env, ...env }
    slot.running = await startServer({ dataDir: slot.dataDir, env: own })
    slot.running.child.stdout?.on('data', (chunk: Buffer) => this.#log(at, chunk))
    slot.running.child.stderr?.on('data', (chunk: Buffer) => this.#log(at, chunk))
  }

  #log(at: number, chunk: Buffer): void {
    for (const line of chunk.toString().split('\n')) {
      if (/"level":[56]0|^\w*Error|^\s+at /.test(line)) {
        const { msg, err } = /^\{.*\}$/.test(line)
          ? (JSON.parse(line) as { msg?: string; err?: { stack?: string } })
          : { msg: line }
        this.errors.push(`server ${at + 1}: ${msg} ${err?.stack?.slice(0, 600) ?? ''}`)
      }
    }
  }

  async endServer(at: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const running = this.#slots[at]?.running
    if (!running) return
    running.child.kill(signal)
    await running.stop()
    const { exitCode } = running.child
    if (signal === 'SIGTERM' && exitCode !== 0)
      this.errors.push(`server ${at + 1}: exit ${exitCode}`)
  }

  set passage(passage: Passage) {
    for (const address of this.#addresses) address.passage = passage
  }

  /** Kills the primary and promotes the standby. The address moves. */
  async failOver(): Promise<void> {
    await this.primary.waitForStandby()
    await this.primary.kill()
    this.#primary = 1 - this.#primary
    await this.primary.promote()
    this.#addresses[0]?.moveTo(this.primary.port)
  }

  /** Turns the node that is not the primary back into its standby. */
  async rebuildStandby(): Promise<void> {
    await this.#nodes[1 - this.#primary]?.follow(this.primary)
  }

  /** Number of lists that the running servers have read from the standby since their start. */
  async countReplicaReads(): Promise<number> {
    const counts = await Promise.all(
      this.#slots.map(async ({ port }) => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
        return Number(/^wms_reads_total\{from="replica"\} (\d+)$/m.exec(text)?.[1] ?? 0)
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** Waits until every server reports itself as ready. */
  async whenReady(): Promise<void> {
    let seen: readonly string[] = []
    for (let tries = 0; tries < 600; tries += 1) {
      const states = await Promise.all(
        this.#slots.map(({ port }) =>
          fetch(`http://127.0.0.1:${port}/api/ready`).then(
            (response) => (response.ok ? 'ready' : response.text()),
            (error: unknown) => String(error),
          ),
        ),
      )
      if (states.every((state) => state === 'ready')) return
      seen = states
      await pause(100)
    }
    throw new Error(`not ready: ${[...seen, ...this.errors.slice(-5)].join('; ')}`)
  }

  async close(): Promise<void> {
    for (const at of this.#slots.keys()) await this.endServer(at, 'SIGKILL')
    for (const daemon of this.#daemons) await daemon.end('SIGKILL')
    for (const node of this.#nodes) await node.kill()
    for (const address of this.#addresses) await address.close()
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startPooler(program: string, folder: string, target: string) {
  const port = await findFreePort()
  const file = path.join(folder, 'pgbouncer.ini')
  const options = { mode: 'transaction', ignoresSettings: false, size: 20 } as const
  fs.writeFileSync(file, poolerConfiguration(new URL(target), port, options))
  const daemon = new Daemon(program, [file], folder)
  return { daemon, url: `postgresql://wms@127.0.0.1:${port}/${database}` }
}

async function startBalancer(program: string, folder: string, slots: readonly Slot[]) {
  const port = await findFreePort()
  const file = path.join(folder, 'haproxy.cfg')
  const servers = slots.map(({ port: own }, index) => `  server s${index} 127.0.0.1:${own}`)
  fs.writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout check 3s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 3
frontend site
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /api/ready
  default-server check inter 500ms fall 2 rise 1
${servers.join('\n')}
`,
  )
  return { daemon: new Daemon(program, ['-f', file], folder), url: `http://127.0.0.1:${port}` }
}
