import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

const repeatMs = 10 * 60_000
const retryMs = 30_000

interface Warning {
  readonly code: string
  readonly detail: string
  readonly at: number
}

/**
 * Records problems of the server or its database in the error log, where Home counts them for
 * administrators. Records each code at most once in ten minutes. While the database cannot be
 * written, warnings wait in memory.
 */
export class ServerWarnings {
  readonly #db: Database
  readonly #lastAt = new Map<string, number>()
  #waiting: Warning[] = []
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns whether the warning is new, for callers that also write a log line. */
  note(code: string, detail: string): boolean {
    const at = performance.now()
    const last = this.#lastAt.get(code)
    if (last !== undefined && at - last < repeatMs) return false
    this.#lastAt.set(code, at)
    this.#waiting.push({ code, detail, at })
    void this.write()
    return true
  }

  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll())
    return this.#writing
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#waiting = []
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    clearTimeout(this.#timer)
    const some = this.#waiting
    if (some.length === 0) return
    const now = performance.now()
    const rows = some.map(({ code, detail, at }) => ({ code, detail, age: (now - at) / 1000 }))
    try {
      await this.#db.execute(sql`
        insert into error_log (path, error_code, detail, happened_at)
        select 'server', r.code, r.detail, now() - make_interval(secs => r.age)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r(code text, detail text, age double precision)`)
      this.#waiting = this.#waiting.filter((warning) => !some.includes(warning))
    } catch {
      this.#timer = setTimeout(() => void this.write(), retryMs)
      this.#timer.unref()
    }
  }
}
