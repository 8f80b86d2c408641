import pg from 'pg'
import {
  DatabaseError,
  StatementTimeoutError,
  StoreBusyError,
  StoreError,
  StoreExhaustedError,
  storeErrorForState,
  StoreFullError,
  StoreUnavailableError,
} from './database-error.ts'

/**
 * A protocol violation means a malformed message from this program only if it names the routine,
 * which only PostgreSQL does. Poolers use the same code for a lost server.
 */
function isStatementError({ code, routine }: pg.DatabaseError): boolean {
  return code === '08P01' && routine !== undefined
}

/**
 * Returns whether the connection survived the error. It does not survive errors of poolers and
 * terminated sessions.
 */
export function isUsableAfter(error: unknown): boolean {
  return [DatabaseError, StoreExhaustedError, StoreFullError].some((kind) => error instanceof kind)
}

export function toStoreError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const { message, code = 'XX000', constraint, detail, hint, table, column } = error
    if (code === '57014') return new StatementTimeoutError(message)
    const storeError = isStatementError(error)
      ? undefined
      : storeErrorForState(code, message, error)
    if (storeError) return storeError
    return new DatabaseError({
      message,
      code,
      constraint,
      detail,
      hint,
      table,
      column,
      cause: error,
    })
  }
  if (!(error instanceof Error) || error instanceof StoreError || error instanceof TypeError)
    return error
  if (error.message.startsWith('timeout exceeded when trying to connect')) {
    return new StoreBusyError()
  }
  return new StoreUnavailableError(`the database server cannot be reached: ${error.message}`, error)
}
