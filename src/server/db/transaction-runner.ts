import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, StoreUnavailableError } from './database-error.ts'
import type { Database, Transaction, TransactionOptions } from './database.ts'
import { isStalePlan } from './prepared-statements.ts'
import { RunningTransaction, type Session } from './running-transaction.ts'

type Store = Pick<Database, 'notify'>
type Scope = { store: object; open: boolean }
const scope = new AsyncLocalStorage<Scope>()

const maxAttempts = 8
const retryableCodes = new Set(['40001', '40P01'])

/** @throws Error if `store` itself is used inside one of its transactions. */
export function rejectInsideTransaction(store: object): void {
  const current = scope.getStore()
  if (current?.store === store && current.open) {
    throw new Error('inside a transaction use the tx that was handed in, not the database')
  }
}

/** BEGIN failed because the connection was already lost, so a retry is safe. */
class TransactionNotStartedError extends StoreUnavailableError {
  constructor(cause: StoreUnavailableError) {
    super(cause.message, cause)
  }
}

async function rollback(session: Session): Promise<boolean> {
  try {
    await session.run('rollback', [])
    return true
  } catch {
    return false
  }
}

async function attemptOnce<T>(
  store: object,
  session: Session,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<{ value: T; tx: RunningTransaction }> {
  const mode = options.readOnly ? ' read only' : ''
  const tx = new RunningTransaction(session, `begin isolation level read committed${mode}`)
  const inside: Scope = { store, open: true }
  let isBroken = false
  let isCommitting = false
  try {
    const value = await scope.run(inside, () => work(tx))
    isCommitting = true
    await tx.commit()
    return { value, tx }
  } catch (error) {
    await tx.end()
    isBroken = !(await rollback(session))
    const refusal = await tx.beginError()
    const isLost = refusal instanceof StoreUnavailableError && !isCommitting
    throw isLost ? new TransactionNotStartedError(refusal) : (refusal ?? error)
  } finally {
    inside.open = false
    session.release(isBroken)
  }
}

/** The commit is final, so an error in a callback must not look like a failed commit. */
function runAfterCommit(store: Store, { committed, notices }: RunningTransaction): void {
  for (const { channel, payload } of notices) {
    store.notify(channel, payload).catch((error: unknown) => process.emitWarning(String(error)))
  }
  for (const run of committed) {
    try {
      run()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}

export async function runTransaction<T>(
  store: Store,
  acquire: () => Promise<Session>,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  rejectInsideTransaction(store)
  for (let tries = 1; ; tries += 1) {
    try {
      const { value, tx } = await attemptOnce(store, await acquire(), work, options)
      runAfterCommit(store, tx)
      return value
    } catch (error) {
      const isRetryable = error instanceof DatabaseError && retryableCodes.has(error.code)
      const isUndone = error instanceof TransactionNotStartedError || isStalePlan(error)
      if (!(isRetryable || isUndone) || tries >= maxAttempts) throw error
      // Jitter prevents colliding transactions from retrying in step.
      await pause(Math.random() * Math.min(500, 10 * 2 ** tries))
    }
  }
}
