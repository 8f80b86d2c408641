import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { hasSiteAccess } from '#server/auth/user-reach.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

export interface ReachExcess {
  readonly more_roles: boolean
  readonly more_warehouses: boolean
  readonly more_owners: boolean
}

/**
 * Error for users beyond reach, the same as for unknown ones. A different error would reveal which
 * IDs exist and what their users may do beyond the caller's own rights.
 */
export const unreachableUser = label(
  '등록되지 않았거나, 본인에게 없는 권한·창고·화주가 있는 사용자입니다.',
  'The user is not registered, or has permissions, warehouses or owners that you do not have.',
)

export const siteUsersOnly = label(
  '모든 창고와 화주의 권한이 있는 사용자만 할 수 있습니다. 관리자에게 요청하세요.',
  'Only users with access to all warehouses and owners can do this. Ask an administrator.',
)

/** Throws AppError 422 for users with access to only a part of the site. */
export async function assertSiteAccess({ tx, userId, rows }: SaveCall): Promise<void> {
  const [site] = await tx.query(sql`select 1 where ${hasSiteAccess(userId)}`)
  if (site) return
  throw invalidRows(rows.map(({ no: row }) => ({ row, text: siteUsersOnly, isDenied: true })))
}

/** Whether a user has more roles, warehouses or owners than the caller. */
export function isBeyondReach(excess: ReachExcess): boolean {
  return excess.more_roles || excess.more_owners || excess.more_warehouses
}
