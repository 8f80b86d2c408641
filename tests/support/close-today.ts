import type { Database } from '#server/db/database.ts'

/**
 * Closes today early, as the nightly job would. Later postings belong to another date. Only for
 * tests that no longer post to the store.
 */
export async function closeToday(db: Database): Promise<void> {
  // The database clock is unchanged. A negative waiting time closes a date that has not ended.
  await db.script(`select close_stock_day('-2 days'::interval)`)
}
