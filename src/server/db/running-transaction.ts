import type { Sql } from 'sql-template-tag'
import { DatabaseError } from './database-error.ts'
import type { DbRow, Notice, Transaction } from './database.ts'

export type StatementResult = {
  rows: DbRow[]
  rowCount: number
  command: string
}

export type Statement = { readonly text: string; readonly values: readonly unknown[] }

export type Session = {
  run(text: string, values: readonly unknown[]): Promise<StatementResult>
  /**
   * Runs statements in order, in one round trip if the store supports it, and returns their
   * outcomes.
   */
  runAll(statements: readonly Statement[]): Promise<PromiseSettledResult<StatementResult>[]>
  script(text: string): Promise<void>
  /** Returns the connection to the pool, or discards a broken one. */
  release(isBroken: boolean): void
}

function transactionClosedError(): DatabaseError {
  return new DatabaseError({ code: '25000', message: 'this transaction is over' })
}

/**
 * All statements of a round trip share the time limit of one statement, so larger statements are
 * sent separately.
 */
const maxBatchCharacters = 100_000

function statementSize({ values }: Statement): number {
  return values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length
    return sum + (Array.isArray(value) ? 20 * value.length : 0)
  }, 0)
}

interface QueuedStatement {
  readonly statement: Statement | { readonly script: string }
  readonly resolve: (result: StatementResult) => void
  readonly reject: (error: unknown) => void
}

const scriptOutcome: PromiseFulfilledResult<StatementResult> = {
  status: 'fulfilled',
  value: { rows: [], rowCount: 0, command: '' },
}

/**
 * The `tx` of one attempt. Runs statements in order, even if they are not awaited one by one.
 * Statements queued in the same tick share a round trip.
 */
export class RunningTransaction implements Transaction {
  readonly committed: (() => void)[] = []
  readonly notices: Notice[] = []
  readonly #session: Session
  readonly #begun: Promise<unknown>
  readonly #later: Promise<unknown>[] = []
  #open = true
  #queue: QueuedStatement[] = []
  #sending: Promise<void> | undefined
  /** Error of the first failed statement. PostgreSQL rejects all later ones with 25P02. */
  #failure: unknown

  constructor(session: Session, begin: string) {
    this.#session = session
    this.#begun = this.#ask({ text: begin, values: [] })
    // `commit` checks the outcome: if BEGIN fails, all statements fail.
    this.#begun.catch(() => undefined)
  }

  #ask(statement: QueuedStatement['statement']): Promise<StatementResult> {
    if (!this.#open) return Promise.reject(transactionClosedError())
    return new Promise((resolve, reject) => {
      this.#queue.push({ statement, resolve, reject })
      // Wait one tick to let the caller queue further statements for the same round trip.
      this.#sending ??= new Promise((sent) => {
        process.nextTick(() => void this.#send().then(sent))
      })
    })
  }

  async #send(): Promise<void> {
    while (this.#queue.length > 0) await this.#sendBatch(this.#queue.splice(0, this.#batchSize()))
    this.#sending = undefined
  }

  #batchSize(): number {
    let size = 0
    const until = this.#queue.findIndex(({ statement }) => {
      if ('script' in statement) return true
      size += statementSize(statement)
      return size > maxBatchCharacters
    })
    return until < 0 ? this.#queue.length : Math.max(1, until)
  }

  async #sendBatch(some: readonly QueuedStatement[]): Promise<void> {
    try {
      const statements: Statement[] = []
      for (const { statement } of some) {
        if ('script' in statement) await this.#session.script(statement.script)
        else statements.push(statement)
      }
      const outcomes = statements.length > 0 ? await this.#session.runAll(statements) : []
      some.forEach(({ statement, resolve, reject }, index) => {
        const outcome = 'script' in statement ? scriptOutcome : outcomes[index]
        if (outcome?.status === 'fulfilled') {
          if ('text' in statement && statement.text.startsWith('rollback to')) {
            this.#failure = undefined
          }
          resolve(outcome.value)
        } else reject(this.#originalError(outcome?.reason))
      })
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  /**
   * Returns the original error behind a statement's error. After a failure, all later statements of
   * the round trip fail too, and the caller may await one of those first.
   */
  #originalError(reason: unknown): unknown {
    const error = reason ?? new Error('the database did not say how a statement ended')
    if (error instanceof DatabaseError && error.code === '25P02') return this.#failure ?? error
    this.#failure ??= error
    return error
  }

  async query<T extends DbRow = DbRow>({ text, values }: Sql): Promise<T[]> {
    const result = await this.#ask({ text, values })
    return result.rows as T[]
  }

  async execute({ text, values }: Sql): Promise<number> {
    return (await this.#ask({ text, values })).rowCount
  }

  later({ text, values }: Sql): void {
    const outcome = this.#ask({ text, values })
    outcome.catch(() => undefined)
    this.#later.push(outcome)
  }

  async notify(channel: string, payload = ''): Promise<void> {
    if (!this.#open) throw transactionClosedError()
    this.notices.push({ channel, payload })
  }

  async script(text: string): Promise<void> {
    await this.#ask({ script: text })
  }

  afterCommit(run: () => void): void {
    if (!this.#open) throw transactionClosedError()
    this.committed.push(run)
  }

  /** @throws the error of BEGIN, of a statement passed to `later`, or of COMMIT. */
  async commit(): Promise<void> {
    const commit = this.#ask({ text: 'commit', values: [] })
    this.#open = false
    const before = await Promise.allSettled([this.#begun, ...this.#later])
    const { command } = await commit.catch((error: unknown) => {
      throw before.find((outcome) => outcome.status === 'rejected')?.reason ?? error
    })
    const failed = before.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
    if (command !== 'COMMIT') {
      // The caller's code swallowed the error of a failed statement: PostgreSQL responds to COMMIT
      // with ROLLBACK.
      throw new DatabaseError({ code: '25P02', message: 'the transaction was rolled back' })
    }
  }

  async end(): Promise<void> {
    this.#open = false
    await this.#sending
  }

  async beginError(): Promise<unknown> {
    const [begun] = await Promise.allSettled([this.#begun])
    return begun.status === 'rejected' ? begun.reason : undefined
  }
}
