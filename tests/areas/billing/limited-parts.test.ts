import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, expectStock, orderLine, rowErrors } from '#tests/support/floor.ts'
import { moveToDate } from '#tests/support/simulated-days.ts'

let site: TestSite
let user: TestUser
let last = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const moveTo = async (day: string) => {
  last = await moveToDate(site, day, last)
}

async function save(name: string, row: Record<string, Value>): Promise<void> {
  const response = await user.save(name, [row])
  expect(rowErrors(response), response.body.message).toEqual([])
}

const receive = (RECEIPT_NO: string, LINE_NO: number, NOW_QTY: number) =>
  save('inbound/receive', { RECEIPT_NO, LINE_NO, NOW_QTY, CELL_CD: 'A-001' })

const getDailyCharges = (charge = 'IN') =>
  site.db.query(sql`
    select to_char(service_dt, 'DD') "day", cause_cd cause, sum(amount) amount from charge
    where owner_cd = 'HANBIT' and charge_cd = ${charge} group by 1, 2 having sum(amount) <> 0 order by 1, 2`)

test('parts of a line received on two dates of a month have separate limits for each date', async () => {
  const price = { price_cd: 'IN', owner_cd: 'HANBIT', charge_cd: 'IN', basis_cd: 'WORK' }
  await addPrices(site.db, { ...price, unit_cd: 'EA', unit_price: 10, day_max_amt: 500 })
  const item = await addItem(site.db, 'PARTS')
  const number = await expectStock(user, [orderLine(item, 160), orderLine(item, 40)])
  await receive(number, 1, 40)
  await moveTo('20260110')
  await chargeAll(site.db)
  // On the second date the same quantity follows, and on the third more than the maximum.
  await receive(number, 1, 40)
  await moveTo('20260111')
  await chargeAll(site.db)
  await receive(number, 1, 80)
  await receive(number, 2, 40)
  await moveTo('20260112')
  await chargeAll(site.db)
  expect(await getDailyCharges()).toEqual([
    { day: '10', cause: 'RECEIPT', amount: 400 },
    { day: '11', cause: 'RECEIPT', amount: 400 },
    { day: '12', cause: 'RECEIPT', amount: 1200 },
  ])
  await closeUntil(site.db, '20260131')
  await chargeAll(site.db)
  await save('billing/close-month', {
    OWNER_CD: 'HANBIT',
    BILL_MONTH: '202601',
    REASON: 'no price',
  })
  expect(await getDailyCharges()).toEqual([
    { day: '10', cause: 'RECEIPT', amount: 400 },
    { day: '11', cause: 'RECEIPT', amount: 400 },
    { day: '12', cause: 'MOST', amount: -700 },
    { day: '12', cause: 'RECEIPT', amount: 1200 },
  ])
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'HANBIT' })
  expect(invoice).toMatchObject({ SUPPLY_AMT: 1300 })
})

test('a version that introduces daily limits charges the parts of an open month by date', async () => {
  const price = { price_cd: 'UNLOAD', owner_cd: 'HANBIT', charge_cd: 'UNLOAD', basis_cd: 'WORK' }
  await addPrices(site.db, { ...price, unit_cd: 'EA', unit_price: 10, from_dt: '20260201' })
  const number = await expectStock(user, [orderLine(await addItem(site.db, 'LATER'), 90)])
  await receive(number, 1, 40)
  await moveTo('20260210')
  await receive(number, 1, 50)
  await moveTo('20260211')
  await chargeAll(site.db)
  expect(await getDailyCharges('UNLOAD')).toEqual([{ day: '11', cause: 'RECEIPT', amount: 900 }])
  const limited = { version_no: 2, day_max_amt: 450, from_dt: '20260201' }
  await addPrices(site.db, { ...price, unit_cd: 'EA', unit_price: 10, ...limited })
  await chargeAll(site.db)
  expect(await getDailyCharges('UNLOAD')).toEqual([
    { day: '10', cause: 'RECEIPT', amount: 400 },
    { day: '11', cause: 'RECEIPT', amount: 500 },
  ])
})
