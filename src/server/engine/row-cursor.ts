import sql, { raw, type Sql } from 'sql-template-tag'
import type { Database, DbRow } from '#server/db/database.ts'

const batchRows = 2000
/** If the reader requests no rows for this long, it is considered gone. */
const patienceMs = 60_000

let cursorCount = 0

/**
 * Reads the rows of one snapshot in batches, without letting a slow reader block other users. On a
 * server, the cursor stays open in a separate transaction. The embedded store has only one
 * connection, so it materializes the result first (`with hold`), which frees the connection between
 * batches.
 */
export function readRowBatches(db: Database, statement: Sql): AsyncGenerator<DbRow[]> {
  cursorCount += 1
  const name = `rows_${process.pid}_${cursorCount}`
  return db.kind === 'server'
    ? inTransaction(db, statement, name)
    : readFromCursor(db, statement, name)
}

async function* readFromCursor(
  db: Database,
  statement: Sql,
  name: string,
): AsyncGenerator<DbRow[]> {
  await db.transaction((tx) =>
    tx.execute(sql`declare ${raw(name)} no scroll cursor with hold for ${statement}`),
  )
  try {
    for (;;) {
      const rows = await db.query(sql`fetch forward ${raw(String(batchRows))} from ${raw(name)}`)
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) return
    }
  } finally {
    await db.execute(sql`close ${raw(name)}`)
  }
}

async function* inTransaction(db: Database, statement: Sql, name: string): AsyncGenerator<DbRow[]> {
  const table = new HandoverSlot<DbRow[]>()
  const reading = db
    .transaction(
      async (tx) => {
        await tx.script(`set local idle_in_transaction_session_timeout = ${patienceMs}`)
        await tx.execute(sql`declare ${raw(name)} no scroll cursor for ${statement}`)
        for (;;) {
          const rows = await tx.query(
            sql`fetch forward ${raw(String(batchRows))} from ${raw(name)}`,
          )
          if (rows.length > 0 && !(await table.put(rows))) return
          if (rows.length < batchRows) return
        }
      },
      { readOnly: true },
    )
    .then(
      () => table.end(),
      (error: unknown) => table.end(error),
    )
  try {
    for (;;) {
      const rows = await table.take()
      if (!rows) return
      yield rows
    }
  } finally {
    table.leave()
    await reading
  }
}

class HandoverSlot<T> {
  #value: T | undefined
  #isEnded = false
  #isLeft = false
  #error: unknown
  #changed = Promise.withResolvers<void>()

  #notifyChange(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }

  /** Resolves to true when the reader has taken the value, or to false if it has left. */
  async put(value: T): Promise<boolean> {
    this.#value = value
    this.#notifyChange()
    while (this.#value !== undefined && !this.#isLeft) await this.#changed.promise
    return !this.#isLeft
  }

  end(error?: unknown): void {
    this.#isEnded = true
    this.#error = error
    this.#notifyChange()
  }

  /**
   * Returns the next value, or undefined after the last one. Throws the error with which the
   * producer ended.
   */
  async take(): Promise<T | undefined> {
    while (this.#value === undefined && !this.#isEnded) await this.#changed.promise
    const value = this.#value
    this.#value = undefined
    this.#notifyChange()
    if (value === undefined && this.#error !== undefined) throw this.#error
    return value
  }

  leave(): void {
    this.#isLeft = true
    this.#notifyChange()
  }
}
