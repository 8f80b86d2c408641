import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import { countGroupsHandler } from '#areas/inventory/server/count-groups.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addItem, putStock } from '#tests/support/floor.ts'
import { countRowsOfList } from '#tests/support/rows-touched.ts'

const moves = 30
const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  for (let index = 0; index < moves; index += 1) {
    const item = await addItem(site.db, `MOVED${index}`)
    await putStock(site.db, { item, qty: 10, received: today })
  }
  await site.db.script('analyze')
})
afterAll(() => site.close())

test('today’s movements are not read again for every balance', async () => {
  const search = { METHOD_CD: 'MOVED' }
  const touched = await countRowsOfList(
    site.db,
    [countGroupsHandler],
    'inventory/count-groups',
    search,
  )
  expect(touched['stock_movement']).toBeGreaterThanOrEqual(moves)
  // Movements are read for the ABC classes and to find the moved stock.
  expect(touched['stock_movement']).toBeLessThanOrEqual(4 * moves)
  expect(touched['join']).toBeLessThanOrEqual(moves)
})
