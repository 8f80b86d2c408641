import sql, { type Sql } from 'sql-template-tag'

/** SQL condition: the user (an ID or a column) works for a branch or partner of an owner. */
export function worksForPartner(user: string | Sql): Sql {
  return sql`exists (select from scm_partner_user w where w.user_id = ${user})`
}
