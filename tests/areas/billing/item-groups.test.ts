import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPrices, chargeAll } from '#tests/support/billing.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'
import { moveToDate } from '#tests/support/simulated-days.ts'

const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into stock_group (owner_cd, group_cd, group_nm) values ('HANBIT', 'LATE', 'Late')`)
})
afterAll(() => closeVerified(site))

async function ship(item: string, qty: number): Promise<string> {
  const number = await addOrder(user, [orderLine(item, qty)])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  await pickAll(user, number)
  await checkAll(user, number)
  await runStep(user, 'finish-check', number)
  await runStep(user, 'ship', number)
  return number
}

const moveToLateGroup = (...items: string[]) =>
  site.db.execute(sql`update stock set group_cd = 'LATE' where stock_cd = any(${items}::text[])`)

test('a past date shows the group that its items had', async () => {
  const item = await addItem(site.db, 'RESTING')
  await putStock(site.db, { item, qty: 5 })
  await moveToDate(site, addDays(today, -3), 0)
  await moveToLateGroup(item)
  const groups = async (STOCK_DT: string) =>
    (await user.query('inventory/item-flows', { STOCK_DT, STOCK_CD: item })).map(
      (row) => row['GROUP_CD'],
    )
  expect(await groups(addDays(today, -1))).toEqual([null])
  expect(await groups(today)).toEqual(['LATE'])
})

test('work is billed by the group that the item had on its date', async () => {
  const price = { charge_cd: 'OUT', basis_cd: 'WORK', unit_cd: 'EA' }
  await addPrices(
    site.db,
    { ...price, price_cd: 'OUT-ALL', unit_price: 1 },
    { ...price, price_cd: 'OUT-LATE', group_cd: 'LATE', owner_cd: 'HANBIT', unit_price: 500 },
  )
  const numbers: string[] = []
  for (const item of ['REGROUPED', 'GROUPED']) {
    await addItem(site.db, item)
    await putStock(site.db, { item, qty: 5 })
    numbers.push(await ship(item, 2))
  }
  await moveToLateGroup('REGROUPED', 'GROUPED')
  // The first item joins the group only tomorrow.
  await site.db.script(`
    alter table stock_measure disable trigger stock_measure_guard;
    update stock_measure set from_dt = from_dt + 1
      where stock_cd = 'REGROUPED' and group_cd = 'LATE';
    alter table stock_measure enable trigger stock_measure_guard`)
  await chargeAll(site.db)
  const amounts = numbers.map(async (number) => {
    const [charge] = await site.db.query(sql`select amount from charge where doc_no = ${number}`)
    return charge?.['amount']
  })
  expect(await Promise.all(amounts)).toEqual([2, 1000])
})
