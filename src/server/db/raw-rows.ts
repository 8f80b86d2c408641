/** A column of an answer as PostgreSQL describes it. */
export interface RawColumn {
  readonly name: string
  readonly typeId: number
  /** What stands behind the type's name, such as the digits of `numeric(15,3)`; -1 for nothing. */
  readonly typeModifier: number
}

/** Rows as they came over PostgreSQL's protocol, not yet read. */
export interface RawRows {
  readonly columns: readonly RawColumn[]
  readonly count: number
  /**
   * DataRow messages one after the other; messages of other kinds between them mean nothing. They
   * stand until the next step is asked for.
   */
  readonly bytes: Uint8Array
}

export interface StreamOptions {
  /** Rows of the first step, which is there to be shown at once. */
  readonly firstRows: number
  /** Rows of a step at most; each is twice the one before until then. */
  readonly stepRows: number
  /** Ends the statement where it stands. */
  readonly signal: AbortSignal
}

/** The steps of a statement's rows, and how many rows the planner expects in all. */
export interface RowStream {
  readonly rowsExpected: number
  readonly steps: AsyncIterable<RawRows>
}

export const dataRowCode = 'D'.charCodeAt(0)
