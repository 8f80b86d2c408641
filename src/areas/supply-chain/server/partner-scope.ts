import sql, { raw, type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import { AppError } from '#server/base/app-error.ts'
import type { ImportKind, SaveCall } from '#server/engine/handler.ts'

/**
 * Condition that a row `alias` with `owner_cd`, `branch_cd` and `partner_cd` belongs to the user's
 * branches and partners. True for users who are not linked to any.
 */
export function isOwnOrder(userId: string, alias: string): Sql {
  const row = raw(alias)
  return sql`(not ${worksForPartner(userId)}
    or exists (select from scm_partner_user u where u.user_id = ${userId}
      and u.owner_cd = ${row}.owner_cd and u.partner_cd in (${row}.partner_cd, ${row}.branch_cd)))`
}

/** Same as `isOwnOrder`, for rows that are branches or partners. */
export function isOwnPartner(userId: string, alias: string): Sql {
  const row = raw(alias)
  return sql`(not ${worksForPartner(userId)}
    or exists (select from scm_partner_user u where u.user_id = ${userId}
      and u.owner_cd = ${row}.owner_cd and u.partner_cd = ${row}.partner_cd))`
}

type Caller = Pick<SaveCall, 'tx' | 'userId'>

export async function isPartnerUser({ tx, userId }: Caller): Promise<boolean> {
  const [found] = await tx.query<{ bound: boolean }>(sql`
    select ${worksForPartner(userId)} bound`)
  return found?.bound === true
}

/**
 * Rejects users of branches and partners, regardless of their grants, because the decision is the
 * site's.
 */
export async function rejectPartnerUser(call: Caller): Promise<void> {
  if (!(await isPartnerUser(call))) return
  const text = label(
    '협력사 사용자는 할 수 없는 작업입니다. 물류센터에 요청하세요.',
    'Partner users cannot do this. Contact the warehouse.',
  )
  throw new AppError(403, 'FORBIDDEN', text)
}

/**
 * Rejects undoing an import by users of branches and partners. They may have imported the sheet
 * before they were linked.
 */
export function limitUndoToSite(imports: ImportKind): ImportKind {
  return {
    ...imports,
    undo: async (call, entries) => {
      await rejectPartnerUser(call)
      return imports.undo(call, entries)
    },
  }
}
