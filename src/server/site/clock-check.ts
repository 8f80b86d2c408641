import os from 'node:os'
import type { Database } from '#server/db/database.ts'
import { databaseClock } from '#server/db/database-clock.ts'
import { RepeatedCheck } from './repeated-check.ts'
import type { ServerWarnings } from './server-warnings.ts'

const maxClockSkewMs = 5_000

/** Warns if the clock of this server differs from the database's. */
export class ClockCheck extends RepeatedCheck {
  readonly #db: Database
  readonly #warnings: ServerWarnings
  readonly #log: (text: string) => void

  constructor(db: Database, warnings: ServerWarnings, log: (text: string) => void) {
    super()
    this.#db = db
    this.#warnings = warnings
    this.#log = log
  }

  protected async runCheck(): Promise<void> {
    const before = Date.now()
    const shared = await databaseClock(this.#db)
    const after = Date.now()
    // The database read its clock between `before` and `after`, however long the response took.
    const aheadMs = Math.max(before - shared, 0) || Math.min(after - shared, 0)
    if (Math.abs(aheadMs) <= maxClockSkewMs) return
    const seconds = Math.round(Math.abs(aheadMs) / 1000)
    const direction = aheadMs > 0 ? 'ahead of' : 'behind'
    const text = `The clock of ${os.hostname()} is ${seconds} s ${direction} the database's.`
    if (this.#warnings.note('CLOCK', text)) this.#log(text)
  }
}
