export type DatabaseErrorFields = {
  message: string
  code: string
  constraint?: string | undefined
  detail?: string | undefined
  hint?: string | undefined
  table?: string | undefined
  column?: string | undefined
  cause?: unknown
}

/**
 * Statement rejected by the database. `code` is the SQLSTATE (PostgreSQL manual, appendix A), the
 * same on both stores: 23505 unique, 23514 check, 23503 foreign key, 40001/40P01 retry.
 */
export class DatabaseError extends Error {
  readonly code: string
  readonly constraint: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined

  constructor(fields: DatabaseErrorFields) {
    super(fields.message, fields.cause === undefined ? {} : { cause: fields.cause })
    this.name = 'DatabaseError'
    this.code = fields.code
    this.constraint = fields.constraint
    this.detail = fields.detail
    this.hint = fields.hint
    this.table = fields.table
    this.column = fields.column
  }
}

/** The statement exceeded its time limit. Its transaction was rolled back. */
export class StatementTimeoutError extends DatabaseError {
  constructor(message = 'the statement ran past its time limit and was ended') {
    super({ code: '57014', message })
    this.name = 'StatementTimeoutError'
  }
}

export class StoreError extends Error {
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'StoreError'
    this.status = status
  }
}

/** Too many statements are waiting. Respond with 503 and Retry-After. */
export class StoreBusyError extends StoreError {
  constructor(message = 'the database is busy: too many statements are waiting') {
    super(503, message)
    this.name = 'StoreBusyError'
  }
}

/** The store is unreachable. It is unknown whether a pending commit succeeded. */
export class StoreUnavailableError extends StoreError {
  constructor(message: string, cause?: unknown) {
    super(503, message, cause)
    this.name = 'StoreUnavailableError'
  }
}

/** The server is shutting down or starting. A transaction in progress was rolled back. */
export class StoreRestartingError extends StoreUnavailableError {
  constructor(message: string, cause?: unknown) {
    super(message, cause)
    this.name = 'StoreRestartingError'
  }
}

/** The server lacks memory or connections, or reached a configured limit (SQLSTATE class 53). */
export class StoreExhaustedError extends StoreError {
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(503, message, cause)
    this.name = 'StoreExhaustedError'
    this.code = code
  }
}

/** The disk is nearly full. Reads continue; writes are rejected until there is space again. */
export class StoreFullError extends StoreError {
  readonly room: string

  constructor(room = '', cause?: unknown) {
    super(503, `the disk is nearly full${room}: writing is refused, reading goes on`, cause)
    this.name = 'StoreFullError'
    this.room = room
  }
}

/**
 * The store cannot be opened with these settings. The message explains the fix in Korean and
 * English.
 */
export class StoreOpenError extends StoreError {
  readonly ko: string
  readonly en: string

  constructor(text: { ko: string; en: string }, cause?: unknown) {
    super(503, `${text.ko}\n${text.en}`, cause)
    this.name = 'StoreOpenError'
    this.ko = text.ko
    this.en = text.en
  }
}

export class StoreInUseError extends StoreOpenError {}

/**
 * Returns the error of the store for a SQLSTATE, or undefined if the statement caused the error.
 */
export function storeErrorForState(
  sqlState: string,
  message: string,
  cause: unknown,
): StoreError | undefined {
  if (sqlState === '53100') return new StoreFullError('', cause)
  if (sqlState.startsWith('53')) return new StoreExhaustedError(sqlState, message, cause)
  if (['57P01', '57P02', '57P03'].includes(sqlState))
    return new StoreRestartingError(message, cause)
  // 08: connection errors, 57P: the database was dropped or the session ended.
  if (sqlState.startsWith('08') || sqlState.startsWith('57P')) {
    return new StoreUnavailableError(message, cause)
  }
  return undefined
}
