export interface RawColumn {
  readonly name: string
  readonly typeId: number
  /** Type modifier, such as the digits of `numeric(15,3)`; -1 for none. */
  readonly typeModifier: number
}

export interface RawRows {
  readonly columns: readonly RawColumn[]
  readonly count: number
  /**
   * Consecutive DataRow messages; ignore other messages between them. Valid until the next step is
   * requested.
   */
  readonly bytes: Uint8Array
}

export interface StreamOptions {
  /** Rows of the first step, which should be quick to display. */
  readonly firstRows: number
  /** Maximum rows per step. Each step doubles the previous one up to this size. */
  readonly stepRows: number
  readonly signal: AbortSignal
}

export interface RowStream {
  readonly rowsExpected: number
  readonly steps: AsyncIterable<RawRows>
}

export const dataRowCode = 'D'.charCodeAt(0)
