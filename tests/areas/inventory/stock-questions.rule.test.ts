import { expect, test } from 'vitest'
import { stockFigures, stockKeys, whyThisNumber } from '#areas/inventory/operations/proof.ts'
import { freeQty, heldQty, promisedQty } from '#areas/inventory/operations/work-fields.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { resolveSearch } from '#kernel/screen.ts'
import { screens } from '#tests/support/all-screens.ts'

const { QTY, ALLOC_QTY, PICK_QTY, AVAILABLE_QTY } = stockBalance.fields
const figures = new Set([QTY, ALLOC_QTY, PICK_QTY, AVAILABLE_QTY, freeQty, heldQty, promisedQty])

const stockScreens = Object.values(screens).flatMap((screen) => {
  if (!screen || !('grid' in screen)) return []
  const { source } = screen.grid
  return Object.values(source.output).some((field) => figures.has(field)) ? [screen] : []
})

test('there are as many screens of stock as there were', () => {
  expect(stockScreens.length).toBeGreaterThanOrEqual(19)
})

test.each(stockScreens.map((screen) => [screen.route, screen] as const))(
  '%s has a past, and each of its figures its lines',
  (route, { grid, search }) => {
    expect(grid.source.past).toBe(true)
    expect(resolveSearch(route, grid.source, search).at(-1)).toMatchObject({
      name: 'AS_OF',
      kind: 'datetime',
    })
    expect(whyThisNumber.menus).toContain(route)
    const named = Object.keys(grid.source.output)
    expect(named.some((name) => Object.hasOwn(stockKeys, name))).toBe(true)
    const shown = Object.entries(grid.source.output).filter(([, field]) => figures.has(field))
    expect(shown.filter(([name]) => !Object.hasOwn(stockFigures, name))).toEqual([])
  },
)
