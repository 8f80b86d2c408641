/**
 * Counts rows as they are sent. The security log records the number of rows that were read, not
 * requested.
 */
export function countRows<T>(rows: AsyncIterable<T>): {
  readonly rows: AsyncGenerator<T>
  readonly count: number
} {
  let count = 0
  async function* countingRows(): AsyncGenerator<T> {
    for await (const row of rows) {
      count += 1
      yield row
    }
  }
  return {
    rows: countingRows(),
    get count() {
      return count
    },
  }
}
