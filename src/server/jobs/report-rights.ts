import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { Action, Operation } from '#kernel/operation.ts'
import { canCall } from '#server/auth/grants.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { readUser, type SiteUser } from '#server/auth/session.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Handler } from '#server/engine/handler.ts'
import { isOutOfScope } from '#server/engine/owner-scope.ts'
import { describeMissingGrant } from '#server/roles/missing-grant.ts'

function deniedError(ko: string, en: string): AppError {
  return new AppError(403, 'REPORT_DENIED', label(ko, en))
}

export interface ReportReader {
  readonly user: SiteUser
  readonly wcode: string
}

/** First action on a query that its report needs and the user lacks; undefined if none. */
const findMissingAction = (grants: SiteUser['grants'], operation: Operation): Action | undefined =>
  ([operation.action, 'export'] as const).find(
    (action) => !canCall(grants, { ...operation, action }),
  )

/** Returns a function that checks whether a user can currently run a report of the named query. */
export function reportCheck(handlers: readonly Handler[]) {
  const queries = new Map(
    handlers.flatMap(({ operation }) =>
      operation.type === 'query' ? [[operation.name, operation] as const] : [],
    ),
  )
  return (user: Pick<SiteUser, 'grants' | 'owners'>, name: string): boolean => {
    const query = queries.get(name)
    return (
      query !== undefined &&
      !isOutOfScope(query, user) &&
      findMissingAction(user.grants, query) === undefined
    )
  }
}

/**
 * Returns the user with current permissions. Throws AppError 403 that names the missing one:
 * account, warehouse, query or export.
 */
export async function reportReader(
  db: Queryable,
  userId: string,
  request: { readonly wcode: string; readonly operation: Operation },
): Promise<ReportReader> {
  const user = await readUser(db, userId)
  if (!user) {
    throw deniedError(
      `등록되지 않았거나 중지된 사용자입니다: ${userId}. 권한이 있는 사용자가 조건을 다시 저장하세요.`,
      `User ${userId} does not exist or is inactive. A user with permission must save the conditions again.`,
    )
  }
  const wcode = request.wcode || (user.warehouses[0] ?? '')
  if (!user.warehouses.includes(wcode)) {
    throw deniedError(
      `${userId} 사용자에게 창고 ${wcode || '전체'}의 권한이 없습니다.`,
      `${userId} has no permission for warehouse ${wcode || '(any)'}.`,
    )
  }
  const action = findMissingAction(user.grants, request.operation)
  if (action !== undefined) {
    const lack = { menus: grantingRoutes(request.operation), action }
    const { text } = await describeMissingGrant(db, user, lack)
    throw deniedError(`${userId}: ${text.ko}`, `${userId}: ${text.en}`)
  }
  return { user, wcode }
}

export const otherRecipients = (userId: string, others: readonly string[]): Label =>
  label(
    `${userId} 사용자는 화주가 지정되어 있어 본인 이메일로만 받을 수 있습니다. 제외할 주소: ${others.join(', ')}`,
    `${userId} is restricted to owners and can only receive mail at their own address. Remove: ${others.join(', ')}`,
  )

/**
 * Owner-restricted users belong to a customer. They can receive their data but not send it to
 * others, because no one at the site would notice a wrong address.
 */
export async function rejectOtherRecipients(
  db: Queryable,
  { userId, owners }: SiteUser,
  mailTo: readonly string[],
): Promise<void> {
  if (owners === null) return
  const [row] = await db.query<{ email: string | null }>(sql`
    select email from app_user where user_id = ${userId}`)
  const own = row?.email?.toLowerCase()
  const others = mailTo.filter((address) => address.toLowerCase() !== own)
  if (others.length === 0) return
  const { ko, en } = otherRecipients(userId, others)
  throw deniedError(ko, en)
}
