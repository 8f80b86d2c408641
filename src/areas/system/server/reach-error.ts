import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { reachesSite } from '#server/auth/user-reach.ts'
import { badRows } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

export interface Excess {
  readonly more_roles: boolean
  readonly more_warehouses: boolean
  readonly more_owners: boolean
}

const texts = {
  roles: label(
    '본인보다 권한이 많은 사용자는 변경할 수 없습니다.',
    'You cannot change a user with more permissions than you.',
  ),
  warehouses: label(
    '본인에게 없는 창고가 있는 사용자는 변경할 수 없습니다.',
    'You cannot change a user with warehouses you do not have.',
  ),
  owners: label(
    '본인에게 없는 화주가 있는 사용자는 변경할 수 없습니다.',
    'You cannot change a user with owners you do not have.',
  ),
} as const

const siteOnly = label(
  '모든 창고와 화주에서 작업하는 사용자만 할 수 있습니다. 관리자에게 요청하세요.',
  'Only users of all warehouses and owners can do this. Ask an administrator.',
)

/** Throws AppError 422 for users with access to only a part of the site. */
export async function rejectPartOfSite({ tx, userId, rows }: SaveCall): Promise<void> {
  const [site] = await tx.query(sql`select 1 where ${reachesSite(userId)}`)
  if (site) return
  throw badRows(rows.map(({ no: row }) => ({ row, text: siteOnly, isDenied: true })))
}

/** Error if a user has more roles, warehouses or owners than the caller; undefined otherwise. */
export function reachError(excess: Excess | undefined): Label | undefined {
  if (excess?.more_roles) return texts.roles
  if (excess?.more_owners) return texts.owners
  return excess?.more_warehouses ? texts.warehouses : undefined
}
