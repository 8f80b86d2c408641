import type { Operation, PageTrait } from './operation.ts'
import { listOperations, listTraits } from './screen-operations.ts'
import type { PaneScreen } from './pane-screen.ts'

/**
 * Grants of operations. A role can call an operation if it has the operation's action on one of
 * these routes.
 */
export interface ScreenGrants {
  readonly grantingRoutes: (operation: Operation) => readonly string[]
  /** Error (with the fix) if an operation's grant is invalid; undefined otherwise. */
  readonly grantError: (operation: Operation) => string | undefined
}

const getOperationKey = ({ type, name }: Operation): string => `${type} ${name}`

/**
 * Collects the routes of each operation from all screens: users of a screen can call what it calls.
 */
export function screenGrants(screens: readonly PaneScreen[]): ScreenGrants {
  const builtRoutes = new Set(screens.map(({ route }) => route))
  const routesByOperation = groupRoutes(screens, (screen) =>
    listOperations(screen).map(getOperationKey),
  )
  const routesByTrait = groupRoutes(screens, listTraits)
  const callingRoutes = (operation: Operation): readonly string[] =>
    routesByOperation.get(getOperationKey(operation)) ?? []
  const companionRoutes = (target: Operation | PageTrait): readonly string[] =>
    typeof target === 'string' ? (routesByTrait.get(target) ?? []) : grantingRoutes(target)

  function grantingRoutes(operation: Operation): readonly string[] {
    const { with: companions = [], menus = [] } = operation
    return [
      ...new Set([...callingRoutes(operation), ...companions.flatMap(companionRoutes), ...menus]),
    ]
  }

  function findError(operation: Operation): string | undefined {
    if (grantingRoutes(operation).length === 0) return ungrantedMessage
    const [screen] = callingRoutes(operation)
    const twice = (operation.menus ?? []).filter((route) => builtRoutes.has(route))
    if (screen === undefined || twice.length === 0) return undefined
    return `is called by the screen ${screen} and lists menus: take ${twice.join(', ')} out of its \
menus. What their screens name is granted there by itself; what a command runs beside it says with: \
[the operation it goes with]`
  }

  return { grantingRoutes, grantError: findError }
}

const ungrantedMessage = `declares no menus and no screen calls it: name it in a screen of \
src/areas/*/screens; what only a command or a window of src/ui runs says with: [the operation it \
goes with], or menus: [the routes it is run on]`

function groupRoutes<K extends string>(
  screens: readonly PaneScreen[],
  getKeys: (screen: PaneScreen) => readonly K[],
): ReadonlyMap<K, readonly string[]> {
  const pairs = screens.flatMap((screen) =>
    getKeys(screen).map((key) => [key, screen.route] as const),
  )
  const grouped = Map.groupBy(pairs, ([key]) => key)
  return new Map([...grouped].map(([key, found]) => [key, found.map(([, route]) => route)]))
}
