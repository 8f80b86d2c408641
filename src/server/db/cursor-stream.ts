import sql, { raw, type Sql } from 'sql-template-tag'
import type { RawRows, RowStream, StreamOptions } from './raw-rows.ts'
import type { Session } from './running-transaction.ts'
import { timeStatement } from './statement-times.ts'
import { rejectInsideTransaction } from './transaction-runner.ts'

export interface RawSession extends Session {
  fetch(text: string): Promise<RawRows>
  /**
   * Cancels the running statement if the engine supports it. The statement then fails as cancelled.
   */
  cancel(): Promise<void>
}

/** If the reader requests no rows for this long, it is considered gone. */
const readerPatienceMs = 60_000

const settings = `
  set local jit = off;
  set local idle_in_transaction_session_timeout = ${readerPatienceMs}`

/**
 * Streams the rows of one statement from one snapshot in steps, fetching the next step while the
 * caller reads the current one. Holds the connection until the steps are finished, aborted or
 * cancelled.
 *
 * @throws DatabaseError before the first step if the statement itself is rejected.
 */
export async function openCursor(
  store: object,
  acquire: () => Promise<RawSession>,
  statement: Sql,
  options: StreamOptions,
): Promise<RowStream> {
  rejectInsideTransaction(store)
  options.signal.throwIfAborted()
  const session = await acquire()
  try {
    await session.run('begin isolation level read committed read only', [])
    await session.script(settings)
    const rowsExpected = await estimateRows(session, statement)
    const cursor = sql`declare row_stream no scroll cursor for ${statement}`
    await session.run(cursor.text, cursor.values)
    return { rowsExpected, steps: readSteps(session, statement.text, options) }
  } catch (error) {
    session.release(!(await rollBack(session)))
    throw error
  }
}

async function* readSteps(
  session: RawSession,
  text: string,
  { firstRows, stepRows, signal }: StreamOptions,
): AsyncGenerator<RawRows> {
  const fetch = (rows: number) =>
    timeStatement(text, () => session.fetch(`fetch forward ${rows} from row_stream`))
  let stopping: Promise<void> | undefined
  const stop = (): void => void (stopping ??= session.cancel().catch(() => undefined))
  let isOver = false
  let ahead: Promise<RawRows> | undefined
  signal.addEventListener('abort', stop)
  try {
    for (let pending = firstRows; ;) {
      const rows: RawRows = await (ahead ?? fetch(pending))
      signal.throwIfAborted()
      isOver = rows.count < pending
      // Start with small steps, because the first rows contain most of the values that the reader
      // has not seen yet.
      pending = Math.min(stepRows, pending * 2)
      ahead = isOver ? undefined : fetch(pending)
      // The error surfaces when the promise is awaited. Without this handler, it would be unhandled
      // if the reader stops reading.
      ahead?.catch(() => undefined)
      yield rows
      if (isOver) return
    }
  } finally {
    if (ahead && !signal.aborted) stop()
    await ahead?.catch(() => undefined)
    // Otherwise a pending cancellation could hit the next statement of this connection.
    await stopping
    signal.removeEventListener('abort', stop)
    session.release(!(await rollBack(session)))
  }
}

async function estimateRows(session: RawSession, statement: Sql): Promise<number> {
  const explain = sql`${raw('explain (format json)')} ${statement}`
  const { rows } = await session.run(explain.text, explain.values)
  const plan = rows[0]?.['QUERY PLAN'] as readonly { Plan?: { 'Plan Rows'?: number } }[] | undefined
  return plan?.[0]?.Plan?.['Plan Rows'] ?? 0
}

async function rollBack(session: RawSession): Promise<boolean> {
  try {
    await session.run('rollback', [])
    return true
  } catch {
    return false
  }
}
