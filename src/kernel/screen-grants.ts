import type { Operation, Trait } from './operation.ts'
import { operationsOf, traitsOf } from './operations-of.ts'
import type { PaneScreen } from './pane-screen.ts'

/** Where operations are granted: their own action on one of these routes lets a role call them. */
export interface ScreenGrants {
  /** Routes whose users may call an operation; none where nothing says so. */
  readonly routesOf: (operation: Operation) => readonly string[]
  /** Why the way an operation is granted cannot stand, with what to write; undefined when it can. */
  readonly faultOf: (operation: Operation) => string | undefined
}

const keyOf = ({ type, name }: Operation): string => `${type} ${name}`

/** What a screen calls is what its users may call: the routes of each operation, read off all screens. */
export function screenGrants(screens: readonly PaneScreen[]): ScreenGrants {
  const built = new Set(screens.map(({ route }) => route))
  const called = routesBy(screens, (screen) => operationsOf(screen).map(keyOf))
  const marked = routesBy(screens, traitsOf)
  const calledOn = (operation: Operation): readonly string[] => called.get(keyOf(operation)) ?? []
  const goesWith = (each: Operation | Trait): readonly string[] =>
    typeof each === 'string' ? (marked.get(each) ?? []) : routesOf(each)

  function routesOf(operation: Operation): readonly string[] {
    const { with: companions = [], menus = [] } = operation
    return [...new Set([...calledOn(operation), ...companions.flatMap(goesWith), ...menus])]
  }

  function faultOf(operation: Operation): string | undefined {
    if (routesOf(operation).length === 0) return ungranted
    const [screen] = calledOn(operation)
    const twice = (operation.menus ?? []).filter((route) => built.has(route))
    if (screen === undefined || twice.length === 0) return undefined
    return `is called by the screen ${screen} and lists menus: take ${twice.join(', ')} out of its \
menus. What their screens name is granted there by itself; what a command runs beside it says with: \
[the operation it goes with]`
  }

  return { routesOf, faultOf }
}

const ungranted = `declares no menus and no screen calls it: name it in a screen of \
src/areas/*/screens; what only a command or a window of src/ui runs says with: [the operation it \
goes with], or menus: [the routes it is run on]`

function routesBy<K extends string>(
  screens: readonly PaneScreen[],
  keysOf: (screen: PaneScreen) => readonly K[],
): ReadonlyMap<K, readonly string[]> {
  const pairs = screens.flatMap((screen) =>
    keysOf(screen).map((key) => [key, screen.route] as const),
  )
  const grouped = Map.groupBy(pairs, ([key]) => key)
  return new Map([...grouped].map(([key, found]) => [key, found.map(([, route]) => route)]))
}
