/** Counts rows as they are sent, for the security log: rows actually read, not requested. */
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
