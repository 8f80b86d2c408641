import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { addSheds, arrive, expectCargo } from '#tests/support/customs-floor.ts'
import { addItem } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
let bond = ''

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await addSheds(user)
  await addPrices(
    site.db,
    { price_cd: 'B-IN', charge_cd: 'BON_IN', basis_cd: 'WORK', unit_cd: 'KG', unit_price: 10 },
    { price_cd: 'B-STORE', charge_cd: 'BON_STORE', unit_cd: 'EA', unit_price: 100, free_days: 1 },
  )
  const item = await addItem(site.db, 'CUSTOMS')
  bond = await expectCargo(user, item)
  await arrive(user, bond, { DONE_AT: '20261110090000' })
  // Something that lets the days be closed.
  await site.db.execute(
    sql`insert into ledger_day (stock_dt, movement_count) values ('20261109', 0)`,
  )
  await closeUntil(site.db, '20261112')
  await chargeAll(site.db)
})
afterAll(() => closeVerified(site))

const charged = (charge: string) =>
  site.db.query(sql`
    select to_char(service_dt, 'MM-DD') "day", trim_scale(qty)::text qty, trim_scale(amount)::text won
    from charge where doc_no = ${bond} and charge_cd = ${charge} order by charge_no`)

test('what came in under customs is charged by its weight, once', async () => {
  const once = [{ day: '11-10', qty: '1172.2', won: '11722' }]
  expect(await charged('BON_IN')).toEqual(once)
  await chargeAll(site.db)
  expect(await charged('BON_IN')).toEqual(once)
})

test('packages are charged each day they lie in the shed, after the free ones', async () => {
  const days = ['11-11', '11-12'].map((day) => ({ day, qty: '88', won: '8800' }))
  expect((await charged('BON_STORE')).slice(0, 2)).toEqual(days)
})
