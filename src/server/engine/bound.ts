import { label } from '#kernel/label.ts'
import { grantOf, type Operation } from '#kernel/operation.ts'
import { AppError } from './app-error.ts'
import type { DataScope } from './handler.ts'

/**
 * Whether an operation has to say how users who are bound to owners stand to it: its rows name no
 * owner, so that the scope of the session cannot say it. What a site keeps of itself may be read.
 */
export function needsBound({ scope, type }: Operation): boolean {
  return scope === 'warehouse' || (scope === 'company' && type !== 'query')
}

/** Whether a session may not use an operation because it is bound to owners, whatever it is granted. */
export function isRefused({ bound }: Operation, { owners }: Pick<DataScope, 'owners'>): boolean {
  return bound === 'refused' && owners !== null
}

/** Throws 403 where `isRefused`. */
export function refuseBound(operation: Operation, scope: DataScope): void {
  if (!isRefused(operation, scope)) return
  const text = label(
    '전체 화주를 조회하는 사용자만 할 수 있는 작업입니다. 물류센터 관리자에게 요청하세요.',
    'Only users who see every owner can do this. Ask the warehouse administrator.',
  )
  throw new AppError(403, 'FORBIDDEN', text, [], grantOf(operation))
}
