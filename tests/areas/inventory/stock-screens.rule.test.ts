import { expect, test } from 'vitest'
import { stockFigures, stockKeys, whyThisNumber } from '#areas/inventory/operations/proof.ts'
import { freeQty, heldQty, allocatedQty } from '#areas/inventory/operations/work-fields.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import type { Query } from '#kernel/operation.ts'
import { resolveSearch } from '#kernel/screen.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { screenGrants } from '#kernel/screen-grants.ts'
import { screens } from '#tests/support/all-screens.ts'
import { checkoutPaths, checkoutText } from '#tests/support/checkout.ts'

const { QTY, ALLOC_QTY, PICK_QTY, AVAILABLE_QTY } = stockBalance.fields
const figures = new Set([QTY, ALLOC_QTY, PICK_QTY, AVAILABLE_QTY, freeQty, heldQty, allocatedQty])

const stockScreens = Object.values(screens).flatMap((screen) => {
  if (!screen || !('grid' in screen)) return []
  const { source } = screen.grid
  return Object.values(source.output).some((field) => figures.has(field)) ? [screen] : []
})
const { grantingRoutes: routesOf } = screenGrants(Object.values(screens).map(normalise))
const proof = 'src/areas/inventory/operations/proof.ts'

function getFile({ name, title }: Query): string {
  const [area] = name.split('/')
  const own = checkoutPaths.filter((path) => path.startsWith(`src/areas/${area}/operations/`))
  const findTestWith = (text: string) => own.find((path) => checkoutText(path).includes(text))
  return (
    findTestWith(`'${name}'`) ??
    findTestWith(`'${title.ko}', '${title.en}'`) ??
    `src/areas/${area}/operations`
  )
}

/**
 * Columns missing in a stock screen's query, each with the file to change and the code to write.
 */
function findMissing(route: string, source: Query): string[] {
  const file = getFile(source)
  const named = Object.keys(source.output)
  const complainIf = (isWrong: boolean, advice: string) =>
    isWrong ? [`${route} shows stock by ${source.name}. ${advice}`] : []
  const unknown = Object.entries(source.output).flatMap(([name, field]) =>
    figures.has(field) && !Object.hasOwn(stockFigures, name) ? [name] : [],
  )
  return [
    ...complainIf(
      source.hasHistory !== true,
      `${file}: write past: true into ${source.name} and let its handler answer AS_OF, as the one of inventory/by-lot does`,
    ),
    ...complainIf(
      source.shows !== 'stock',
      `${file}: write shows: 'stock' into ${source.name}, so that its users may ask why a number is what it is`,
    ),
    ...complainIf(
      source.shows === 'stock' && !routesOf(whyThisNumber).includes(route),
      `${proof}: whyThisNumber says with: ['stock'] no longer; write it back`,
    ),
    ...complainIf(
      !named.some((name) => Object.hasOwn(stockKeys, name)),
      `${file}: add a column to the output that names the stock of a row, one of stockKeys in ${proof}: ${Object.keys(stockKeys).join(', ')}`,
    ),
    ...complainIf(
      unknown.length > 0,
      `${file}: call column ${unknown.join(', ')} of the output by a name of stockFigures in ${proof} (${Object.keys(stockFigures).join(', ')}), or add it there and to parts in src/areas/inventory/server/why-this-number.ts`,
    ),
  ]
}

test('at least as many stock screens exist as before', () => {
  expect(stockScreens.length).toBeGreaterThanOrEqual(19)
})

test.each(stockScreens.map((screen) => [screen.route, screen] as const))(
  '%s can show past stock and explain each of its figures',
  (route, { grid, search }) => {
    expect(findMissing(route, grid.source)).toEqual([])
    expect(resolveSearch(route, grid.source, search).at(-1)).toMatchObject({
      name: 'AS_OF',
      kind: 'datetime',
    })
  },
)
