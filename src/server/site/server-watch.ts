import { formatCount } from '#kernel/format-count.ts'
import type { Database } from '#server/db/database.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { storeFigures } from '#server/http/server-figures.ts'
import { readFigures, type SiteFigures } from '#server/http/site-figures.ts'
import { RepeatedCheck } from './repeated-check.ts'
import type { ServerWarnings } from './server-warnings.ts'

/** Administrators are warned above these limits. */
const limits = { replicaSeconds: 60, replicaBytes: 256 * 1024 * 1024, jobSeconds: 300 }

/**
 * Warns if a replica falls behind, or if jobs wait and no server runs any. Stores the figures of
 * this server for administrators.
 */
export class ServerWatch extends RepeatedCheck {
  readonly #db: Database
  readonly #warnings: ServerWarnings
  readonly #metrics: Metrics

  constructor(db: Database, warnings: ServerWarnings, metrics: Metrics) {
    super()
    this.#db = db
    this.#warnings = warnings
    this.#metrics = metrics
  }

  protected async runCheck(): Promise<void> {
    for (const [code, text] of findAlerts(await readFigures(this.#db))) {
      this.#warnings.note(code, text)
    }
    await storeFigures(this.#db, await this.#metrics.figures())
  }
}

/** Alerts, each with the code that Home counts and a text for the error log. */
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
