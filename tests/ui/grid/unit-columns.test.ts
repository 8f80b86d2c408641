// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { resolveColumns, type GridPart } from '#kernel/screen.ts'
import { fitColumns } from '#ui/grid/model/fit-columns.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'
import { screens } from '#tests/support/all-screens.ts'

const parts = Object.values(screens).flatMap((screen): [string, GridPart][] => {
  const found: [string, GridPart][] = []
  if ('grid' in screen) found.push([screen.route, screen.grid])
  if ('lines' in screen && screen.lines) found.push([`${screen.route} lines`, screen.lines])
  return found
})

const withMoney = parts.flatMap(([name, { source, columns }]) => {
  const all = resolveColumns(name, source.output, columns)
  const units = all.filter(({ name: id, hidden }) => {
    return !hidden && all.some(({ currency }) => currency === id)
  })
  return units.length > 0 ? [{ name, all, units: units.map((unit) => unit.name) }] : []
})

test.each(withMoney)('$name shows no amount without its currency', ({ all, units }) => {
  for (const room of [1000, 1180, 1500]) {
    const content = () => ({ width: 90, isEmpty: false })
    const shown = fitColumns(gridColumns(all, true), room, content).columns
    const missing = units.filter(
      (unit) =>
        shown.some(({ currency }) => currency === unit) && shown.every(({ id }) => id !== unit),
    )
    expect([room, missing]).toEqual([room, []])
  }
})
