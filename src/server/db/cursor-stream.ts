import sql, { raw, type Sql } from 'sql-template-tag'
import type { RawRows, RowStream, StreamOptions } from './raw-rows.ts'
import type { Session } from './running-transaction.ts'
import { refuseInsideTransaction } from './transaction-runner.ts'

/** A connection that can hand rows over unread. */
export interface RawSession extends Session {
  fetch(text: string): Promise<RawRows>
  /** Ends the statement under way where the engine can; it then fails as one that was ended. */
  cancel(): Promise<void>
}

/** A reader that takes nothing for so long is not there any more. */
const readerPatienceMs = 60_000

const settings = `
  set local jit = off;
  set local idle_in_transaction_session_timeout = ${readerPatienceMs}`

/**
 * Rows of one statement, seen as of one moment, in steps; the next step is under way while the last
 * one is read. The connection is held until the steps are through, given up or cancelled.
 *
 * @throws DatabaseError before the first step where the statement itself is refused.
 */
export async function openCursor(
  store: object,
  acquire: () => Promise<RawSession>,
  statement: Sql,
  options: StreamOptions,
): Promise<RowStream> {
  refuseInsideTransaction(store)
  options.signal.throwIfAborted()
  const session = await acquire()
  try {
    await session.run('begin isolation level read committed read only', [])
    await session.script(settings)
    const rowsExpected = await planned(session, statement)
    const cursor = sql`declare row_stream no scroll cursor for ${statement}`
    await session.run(cursor.text, cursor.values)
    return { rowsExpected, steps: steps(session, options) }
  } catch (error) {
    session.release(!(await rolledBack(session)))
    throw error
  }
}

async function* steps(
  session: RawSession,
  { firstRows, stepRows, signal }: StreamOptions,
): AsyncGenerator<RawRows> {
  const fetch = (rows: number) => session.fetch(`fetch forward ${rows} from row_stream`)
  let stopping: Promise<void> | undefined
  const stop = (): void => void (stopping ??= session.cancel().catch(() => undefined))
  let isOver = false
  let ahead: Promise<RawRows> | undefined
  signal.addEventListener('abort', stop)
  try {
    for (let asked = firstRows; ;) {
      const rows: RawRows = await (ahead ?? fetch(asked))
      signal.throwIfAborted()
      isOver = rows.count < asked
      // Steps grow slowly, because most of what is new to a reader comes with the first rows.
      asked = Math.min(stepRows, asked * 2)
      ahead = isOver ? undefined : fetch(asked)
      // Its failure is told when it is waited for, or to nobody where the reader has gone.
      ahead?.catch(() => undefined)
      yield rows
      if (isOver) return
    }
  } finally {
    if (ahead && !signal.aborted) stop()
    await ahead?.catch(() => undefined)
    // A cancellation that is still on its way must not meet what the connection does next.
    await stopping
    signal.removeEventListener('abort', stop)
    session.release(!(await rolledBack(session)))
  }
}

/** What the planner expects, which is a guess where the statistics are old. */
async function planned(session: RawSession, statement: Sql): Promise<number> {
  const explain = sql`${raw('explain (format json)')} ${statement}`
  const { rows } = await session.run(explain.text, explain.values)
  const plan = rows[0]?.['QUERY PLAN'] as readonly { Plan?: { 'Plan Rows'?: number } }[] | undefined
  return plan?.[0]?.Plan?.['Plan Rows'] ?? 0
}

async function rolledBack(session: RawSession): Promise<boolean> {
  try {
    await session.run('rollback', [])
    return true
  } catch {
    return false
  }
}
