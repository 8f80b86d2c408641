import { channel } from 'node:diagnostics_channel'
import type { Statement, StatementResult } from './running-transaction.ts'

export interface StatementTime {
  /** SQL with placeholders instead of values. */
  readonly text: string
  readonly ms: number
}

const timesChannel = channel('wms.statement')

/**
 * Reports the time of every statement of this process. Returns a function that stops the reports.
 */
export function watchStatements(onStatement: (time: StatementTime) => void): () => void {
  const listener = (message: unknown): void => onStatement(message as StatementTime)
  timesChannel.subscribe(listener)
  return () => {
    timesChannel.unsubscribe(listener)
  }
}

export async function timeStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!timesChannel.hasSubscribers) return run()
  const started = performance.now()
  try {
    return await run()
  } finally {
    timesChannel.publish({ text, ms: performance.now() - started })
  }
}

/**
 * Measures the statements of a shared round trip. Each statement starts when the previous one has
 * ended.
 */
export function timeRoundTrip(
  statements: readonly Statement[],
  run: (statement: Statement, at: number) => Promise<StatementResult>,
): Promise<StatementResult>[] {
  if (!timesChannel.hasSubscribers) return statements.map(run)
  let started = performance.now()
  return statements.map(async (statement, index) => {
    try {
      return await run(statement, index)
    } finally {
      const ended = performance.now()
      timesChannel.publish({ text: statement.text, ms: ended - started })
      started = ended
    }
  })
}
