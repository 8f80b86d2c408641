import { expect, test } from 'vitest'
import { normalise } from '#kernel/normalise-screen.ts'
import type { Query } from '#kernel/operation.ts'
import { screens } from '#tests/support/all-screens.ts'

/** Search fields that a page sends, with the query that receives them. */
function getSearches(route: string): [Query, readonly string[]][] {
  const screen = screens[route]
  if (!screen) return []
  const { search, searchDefaults, sources, station } = normalise(screen)
  const { grid, lines, document } = sources
  const names = [...search.map((name) => name.replace(/^\*/, '')), ...Object.keys(searchDefaults)]
  const found: [Query, readonly string[]][] = []
  if (grid) found.push([grid.source, [...names, ...Object.keys(grid.fixed ?? {})]])
  if (!grid && document) found.push([document, names])
  if (lines)
    found.push([lines.part.source, [...lines.link, ...Object.keys(lines.part.fixed ?? {})]])
  if (station) {
    const { documentKey, alsoOpenedBy = [], waits = {} } = station
    found.push([station.document, [documentKey, ...alsoOpenedBy, ...Object.keys(waits)]])
    found.push([station.lines.source, [documentKey]])
  }
  return found
}

test('a page searches its queries only by fields that they declare', () => {
  const wrong = Object.keys(screens).flatMap((route) =>
    getSearches(route).flatMap(([query, names]) =>
      names
        .filter((name) => !Object.hasOwn(query.search, name))
        .map((name) => `${route}: ${query.name} has no search field ${name}`),
    ),
  )
  expect(wrong).toEqual([])
})
