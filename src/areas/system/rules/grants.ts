import type { Value } from '#kernel/field.ts'

export const actionNames = ['search', 'save', 'delete', 'import', 'export', 'print'] as const

type GrantedNames = ReadonlySet<string>

/** A grant of a single operation has the form `action:operation`. */
function isSingleGrant(grant: string, action: string): boolean {
  return grant.startsWith(`${action}:`)
}

/**
 * Grants of a menu after applying flags such as `SAVE_YN`. Omitted flags are unchanged. Granting an
 * action replaces the grants of its single operations. Revoking an action that was not granted
 * leaves the grants of its single operations unchanged.
 */
export function withFlags(
  granted: GrantedNames,
  flags: Readonly<Record<string, Value>>,
): GrantedNames {
  const next = new Set(granted)
  for (const action of actionNames) {
    const wanted = flags[`${action.toUpperCase()}_YN`] ?? null
    if (wanted === 'N') next.delete(action)
    if (wanted !== 'Y' || next.has(action)) continue
    for (const grant of granted) if (isSingleGrant(grant, action)) next.delete(grant)
    next.add(action)
  }
  return next
}

/**
 * Grants of a menu after granting or revoking one operation. Revoking an operation of a granted
 * action replaces the action with grants of its other operations. Operations added to the action
 * later are then not granted.
 */
export function withOperation(
  granted: GrantedNames,
  operation: { readonly action: string; readonly name: string },
  isWanted: boolean,
  others: readonly string[],
): GrantedNames {
  const { action, name } = operation
  const next = new Set(granted)
  if (isWanted) return next.has(action) ? next : next.add(`${action}:${name}`)
  next.delete(`${action}:${name}`)
  if (!next.delete(action)) return next
  for (const other of others) if (other !== name) next.add(`${action}:${other}`)
  return next
}
