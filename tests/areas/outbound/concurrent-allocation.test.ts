import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { addItem, orderLine, addOrder, putStock, rowErrors } from '#tests/support/floor.ts'
import { holdInserts, runConcurrently } from '#tests/support/hold-inserts.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

// The embedded store runs one transaction at a time.
test.skipIf(testStore() === 'embedded')(
  'an allocation waits for a concurrent one of the item and allocates what is left',
  async () => {
    const item = await addItem(site.db, 'SCARCE')
    await putStock(site.db, { item, qty: 10 })
    const numbers = [
      await addOrder(user, [orderLine(item, 7)]),
      await addOrder(user, [orderLine(item, 7)]),
    ]
    const users = [user, await site.login('second')]
    await holdInserts(site.db, ['allocation'])
    const responses = await runConcurrently(
      site.db,
      users.map(
        (each, index) => () =>
          each.save('outbound/allocate', [{ SHIPMENT_NO: numbers[index] ?? null }]),
      ),
    )
    expect(responses.map((response) => [response.status, rowErrors(response)])).toEqual([
      [200, []],
      [200, []],
    ])
    const allocated = await site.db.query<{ qty: number }>(sql`
      select sum(alloc_qty)::int qty from allocation where shipment_no = any(${numbers}::text[])
      group by shipment_no order by 1`)
    expect(allocated.map(({ qty }) => qty)).toEqual([3, 7])
  },
)
