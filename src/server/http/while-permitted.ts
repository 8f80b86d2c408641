const rowsPerCheck = 5_000

/**
 * Checks the permission again every 5,000 rows. An export can run for minutes, in which its user
 * can be deactivated or lose owners. An error ends the download before its file is complete.
 */
export async function* whilePermitted<T>(
  rows: AsyncIterable<T>,
  check: () => Promise<void>,
): AsyncGenerator<T> {
  let count = 0
  for await (const row of rows) {
    if (count > 0 && count % rowsPerCheck === 0) await check()
    count += 1
    yield row
  }
}
