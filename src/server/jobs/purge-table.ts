import sql, { raw, type Sql } from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

/** Pages per transaction. They contain fewer than 10,000 rows even if rows are small. */
const batchPages = 32

/**
 * Deletes the rows that match `expired`, some pages of the table in each transaction. Each page is
 * read once, which needs no index. Returns the number of deleted rows.
 */
export async function purgeTable(
  db: Database,
  table: string,
  expired: Sql,
  afterBatch: () => Promise<void>,
): Promise<number> {
  const [size] = await db.query<{ pages: number }>(sql`
    select (pg_relation_size(${table}::text::regclass)
      / current_setting('block_size')::bigint)::int pages`)
  let deleted = 0
  for (let page = 0; page < (size?.pages ?? 0); page += batchPages) {
    deleted += await db.execute(sql`
      delete from ${raw(table)}
      where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + batchPages},0)`}::tid
        and ${expired}`)
    await afterBatch()
  }
  return deleted
}
