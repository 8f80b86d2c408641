import sql, { empty, type Sql } from 'sql-template-tag'
import { StoreError, type Database, type Transaction } from '#server/db/database.ts'
import {
  readChangedKeys,
  ChangeLogPurge,
  leaseChangeLog,
  readSnapshot,
  renewalMs,
} from './change-log.ts'
import { ColumnEngine } from './column-engine.ts'
import { replaceRows, copyAllRows, createTable } from './copied-rows.ts'
import { LatestRun } from './latest-run.ts'
import type { DecidingRule, RowCopy, TextTable } from './row-copy.ts'

export interface CopyLimits {
  /** Memory for the copy; 0 disables it. */
  readonly megabytes: number
  /** Below this number of rows PostgreSQL is fast enough. */
  readonly minRows: number
}

type RuleMarks = ReadonlyMap<string, DecidingRule & { readonly mark: string }>

interface CurrentCopy {
  readonly engine: ColumnEngine
  snapshot: string
  readonly timeline: string
  day: string
  rules: RuleMarks
  /** Rows replaced since the last checkpoint. */
  replaced: number
}

/** Above this number of changed rows, copying all rows is faster. */
const maxChanges = 50_000
/** Deleted rows occupy memory until a checkpoint. */
const checkpointRows = 100_000
const retryMs = 600_000

/**
 * A copy of rows in columns, brought up to date before each query. If anything fails, the caller
 * queries PostgreSQL instead.
 */
