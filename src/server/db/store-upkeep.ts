import fs from 'node:fs/promises'
import path from 'node:path'
import sql from 'sql-template-tag'
import { analyzeChanged } from './analyze-tables.ts'
import type { Database, StoreHealth } from './database.ts'
import { clusterFolder } from './embedded-protocol.ts'
import type { StoreLimits } from './store-limits.ts'

const dayMs = 24 * 60 * 60_000
const quietHour = 3
const analyzeWalBytes = 4 * 1024 * 1024

interface UpkeepStore extends Pick<Database, 'query' | 'script' | 'checkpoint'> {
  readonly limits: StoreLimits
  refuseWrites(isFull: boolean, room: string): Promise<void>
}

type Measures = Pick<StoreHealth, 'walBytes' | 'freeBytes'>

/**
 * Replaces the background processes of a PostgreSQL server, which PGlite lacks: checkpoints,
 * nightly VACUUM and disk space monitoring.
 */
export class StoreUpkeep {
  #store: UpkeepStore
  #dataDir: string
  #timer: NodeJS.Timeout | undefined
  #checkpointAt = performance.now()
  #checkpointLsn = 0
  #analyzedLsn = 0
  #vacuumAt = Date.now()
  #walBytes = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(store: UpkeepStore, dataDir: string) {
    this.#store = store
    this.#dataDir = dataDir
  }

  async start(): Promise<void> {
    this.#checkpointLsn = await this.#lsn()
    await this.#guardDisk()
    this.#timer = setInterval(() => void this.tick(), this.#store.limits.upkeepMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Runs one round. Rounds never overlap. A failure is reported in the store's health. */
  tick(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#round()).catch(() => undefined)
    return this.#turn
  }

  async #round(): Promise<void> {
    await this.#guardDisk()
    const lsn = await this.#lsn()
    this.#walBytes = lsn - this.#checkpointLsn
    const { checkpointMs, checkpointWalBytes } = this.#store.limits
    const isDue = performance.now() - this.#checkpointAt >= checkpointMs
    // A checkpoint itself writes about 200 bytes of log, so ignore less than 1,000.
    if (this.#walBytes >= checkpointWalBytes || (isDue && this.#walBytes > 1_000)) {
      await this.#checkpoint()
    }
    if (this.#vacuumDue()) await this.#vacuum()
    else if (lsn - this.#analyzedLsn >= analyzeWalBytes) await this.#analyze(lsn)
  }

  /**
   * Updates the planner statistics. Without them, the planner assumes that tables are as small as
   * when they were created.
   */
  async #analyze(lsn: number): Promise<void> {
    this.#analyzedLsn = lsn
    await analyzeChanged(this.#store)
  }

  async #lsn(): Promise<number> {
    const rows = await this.#store.query<{ bytes: number }>(
      sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
    )
    return rows[0]?.bytes ?? 0
  }

  async #checkpoint(): Promise<void> {
    await this.#store.checkpoint()
    this.#checkpointAt = performance.now()
    this.#checkpointLsn = await this.#lsn()
    this.#walBytes = 0
  }

  /** Returns true once a night, or a day after the last vacuum if the machine is off at night. */
  #vacuumDue(): boolean {
    const since = Date.now() - this.#vacuumAt
    return since >= dayMs || (new Date().getHours() === quietHour && since > dayMs / 2)
  }

  async #vacuum(): Promise<void> {
    this.#vacuumAt = Date.now()
    this.#analyzedLsn = await this.#lsn()
    await this.#store.script('vacuum (analyze)')
    await this.#checkpoint()
  }

  async measure(): Promise<Measures> {
    const { bavail, bsize } = await fs.statfs(this.#dataDir)
    return { freeBytes: bavail * bsize, walBytes: this.#walBytes }
  }

  async #walOnDisk(): Promise<number> {
    const folder = path.join(clusterFolder(this.#dataDir), 'pg_wal')
    const entries = await fs.readdir(folder, { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const sizes = await Promise.all(
      files.map(async (file) => (await fs.stat(path.join(folder, file.name))).size),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  async #guardDisk(): Promise<void> {
    const { freeBytes = 0 } = await this.measure()
    const needed = Math.max(this.#store.limits.minFreeBytes, 2 * (await this.#walOnDisk()))
    const room = ` (${this.#dataDir}: ${toMegabytes(freeBytes)} free, ${toMegabytes(needed)} needed)`
    await this.#store.refuseWrites(freeBytes < needed, room)
  }
}

const toMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`
