import { expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { fixedSearch } from '#kernel/fixed-search.ts'
import { homeLines } from '#server/site/registry.ts'
import { paneScreens } from '#tests/support/all-screens.ts'

test('a line opens exactly the rows it counts', () => {
  const sortedJson = (search: WireRow) =>
    JSON.stringify(
      search,
      Object.keys(search).toSorted((a, b) => (a < b ? -1 : 1)),
    )
  const work = homeLines.filter(({ setup }) => setup === undefined)
  const wrong = work.flatMap(({ id, counts, opens: openedScreen, args }) => {
    const grid = paneScreens.find(({ route }) => route === openedScreen)?.sources.grid
    if (grid?.source !== counts.of) return []
    const counted = { ...counts.search, ...counts.filter }
    const opened = fixedSearch(args === null ? {} : (args ?? counts.search ?? {}), grid.fixed)
    return sortedJson(counted) === sortedJson(opened) ? [] : [{ id, counted, opened }]
  })
  expect(wrong).toEqual([])
})

test('a search narrows the fixed codes of a screen and never widens them', () => {
  const fixed = { STATE_CD: '10,15' }
  expect(fixedSearch({ STATE_CD: '15' }, fixed)).toEqual({ STATE_CD: '15' })
  expect(fixedSearch({ STATE_CD: '15,20' }, fixed)).toEqual(fixed)
  expect(fixedSearch({ STATE_CD: '!=10' }, fixed)).toEqual(fixed)
  expect(fixedSearch({ OWNER_CD: 'GIFT' }, fixed)).toEqual({ OWNER_CD: 'GIFT', ...fixed })
  expect(fixedSearch({}, undefined)).toEqual({})
})
