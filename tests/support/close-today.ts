import type { Database } from '#server/db/database.ts'

/**
 * Closes today before it is over, as the night would: what is posted afterwards belongs to another
 * day. For tests whose store nobody posts to any more.
 */
export async function closeToday(db: Database): Promise<void> {
  // The store's own clock stays as it is: patience may be negative, a day may not.
  await db.script(`select close_stock_day('-2 days'::interval)`)
}
