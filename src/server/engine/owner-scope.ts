import { label } from '#kernel/label.ts'
import { toOperationGrant, type Operation } from '#kernel/operation.ts'
import { AppError } from '#server/base/app-error.ts'
import type { DataScope } from '#server/auth/caller.ts'

/**
 * Returns whether an operation must declare `bound`. If its rows have no owner, the session's scope
 * cannot restrict owner-bound users.
 */
export function requiresOwnerScope({ scope }: Operation): boolean {
  return scope === 'warehouse' || scope === 'company'
}

export function isOutOfScope({ bound }: Operation, { owners }: Pick<DataScope, 'owners'>): boolean {
  return bound === 'refused' && owners !== null
}

/** Throws AppError 403 if `isOutOfScope`. */
export function rejectBound(operation: Operation, scope: DataScope): void {
  if (!isOutOfScope(operation, scope)) return
  const text = label(
    '전체 화주를 조회하는 사용자만 할 수 있는 작업입니다. 물류센터 관리자에게 요청하세요.',
    'Only users who see every owner can do this. Ask the warehouse administrator.',
  )
  throw new AppError(403, 'FORBIDDEN', text, [], toOperationGrant(operation))
}
