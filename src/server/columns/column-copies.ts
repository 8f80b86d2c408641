import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { ColumnCopy, type CopyLimits } from './column-copy.ts'
import type { RowCopy, TextTable } from './row-copy.ts'

/** The column copies of a server on PostgreSQL, each made when a query first needs it. */
export class ColumnCopies {
  readonly #db: Database
  readonly #limits: CopyLimits
  readonly #report: (error: unknown) => void
  readonly #copies = new Map<RowCopy, ColumnCopy>()
  #sortsByBytes: Promise<boolean> | undefined

  constructor(db: Database, limits: CopyLimits, report: (error: unknown) => void) {
    this.#db = db
    this.#limits = limits
    this.#report = report
  }

  /** Returns undefined if the caller must query PostgreSQL. */
  async read(copy: RowCopy, statement: Sql): Promise<TextTable | undefined> {
    return this.isUsed ? this.#find(copy).read(statement) : undefined
  }

  /** Builds the copy, unless it exists or cannot be built. */
  async start(copy: RowCopy): Promise<void> {
    if (this.isUsed) await this.#find(copy).start()
  }

  /** Whether PostgreSQL sorts texts by their bytes, as the copy does. */
  sortsByBytes(): Promise<boolean> {
    this.#sortsByBytes ??= this.#readOrder().catch((error: unknown) => {
      this.#sortsByBytes = undefined
      throw error
    })
    return this.#sortsByBytes
  }

  async close(): Promise<void> {
    await Promise.all([...this.#copies.values()].map((copy) => copy.close()))
  }

  /** The embedded store has no copies. */
  get isUsed(): boolean {
    return this.#db.kind === 'server' && this.#limits.megabytes > 0
  }

  #find(copy: RowCopy): ColumnCopy {
    const found =
      this.#copies.get(copy) ?? new ColumnCopy(this.#db, copy, this.#limits, this.#report)
    this.#copies.set(copy, found)
    return found
  }

  async #readOrder(): Promise<boolean> {
    const [row] = await this.#db.query<{ bytes: boolean }>(sql`
      select datlocprovider = 'c' and datcollate ~ '^(C|POSIX|C[.](UTF-8|utf8))$' as bytes
      from pg_database where datname = current_database()`)
    return row?.bytes === true
  }
}
