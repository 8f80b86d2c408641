import { expect, test } from 'vitest'
import { orderHits } from '#ui/command-line/palette-search.ts'
import { createSearchIndex } from '#ui/command-line/search-index.ts'
import { expectedScreens } from './expected-screens.ts'
import { realEntries, realMenu } from './real-menu.ts'

const index = createSearchIndex(realEntries)

const firstShare = 0.98

function findIds(typed: string): string[] {
  return orderHits(index.search(typed, { limit: 50 })).map(({ entry }) => entry.id)
}

function findFirst(typed: string): string {
  return findIds(typed)[0] ?? 'nothing'
}

test('at least 400 queries have an expected screen from the menu', () => {
  const routes = new Set(realMenu.map(({ id }) => id))
  expect(expectedScreens.filter(([, route]) => !routes.has(route))).toEqual([])
  expect(new Set(expectedScreens.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(400)
})

test('the expected screen ranks first for 98 in 100 queries over menu, commands and procedures', () => {
  const misses = expectedScreens
    .filter(([typed, route]) => findFirst(typed) !== route)
    .map(([typed, route]) => `${typed}: ${findFirst(typed)} instead of ${route}`)
  const hits = expectedScreens.length - misses.length
  expect(hits / expectedScreens.length, misses.join('\n')).toBeGreaterThanOrEqual(firstShare)
})

test('the expected screen is always among the first five results', () => {
  const lost = expectedScreens.filter(
    ([typed, route]) => !findIds(typed).slice(0, 5).includes(route),
  )
  expect(lost).toEqual([])
})
