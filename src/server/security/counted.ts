/** Counts rows as they are sent, for the security log: rows actually read, not requested. */
export function counted<T>(rows: AsyncIterable<T>): {
  readonly rows: AsyncGenerator<T>
  readonly count: number
} {
  let count = 0
  async function* each(): AsyncGenerator<T> {
    for await (const row of rows) {
      count += 1
      yield row
    }
  }
  return {
    rows: each(),
    get count() {
      return count
    },
  }
}
