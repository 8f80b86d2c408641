/** Rows that are counted as they go out, for the security log: those that were read, not those asked for. */
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
