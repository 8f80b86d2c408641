import sql from 'sql-template-tag'
import { codeLists } from '#areas/code-lists.ts'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { isOwnOrder } from './partner-scope.ts'

export interface LockedOrder extends Record<string, unknown> {
  readonly scm_no: string
  readonly kind_cd: 'IN' | 'OUT'
  readonly owner_cd: string
  readonly state_cd: string
  readonly active_yn: 'Y' | 'N'
}

type FindOrderError = (order: LockedOrder) => Label | undefined

export const repeatedOrder = label('같은 오더가 두 번 있습니다.', 'The same order is listed twice.')

export const orderMissing = label('오더를 찾을 수 없습니다.', 'Order not found.')

/**
 * Locks the orders of a call in number order and returns them. Rejects rows whose order is out of
 * scope or does not allow the step.
 */
export async function lockOrders(call: SaveCall, refusal: FindOrderError): Promise<LockedOrder[]> {
  const numbers = [...new Set(call.rows.map((row) => String(row.values['SCM_NO'])))]
  const { wcode, owners } = call.scope
  const found = await call.tx.query<LockedOrder>(sql`
    select o.scm_no, o.kind_cd, o.owner_cd, o.state_cd, o.active_yn from scm_order o
    where o.scm_no = any(${numbers}::text[]) and o.wcode = ${wcode}
      and (${owners === null} or o.owner_cd = any(${[...(owners ?? [])]}::text[]))
      and ${isOwnOrder(call.userId, 'o')}
    order by o.scm_no for update of o`)
  const known = new Map(found.map((order) => [order.scm_no, order]))
  const errors = call.rows.flatMap((row): RowError[] => {
    const order = known.get(String(row.values['SCM_NO']))
    const text = order ? refusal(order) : orderMissing
    return text ? [{ row: row.no, text, column: 'SCM_NO' }] : []
  })
  if (errors.length) throw conflictingRows(errors)
  return found
}

export function wrongStateError(state: string): Label {
  const name = codeLists['scm-state']?.[state] ?? label(state, state)
  return label(
    `'${name.ko}' 상태에서는 할 수 없는 작업입니다. 다시 조회해 상태를 확인하세요.`,
    `Not allowed at status "${name.en}". Search again.`,
  )
}

/** An inactive order can only be activated. */
export const orderInactive = label(
  '비활성 오더입니다. 먼저 활성화하세요.',
  'This order is inactive. Activate it first.',
)
