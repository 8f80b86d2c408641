import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { watchLedger, type LedgerState } from './ledger-round.ts'

/** Movements sealed per transaction. Kept short because the embedded store has one connection. */
const sealBatchSize = 1_000
const dayBatchSize = 10
/**
 * After a check, pauses this many times its duration, which leaves 90 % of the store's time to
 * users.
 */
const restFactor = 9

export async function sealLedger(db: Database): Promise<number> {
  let sealed = 0
  for (;;) {
    const [row] = await db.query<{ n: number }>(
      sql`select seal_ledger(${sealBatchSize}::integer) n`,
    )
    sealed += row?.n ?? 0
    if ((row?.n ?? 0) < sealBatchSize) return sealed
  }
}

export async function closeDays(db: Database, patienceMinutes = 5): Promise<number> {
  for (let closed = 0; closed < dayBatchSize; closed += 1) {
    const [row] = await db.query<{ day: string | null }>(sql`
      select close_stock_day(make_interval(mins => ${patienceMinutes}::integer)) as day`)
    if (!row?.day) return closed
  }
  return dayBatchSize
}

/**
 * Maintains the ledger while the server runs: seals new movements, closes dates and gradually
 * verifies the entire ledger. Then runs `follow`. A failed round is reported and
 * retried.
 */
export class LedgerWorker {
  readonly #db: Database
  readonly #everyMs: number
  readonly #onState: (state: LedgerState) => Promise<void>
  readonly #report: (error: unknown) => void
  readonly #follow: (db: Database) => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #restsUntil = 0
  #round: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(
    db: Database,
    everyMs: number,
    onState: (state: LedgerState) => Promise<void>,
    report: (error: unknown) => void,
    follow: (db: Database) => Promise<void> = async () => undefined,
  ) {
    this.#db = db
    this.#everyMs = everyMs
    this.#onState = onState
    this.#report = report
    this.#follow = follow
  }

  start(): void {
    this.#plan(this.#everyMs)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  /** Schedules the next round only after the current one, so slow rounds never overlap. */
  #plan(waitMs: number): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#work()
        .catch(this.#report)
        .finally(() => {
          if (!this.#stopped) this.#plan(this.#everyMs)
        })
    }, waitMs)
    this.#timer.unref()
  }

  async #work(): Promise<void> {
    // A store that rejects writes cannot have new postings.
    if (!(await this.#db.health()).ok) return
    await sealLedger(this.#db)
    await closeDays(this.#db)
    const started = performance.now()
    if (started < this.#restsUntil) return
    const state = await watchLedger(this.#db)
    if (state) await this.#onState(state)
    await this.#follow(this.#db)
    const ended = performance.now()
    this.#restsUntil = ended + restFactor * (ended - started)
  }
}
