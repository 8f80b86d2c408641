import sql, { raw, type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import { AppError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

/**
 * What a user of a branch or partner may see: rows `alias` with `owner_cd`, `branch_cd` and
 * `partner_cd` that name one of theirs. True of every row for a user who is bound to none.
 */
export function ownOrders(userId: string, alias: string): Sql {
  const row = raw(alias)
  return sql`(not ${worksForPartner(userId)}
    or exists (select from scm_partner_user u where u.user_id = ${userId}
      and u.owner_cd = ${row}.owner_cd and u.partner_cd in (${row}.partner_cd, ${row}.branch_cd)))`
}

/** The same for rows that are a branch or partner themselves. */
export function ownPartners(userId: string, alias: string): Sql {
  const row = raw(alias)
  return sql`(not ${worksForPartner(userId)}
    or exists (select from scm_partner_user u where u.user_id = ${userId}
      and u.owner_cd = ${row}.owner_cd and u.partner_cd = ${row}.partner_cd))`
}

export async function isPartnersUser({ tx, userId }: SaveCall): Promise<boolean> {
  const [found] = await tx.query<{ bound: boolean }>(sql`
    select ${worksForPartner(userId)} bound`)
  return found?.bound === true
}

/** What is the site's to decide is refused to users of branches and partners, whatever they are granted. */
export async function refusePartnersUser(call: SaveCall): Promise<void> {
  if (!(await isPartnersUser(call))) return
  const text = label(
    '협력사 사용자는 할 수 없는 작업입니다. 물류센터에 요청하세요.',
    'Users of a partner cannot do this. Ask the warehouse.',
  )
  throw new AppError(403, 'FORBIDDEN', text)
}
