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
export const lookupRoutes: ReadonlyMap<string, readonly string[]> = (() => {
  const pairs = screens.flatMap((screen) =>
    getLookups(screen).map((lookup) => ({ lookup, route: screen.route })),
  )
  const grouped = Map.groupBy(pairs, ({ lookup }) => lookup)
  return new Map([...grouped].map(([lookup, found]) => [lookup, found.map(({ route }) => route)]))
})()

/** Whether a screen calls the operation, as opposed to a popup or command only. */
export function isOnScreen({ type, name }: Operation): boolean {
  return called.has(`${type} ${name}`)
}

const called = new Set(
  screens.flatMap((screen) => listOperations(screen).map(({ type, name }) => `${type} ${name}`)),
)

export const gridQueries: readonly Query[] = screens.flatMap(({ sources: { grid } }) => {
  return grid?.source ?? []
})

/** Kinds of columns whose values name no record: numbers, dates and the codes of fixed lists. */
const anonymousKinds: ReadonlySet<FieldKind> = new Set([
  'number',
  'date',
  'datetime',
  'month',
  'flag',
  'select',
])

/** Columns on a screen whose filters name no record, such as an item or a customer. */
export function anonymousColumns(menu: string): string[] {
  const outputs = screens
    .filter(({ route }) => route === menu)
    .flatMap((screen) => listOperations(screen))
    .flatMap((operation) => (operation.type === 'query' ? [operation.output] : []))
  const fields = outputs.flatMap((output) => Object.entries(output))
  const naming = new Set(
    fields.filter(([, { kind }]) => !anonymousKinds.has(kind)).map(([name]) => name),
  )
  return [...new Set(fields.map(([name]) => name))].filter((name) => !naming.has(name))
}
