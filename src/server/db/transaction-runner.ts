import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'sql-template-tag'
import { DatabaseError } from './database-error.ts'
import type { DbRow, Transaction, TransactionOptions } from './database.ts'

export type StatementResult = {
  rows: DbRow[]
  rowCount: number
  /** First word of the command tag: SELECT, INSERT, COMMIT, ROLLBACK, … */
  command: string
}

/** One connection held for one caller. */
export type Session = {
  run(text: string, values: readonly unknown[]): Promise<StatementResult>
  script(text: string): Promise<void>
  /** Gives the connection back; `broken` ones are thrown away. */
  release(broken: boolean): void
}

type Scope = { store: object; open: boolean }
const scope = new AsyncLocalStorage<Scope>()

const maxAttempts = 8
const tryAgain = new Set(['40001', '40P01'])

/** @throws Error when `store` itself is asked from inside one of its own transactions. */
export function refuseInsideTransaction(store: object): void {
  const current = scope.getStore()
  if (current?.store === store && current.open) {
    throw new Error('inside a transaction use the tx that was handed in, not the database')
  }
}

function overError(): DatabaseError {
  return new DatabaseError({ code: '25000', message: 'this transaction is over' })
}

/** The `tx` of one attempt. Statements run one after the other, also when not awaited in turn. */
class RunningTransaction implements Transaction {
  readonly committed: (() => void)[] = []
  #session: Session
  #open = true
  #last: Promise<unknown> = Promise.resolve()

  constructor(session: Session) {
    this.#session = session
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#open) return Promise.reject(overError())
    const result = this.#last.then(work, work)
    this.#last = result.catch(() => undefined)
    return result
  }

  async query<T extends DbRow = DbRow>(statement: Sql): Promise<T[]> {
    const result = await this.#inTurn(() => this.#session.run(statement.text, statement.values))
    // The caller names the row type of its own statement; nothing here could check it.
    return result.rows as T[]
  }

  async execute(statement: Sql): Promise<number> {
    const result = await this.#inTurn(() => this.#session.run(statement.text, statement.values))
    return result.rowCount
  }

  script(text: string): Promise<void> {
    return this.#inTurn(() => this.#session.script(text))
  }

  afterCommit(run: () => void): void {
    if (!this.#open) throw overError()
    this.committed.push(run)
  }

  /** Lets no further statement in and waits for those already asked for. */
  async end(): Promise<void> {
    this.#open = false
    await this.#last
  }
}

/** Whether the connection is fit for use again after a failure. */
async function rollback(session: Session): Promise<boolean> {
  try {
    await session.run('rollback', [])
    return true
  } catch {
    return false
  }
}

async function attempt<T>(
  store: object,
  session: Session,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<{ value: T; committed: (() => void)[] }> {
  const tx = new RunningTransaction(session)
  const inside: Scope = { store, open: true }
  let broken = false
  try {
    const mode = options.readOnly ? ' read only' : ''
    await session.run(`begin isolation level read committed${mode}`, [])
    const value = await scope.run(inside, () => work(tx))
    await tx.end()
    const commit = await session.run('commit', [])
    if (commit.command !== 'COMMIT') {
      // A failed statement whose error the work swallowed: PostgreSQL answers COMMIT by ROLLBACK.
      throw new DatabaseError({ code: '25P02', message: 'the transaction was rolled back' })
    }
    return { value, committed: tx.committed }
  } catch (error) {
    await tx.end()
    broken = !(await rollback(session))
    throw error
  } finally {
    inside.open = false
    session.release(broken)
  }
}

/** The commit stands whatever these do, so a failure among them must not look like a failed one. */
function runAfterCommit(committed: readonly (() => void)[]): void {
  for (const run of committed) {
    try {
      run()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}

/** Runs `work` in a transaction, again when the database asks for that, and then its afterCommits. */
export async function runTransaction<T>(
  store: object,
  acquire: () => Promise<Session>,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  refuseInsideTransaction(store)
  for (let tries = 1; ; tries += 1) {
    try {
      const { value, committed } = await attempt(store, await acquire(), work, options)
      runAfterCommit(committed)
      return value
    } catch (error) {
      const again = error instanceof DatabaseError && tryAgain.has(error.code)
      if (!again || tries >= maxAttempts) throw error
      // Jitter, so that transactions which met once do not meet again in step.
      await pause(Math.random() * Math.min(500, 10 * 2 ** tries))
    }
  }
}
