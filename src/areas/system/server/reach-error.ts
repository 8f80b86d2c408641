import { label, type Label } from '#kernel/label.ts'

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

/** Error if a user has more roles, warehouses or owners than the caller; undefined otherwise. */
export function reachError(excess: Excess | undefined): Label | undefined {
  if (excess?.more_roles) return texts.roles
  if (excess?.more_owners) return texts.owners
  return excess?.more_warehouses ? texts.warehouses : undefined
}
