import { getOperationFields, lookupNames } from '#kernel/screen-lookups.ts'
import type { OwnerAccess, Operation, Scope } from '#kernel/operation.ts'
import { canCall, type Grants } from './grants.ts'
import { isOnScreen, routesByLookup } from './screen-routes.ts'

interface NamedLookup {
  readonly name: string
  readonly scope: Scope
  readonly bound?: OwnerAccess
  readonly menus?: readonly string[]
  readonly with?: string
  readonly query?: string
}

export type LookupGrant = (
  user: { readonly grants: Grants; readonly owners: readonly string[] | null },
  lookup: NamedLookup,
) => boolean

/**
 * Returns whether a user may use a value help: one of their screens offers it, or it belongs to a
 * field of a popup or command operation that they may call.
 */
export function lookupGrants(operations: readonly Operation[]): LookupGrant {
  const offScreen = operations.filter((operation) => !isOnScreen(operation))
  const operationsByLookup = new Map<string, Operation[]>()
  for (const operation of offScreen) {
    for (const name of new Set(
      getOperationFields(operation).flatMap((fields) => lookupNames(fields)),
    )) {
      operationsByLookup.set(name, [...(operationsByLookup.get(name) ?? []), operation])
    }
  }
  return ({ grants, owners }, { name, bound, menus = [], with: other = name, query }) => {
    if (bound === 'refused' && owners !== null) return false
    if (grants.all) return true
    const routes = [
      ...(routesByLookup.get(name) ?? []),
      ...(routesByLookup.get(other) ?? []),
      ...menus,
    ]
    if (routes.some((route) => (grants.menus.get(route)?.size ?? 0) > 0)) return true
    const same = operations.filter((operation) => operation.name === query)
    return [...same, ...(operationsByLookup.get(name) ?? [])].some((operation) =>
      canCall(grants, operation),
    )
  }
}
