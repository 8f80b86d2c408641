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
   * Consecutive DataRow messages. Other messages in between must be ignored. Valid until the next
   * step is requested.
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

/** Returns whether the column is null in the first row; false if there are no rows. */
export function startsWithNull({ columns, count, bytes }: RawRows, column: string): boolean {
  if (count === 0) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let message = 0
  while (view.getUint8(message) !== dataRowCode) message += 1 + view.getInt32(message + 1)
  // Skip the message code, length and number of fields. Each field starts with its length.
  let field = message + 7
  for (const { name } of columns) {
    const length = view.getInt32(field)
    if (name === column) return length < 0
    field += 4 + Math.max(0, length)
  }
  return false
}
