/** What PostgreSQL says about a failed statement, in the words of its protocol. */
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
 * A statement the database refused. `code` is the SQLSTATE (PostgreSQL manual, appendix A), the
 * same on both stores: 23505 unique, 23514 check, 23503 foreign key, 40001/40P01 try again.
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

/** A statement ran past its limit and was ended. Nothing of its transaction was kept. */
export class StatementTimeoutError extends DatabaseError {
  constructor(message = 'the statement ran past its time limit and was ended') {
    super({ code: '57014', message })
    this.name = 'StatementTimeoutError'
  }
}

/** A trouble of the store itself, not of one statement; `status` is the HTTP answer it deserves. */
export class StoreError extends Error {
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'StoreError'
    this.status = status
  }
}

/** Too many statements wait already: answer 503 with Retry-After. */
export class StoreBusyError extends StoreError {
  constructor(message = 'the database is busy: too many statements are waiting') {
    super(503, message)
    this.name = 'StoreBusyError'
  }
}

/** The store cannot be reached or is restarting; whether a commit under way arrived is unknown. */
export class StoreUnavailableError extends StoreError {
  constructor(message: string, cause?: unknown) {
    super(503, message, cause)
    this.name = 'StoreUnavailableError'
  }
}

/** The disk is nearly full: reads go on, writes are refused until there is room again. */
export class StoreFullError extends StoreError {
  readonly room: string

  /** `room` says where, how much is free and how much is needed, as somebody at the console reads it. */
  constructor(room = '') {
    super(507, `the disk is nearly full${room}: writing is refused, reading goes on`)
    this.name = 'StoreFullError'
    this.room = room
  }
}

/** The store must not be opened as asked; the message says in Korean and English what to do. */
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

/** Another process holds the data folder. */
export class StoreInUseError extends StoreOpenError {}
