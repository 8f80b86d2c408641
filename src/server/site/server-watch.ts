import { formatCount } from '#kernel/format-count.ts'
import type { Database } from '#server/db/database.ts'
import { readFigures, type SiteFigures } from '#server/http/site-figures.ts'
import type { ServerWarnings } from './server-warnings.ts'

/** Above these, an administrator should know. */
const limits = { replicaSeconds: 60, replicaBytes: 256 * 1024 * 1024, jobSeconds: 300 }

/** Warns if a replica is behind, or if jobs wait that no server starts. */
export class ServerWatch {
  readonly #db: Database
  readonly #warnings: ServerWarnings
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(db: Database, warnings: ServerWarnings) {
    this.#db = db
    this.#warnings = warnings
  }

  start(everyMs: number): void {
    this.#timer = setInterval(() => void this.check(), everyMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  check(): Promise<void> {
    // A database that cannot be asked is reported by those who need it.
    this.#round = this.#round.then(() => this.#look()).catch(() => undefined)
    return this.#round
  }

  async #look(): Promise<void> {
    for (const [code, text] of findAlerts(await readFigures(this.#db))) {
      this.#warnings.note(code, text)
    }
  }
}

/** Codes that Home counts, with a text for the error log. */
export function findAlerts({ replica, ...site }: SiteFigures): [string, string][] {
  const alerts: [string, string][] = []
  if (replica && (replica.seconds > limits.replicaSeconds || replica.bytes > limits.replicaBytes)) {
    const megabytes = formatCount(Math.round(replica.bytes / 1024 / 1024))
    const seconds = formatCount(Math.round(replica.seconds))
    alerts.push(['REPLICA_BEHIND', `A replica is ${seconds} s and ${megabytes} MB behind.`])
  }
  if (site.oldestJobSeconds > limits.jobSeconds && site.jobsRunning === 0) {
    const minutes = formatCount(Math.round(site.oldestJobSeconds / 60))
    const jobs = formatCount(site.jobsWaiting)
    alerts.push(['JOBS_WAITING', `No job runs, and ${jobs} wait, the oldest for ${minutes} min.`])
  }
  return alerts
}
