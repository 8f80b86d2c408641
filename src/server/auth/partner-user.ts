import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

/** SQL condition: the user (an ID or a column) works for a branch or partner of an owner. */
export function worksForPartner(user: string | Sql): Sql {
  return sql`exists (select from scm_partner_user w where w.user_id = ${user})`
}

/** SQL array of the branches and partners of a user, each with its owner. */
export function partnersOf(userId: string): Sql {
  return sql`array(select w.owner_cd || ' ' || w.partner_cd from scm_partner_user w
    where w.user_id = ${userId} order by 1)`
}

export async function listPartners(db: Queryable, userId: string): Promise<readonly string[]> {
  const [row] = await db.query<{ partners: string[] }>(sql`select ${partnersOf(userId)} partners`)
  return row?.partners ?? []
}
