import { expect, test } from 'vitest'
import { resolveColumns } from '#kernel/screen.ts'
import { screens } from '#tests/support/all-screens.ts'

const uploads = Object.values(screens).flatMap((screen) =>
  screen.kind === 'upload' ? [screen] : [],
)

test('the first column of every sheet is required because reading stops where it is empty', () => {
  expect(uploads.length).toBeGreaterThan(5)
  const optional = uploads.filter(({ route, save, columns, sheets }) => {
    // The sheet type is not one of the sheet's columns.
    const own = resolveColumns(route, save.input, columns).filter(({ name }) => name !== sheets)
    const [first] = own
    return first?.required !== true
  })
  expect(optional.map(({ route }) => route)).toEqual([])
})

test('a sheet or its header has a column for every input field of a row', () => {
  const missing = uploads.flatMap(({ route, save, columns, header }) => {
    const named = new Set([
      ...resolveColumns(route, save.input, columns).map(({ name }) => name),
      ...Object.keys(header),
    ])
    return Object.keys(save.input).flatMap((name) => (named.has(name) ? [] : [`${route}.${name}`]))
  })
  expect(missing).toEqual([])
})
