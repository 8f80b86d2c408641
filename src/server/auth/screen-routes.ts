import { screenFiles } from '#areas/screens.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { getLookups } from '#kernel/screen-lookups.ts'
import { listOperations } from '#kernel/screen-operations.ts'
import type { FieldKind } from '#kernel/field.ts'
import type { Operation, Query } from '#kernel/operation.ts'
import { screenGrants } from '#kernel/screen-grants.ts'

const modules = await Promise.all(Object.values(screenFiles).map((load) => load()))
const screens = modules.flatMap((module) => Object.values(module).map(normalise))

/** Routes that grant each operation, derived from all screens when the server starts. */
export const { grantingRoutes, grantError } = screenGrants(screens)

/** Routes of the screens that offer each value help. */
export const routesByLookup: ReadonlyMap<string, readonly string[]> = (() => {
  const pairs = screens.flatMap((screen) =>
    getLookups(screen).map((lookup) => ({ lookup, route: screen.route })),
  )
  const grouped = Map.groupBy(pairs, ({ lookup }) => lookup)
  return new Map([...grouped].map(([lookup, found]) => [lookup, found.map(({ route }) => route)]))
})()

/** Whether a screen calls the operation, as opposed to a popup or command only. */
export function isOnScreen({ type, name }: Operation): boolean {
  return operationsOnScreens.has(`${type} ${name}`)
}

const operationsOnScreens = new Set(
  screens.flatMap((screen) => listOperations(screen).map(({ type, name }) => `${type} ${name}`)),
)

export const gridQueries: readonly Query[] = screens.flatMap(({ sources: { grid } }) => {
  return grid?.source ?? []
})

const valueKinds: ReadonlySet<FieldKind> = new Set([
  'number',
  'date',
  'datetime',
  'month',
  'flag',
  'select',
  'progress',
])

/**
 * Columns of a screen that hold only numbers, dates, flags and codes of the program: no code, name
 * or number of a record, and no text.
 */
export function valueColumns(route: string): readonly string[] {
  const columns = screens
    .filter((screen) => screen.route === route)
    .flatMap((screen) => listOperations(screen))
    .flatMap((operation) => (operation.type === 'query' ? Object.entries(operation.output) : []))
  const others = new Set(
    columns.flatMap(([name, { kind }]) => (valueKinds.has(kind) ? [] : [name])),
  )
  return [...new Set(columns.map(([name]) => name))].filter((name) => !others.has(name))
}
