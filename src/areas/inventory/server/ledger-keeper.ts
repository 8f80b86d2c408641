import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { watchLedger, type LedgerState } from './ledger-round.ts'

/** Movements sealed in one transaction: short, because the embedded store has one connection. */
const sealedAtOnce = 1_000
const daysAtOnce = 10
/** The walk rests so many times as long as it took: nine tenths of the store are people's. */
const restTimes = 9

/** Seals everything that waits; returns how much it was. */
export async function sealLedger(db: Database): Promise<number> {
  let sealed = 0
  for (;;) {
    const [row] = await db.query<{ n: number }>(sql`select seal_ledger(${sealedAtOnce}::integer) n`)
    sealed += row?.n ?? 0
    if ((row?.n ?? 0) < sealedAtOnce) return sealed
  }
}

/** Closes days that are over, oldest first; returns how many. */
export async function closeDays(db: Database, patienceMinutes = 5): Promise<number> {
  for (let closed = 0; closed < daysAtOnce; closed += 1) {
    const [row] = await db.query<{ day: string | null }>(sql`
      select close_stock_day(make_interval(mins => ${patienceMinutes}::integer)) as day`)
    if (!row?.day) return closed
  }
  return daysAtOnce
}

/**
 * Looks after the ledger while the server runs: seals what was posted, closes days, and walks over
 * everything to see whether it still adds up; then whatever follows the ledger has its turn. A round
 * that fails is reported and tried again.
 */
export class LedgerKeeper {
  readonly #db: Database
  readonly #everyMs: number
  readonly #told: (state: LedgerState) => Promise<void>
  readonly #report: (error: unknown) => void
  readonly #follow: (db: Database) => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #restsUntil = 0
  #round: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(
    db: Database,
    everyMs: number,
    told: (state: LedgerState) => Promise<void>,
    report: (error: unknown) => void,
    follow: (db: Database) => Promise<void> = async () => undefined,
  ) {
    this.#db = db
    this.#everyMs = everyMs
    this.#told = told
    this.#report = report
    this.#follow = follow
  }

  start(): void {
    this.#plan(this.#everyMs)
  }

  /** Waits for the round that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  /** The pause is between rounds, so that slow ones never pile up. */
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
    // A store that refuses writes has posted nothing new.
    if (!(await this.#db.health()).ok) return
    await sealLedger(this.#db)
    await closeDays(this.#db)
    const begun = performance.now()
    if (begun < this.#restsUntil) return
    const state = await watchLedger(this.#db)
    if (state) await this.#told(state)
    await this.#follow(this.#db)
    const ended = performance.now()
    this.#restsUntil = ended + restTimes * (ended - begun)
  }
}
