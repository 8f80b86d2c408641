import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import { countGroupsHandler } from '#areas/inventory/server/count-groups.ts'
import { selectRequested } from '#areas/inventory/server/reverse-work.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addItem, putStock } from '#tests/support/floor.ts'
import { countRowsOfList, countRowsTouched } from '#tests/support/rows-touched.ts'

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

test('a movement is reversed without reading those of other documents', async () => {
  const user = await site.login('admin')
  const item = await addItem(site.db, 'REVERSED')
  const BALANCE_ID = String(await putStock(site.db, { item, qty: 10 }))
  await user.save('inventory/move', [{ BALANCE_ID, WORK_QTY: 1, TO_CELL_CD: 'A-002' }])
  const [movement] = await site.db.query<{ no: string }>(sql`
    select max(movement_no)::text no from stock_movement where movement_cd = 'MOVE'`)
  const values = { MOVEMENT_NO: movement?.no ?? null }
  const row = { no: 1, flag: 'I', type: 'H', docRef: '', version: null, values } as const
  const scope = { wcode: 'W01', owners: null }
  const touched = await site.db.transaction(async (tx) => {
    // Plans as for a ledger of millions of movements.
    await tx.script(`update pg_class set reltuples = 1000000, relpages = 1
      where relname = 'stock_movement'`)
    return countRowsTouched(tx, selectRequested({ rows: [row], scope }))
  })
  expect(touched['stock_movement']).toBeLessThanOrEqual(2)
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
