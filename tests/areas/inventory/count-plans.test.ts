import sql from 'sql-template-tag'
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

test('stock planned by several users at the same time is on one job', async () => {
  const users = await Promise.all(['admin', 'second'].map((name) => site.login(name)))
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', ABC_CD: 'C', COUNT_DT: today }
  for (const round of [1, 2, 3]) {
    const STOCK_CD = await addItem(site.db, `PLANNED-${round}`)
    const balance = await putStock(site.db, { item: STOCK_CD, qty: 10 })
    const plans = await Promise.all(
      [...users, ...users].map((user) =>
        user.save('inventory/make-count', [{ ...group, STOCK_CD }]),
      ),
    )
    expect(plans.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ])
    const lines = await site.db.query(sql`select 1 from count_line where balance_id = ${balance}`)
    expect(lines).toHaveLength(1)
  }
})
