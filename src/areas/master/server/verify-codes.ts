import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

/** Codes that identify several items of an owner. Saves reject new ones, so these are older. */
export async function verifyCodes(db: Queryable) {
  const [looked] = await db.query<{ n: number }>(sql`select count(*)::integer n from stock_code`)
  const breaches = await db.query(sql`
    select owner_cd, code_key, array_agg(distinct stock_cd order by stock_cd) items
    from stock_code group by owner_cd, code_key having count(distinct stock_cd) > 1
    order by owner_cd, code_key limit 100`)
  return [{ name: 'each code identifies one item', looked: looked?.n ?? 0, breaches }]
}
