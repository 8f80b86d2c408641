import sql from 'sql-template-tag'
import type { Queryable } from './database.ts'

export type Clock = () => number | Promise<number>

/**
 * Clock of the database in milliseconds. All servers of a site share it, while their own clocks can
 * differ.
 */
export async function databaseClock(db: Queryable): Promise<number> {
  const [row] = await db.query<{ ms: number }>(sql`
    select extract(epoch from clock_timestamp())::float8 * 1000 ms`)
  return Math.floor(row?.ms ?? Number.NaN)
}
