import type { Value } from '#kernel/field.ts'

/** What can be granted on a menu, in the order it is shown. */
export const actionWords = ['search', 'save', 'delete', 'import', 'export', 'print'] as const

type Granted = ReadonlySet<string>

/** A grant of one operation alone is written `action:operation`. */
function isAlone(grant: string, action: string): boolean {
  return grant.startsWith(`${action}:`)
}

/**
 * What a menu is granted once its flags (`SAVE_YN`) are as given; one that is not given stays. A
 * whole action takes in what was granted of it alone; one that was not whole keeps that.
 */
export function withFlags(granted: Granted, flags: Readonly<Record<string, Value>>): Granted {
  const next = new Set(granted)
  for (const action of actionWords) {
    const wanted = flags[`${action.toUpperCase()}_YN`] ?? null
    if (wanted === 'N') next.delete(action)
    if (wanted !== 'Y' || next.has(action)) continue
    for (const grant of granted) if (isAlone(grant, action)) next.delete(grant)
    next.add(action)
  }
  return next
}

/**
 * What a menu is granted once one of its operations is, or is not. Taken out of a whole action, the
 * others of that action stay, each alone; what the product adds to it later is then not granted.
 */
export function withOperation(
  granted: Granted,
  operation: { readonly action: string; readonly name: string },
  isWanted: boolean,
  others: readonly string[],
): Granted {
  const { action, name } = operation
  const next = new Set(granted)
  if (isWanted) return next.has(action) ? next : next.add(`${action}:${name}`)
  next.delete(`${action}:${name}`)
  if (!next.delete(action)) return next
  for (const other of others) if (other !== name) next.add(`${action}:${other}`)
  return next
}