export class ColumnCopy {
  readonly #db: Database
  readonly #copy: RowCopy
  readonly #limits: CopyLimits
  readonly #report: (error: unknown) => void
  readonly #purge = new ChangeLogPurge()
  readonly #refresh = new LatestRun(() => this.#bringUpToDate())
  #copied: CurrentCopy | undefined
  #copying: Promise<void> | undefined
  #notBefore = 0
  #reported = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(db: Database, copy: RowCopy, limits: CopyLimits, report: (error: unknown) => void) {
    this.#db = db
    this.#copy = copy
    this.#limits = limits
    this.#report = report
  }

  /**
   * Queries the current rows. Returns undefined while there is no copy, and the caller must query
   * PostgreSQL.
   */
  async read(statement: Sql): Promise<TextTable | undefined> {
    if (!this.#copied) {
      void this.start()
      return undefined
    }
    const copied = await this.#refresh.run().catch((error: unknown) => this.#fail(error))
    return copied?.engine.read(statement).catch((error: unknown) => {
      // Another report can have discarded this copy.
      if (copied === this.#copied) this.#reportOnce(error)
      return undefined
    })
  }

  /** Makes the first copy, if there are enough rows and memory. */
  start(): Promise<void> {
    if (this.#isClosed || this.#copied || performance.now() < this.#notBefore)
      return Promise.resolve()
    this.#copying ??= this.#createCopy()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#copying = undefined))
    return this.#copying
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#copying
    await this.#refresh.settle()
    this.#discard()
  }

  async #createCopy(): Promise<void> {
    if (!(await this.#isWorthwhile())) {
      this.#notBefore = performance.now() + retryMs
      return
    }
    await leaseChangeLog(this.#db)
    const engine = await ColumnEngine.open(this.#limits.megabytes)
    try {
      const copied = await this.#copyAll(engine)
      if (copied && !this.#isClosed) this.#copied = copied
      else engine.close()
    } catch (error) {
      engine.close()
      throw error
    }
    this.#timer ??= setInterval(() => void this.#maintain(), renewalMs).unref()
  }

  async #isWorthwhile(): Promise<boolean> {
    const [table] = await this.#db.query<{ rows: number }>(sql`
      select reltuples::float8 as rows from pg_class where oid = ${this.#copy.table}::regclass`)
    const bytes = this.#limits.megabytes * 1024 * 1024
    return (table?.rows ?? 0) >= this.#limits.minRows && process.availableMemory() > bytes
  }

  /** Returns undefined while a transaction runs whose changes may not be logged. */
  #copyAll(engine: ColumnEngine): Promise<CurrentCopy | undefined> {
    return this.#inSnapshot(async (tx) => {
      const { snapshot, timeline, day, isLogged } = await readSnapshot(tx)
      if (!isLogged) return undefined
      await createTable(engine, this.#copy)
      const rules = await this.#readRules(tx)
      await copyAllRows(tx, engine, this.#copy)
      return { engine, snapshot, timeline, day, rules, replaced: 0 }
    })
  }

  async #bringUpToDate(): Promise<CurrentCopy | undefined> {
    const copied = this.#copied
    if (!copied) return undefined
    const isCurrent = await this.#inSnapshot((tx) => this.#copyChanges(tx, copied))
    if (!isCurrent) {
      this.#discard()
      void this.start()
      return undefined
    }
    if (copied.replaced > checkpointRows) {
      copied.replaced = 0
      await copied.engine.write('checkpoint')
    }
    return copied
  }

  /** Returns false if too much has changed, or not all changes are known. */
  async #copyChanges(tx: Transaction, copied: CurrentCopy): Promise<boolean> {
    const { snapshot, day, isLogged } = await readSnapshot(tx, copied)
    if (!isLogged) return false
    const rules = await this.#readRules(tx)
    const changed = findChangedRules(copied.rules, rules)
    const isByRule = changed.length > 0 || day !== copied.day
    const byRule = isByRule ? sql`union ${this.#copy.affected(changed, copied.day)}` : empty
    const keys = await tx.query<{ key: number }>(sql`
      select distinct k.key from (${readChangedKeys(copied.snapshot)} ${byRule}) k(key)
      limit ${maxChanges + 1}`)
    if (keys.length > maxChanges) return false
    if (keys.length > 0) {
      const found = keys.map(({ key }) => key)
      await replaceRows(tx, copied.engine, this.#copy, found)
    }
    Object.assign(copied, { snapshot, day, rules, replaced: copied.replaced + keys.length })
    return true
  }

  async #readRules(tx: Transaction): Promise<RuleMarks> {
    const rows = await tx.query<Record<keyof DecidingRule | 'mark', string>>(sql`
      select kind, a::text, coalesce(b::text, '') b, mark from (${this.#copy.rules}) r`)
    return new Map(rows.map((row) => [[row.kind, row.a, row.b].join('\n'), row]))
  }

  #inSnapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const run = async (tx: Transaction) => {
      await tx.script('set transaction isolation level repeatable read')
      return work(tx)
    }
    return this.#db.transaction(run, { readOnly: true })
  }

  /** Renews the log and reads it, to keep the next report fast. */
  async #maintain(): Promise<void> {
    if (!this.#copied) return
    try {
      await leaseChangeLog(this.#db)
      const copied = await this.#refresh.run()
      if (copied) await this.#purge.run(this.#db, copied.snapshot)
    } catch (error) {
      this.#fail(error)
    }
  }

  #discard(): void {
    this.#copied?.engine.close()
    this.#copied = undefined
  }

  /** Discards the copy, which remains valid after errors of PostgreSQL. */
  #fail(error: unknown): undefined {
    if (this.#isClosed) return
    if (!(error instanceof StoreError)) {
      this.#discard()
      this.#notBefore = performance.now() + retryMs
    }
    this.#reportOnce(error)
  }

  #reportOnce(error: unknown): void {
    const text = String(error)
    if (this.#reported.has(text)) return
    this.#reported.add(text)
    this.#report(error)
  }
}

function findChangedRules(before: RuleMarks, now: RuleMarks): DecidingRule[] {
  const all = new Map([...before, ...now])
  return [...all].flatMap(([id, rule]) => {
    return before.get(id)?.mark === now.get(id)?.mark ? [] : [rule]
  })
}
