import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addBillingOfBothOwners } from '#tests/support/both-owners-billing.ts'
import {
  addSheds,
  arrive,
  clearCargo,
  expectCargo,
  ok,
  quayShed,
  release,
} from '#tests/support/customs-floor.ts'
import { toRows } from '#tests/support/floor.ts'

const today = timestampAt(Date.now()).slice(0, 8)

/** Date whose six-month period ends the given number of days from today, approximately. */
const halfYearBefore = (days: number) => addMonths(addDays(today, days), -6)

interface Line {
  readonly ID: string
  readonly COUNT: number
  readonly ROUTE: string
  readonly ARGS: Record<string, string>
  readonly PART: { readonly COUNT: number } | null
}

let site: TestSite
let clerk: TestUser
let customer: TestUser

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  clerk = await site.login('admin')
  await addSheds(clerk)
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm) values ('HMM', 'HMM');
    insert into role_menu (role_cd, menu_id, actions) values
      ('CUSTOMER', 'BondedInventory', '{search}'), ('CUSTOMER', 'UnbilledWork', '{search}'),
      ('CUSTOMER', 'Invoice', '{search}'), ('CUSTOMER', 'CmsMyBooking', '{search}')`)
  customer = await site.login('customer')
})
afterAll(() => site.close())

async function home(user: TestUser): Promise<Map<string, Line>> {
  const response = await user.call('/api/home')
  expect(response.status, response.body.message).toBe(200)
  const { data } = JSON.parse(String(response.bytes)) as { data: { LINES: Line[] } }
  return new Map(data.LINES.map((line) => [line.ID, line]))
}

async function createArrival(owner: string, day: string, head = {}): Promise<string> {
  const bondNo = await expectCargo(clerk, 'PLAIN', { OWNER_CD: owner, ...head })
  await arrive(clerk, bondNo, { DONE_AT: `${day}090000` })
  return bondNo
}

const getLineCounts = async (user: TestUser, id: string) => {
  const line = (await home(user)).get(id)
  return line && [line.COUNT, line.PART?.COUNT]
}

async function getShownCount(user: TestUser, id: string): Promise<number> {
  const line = (await home(user)).get(id)
  expect(line?.ROUTE).toBe('BondedInventory')
  const rows = await user.query('bonded/stock', line?.ARGS)
  return new Set(rows.map((row) => row['BOND_NO'])).size
}

test('storage periods ending within thirty days are counted, overdue ones separately', async () => {
  await createArrival('GIFT', halfYearBefore(10))
  await createArrival('HANBIT', halfYearBefore(-10))
  await createArrival('HANBIT', halfYearBefore(20))
  await createArrival('HANBIT', halfYearBefore(60))
  expect(await getLineCounts(clerk, 'bonded/period-ends')).toEqual([3, 1])
  expect(await getShownCount(clerk, 'bonded/period-ends')).toBe(3)
  expect(await getLineCounts(customer, 'bonded/period-ends')).toEqual([1, 0])
  expect(await getShownCount(customer, 'bonded/period-ends')).toBe(1)
})

test('cargo on a quay is counted for declaration until it is declared', async () => {
  const soon = await createArrival('HANBIT', addDays(today, -28), { SHED_CD: quayShed })
  await createArrival('GIFT', addDays(today, -40), { SHED_CD: quayShed })
  await createArrival('GIFT', addDays(today, -10), { SHED_CD: quayShed })
  expect(await getLineCounts(clerk, 'bonded/to-declare')).toEqual([2, 1])
  expect(await getShownCount(clerk, 'bonded/to-declare')).toBe(2)
  expect(await getLineCounts(customer, 'bonded/to-declare')).toEqual([1, 1])
  await clearCargo(clerk, soon, null)
  expect(await getLineCounts(clerk, 'bonded/to-declare')).toEqual([1, 1])
})

test('cleared cargo is counted for removal until its release is filed', async () => {
  const bondNo = await createArrival('HANBIT', addDays(today, -20))
  const accepted = { ACCEPT_DT: addDays(today, -12) }
  const basisId = await clearCargo(clerk, bondNo, null, 88, accepted)
  expect(await getLineCounts(clerk, 'bonded/to-remove')).toEqual([1, 0])
  expect(await getShownCount(clerk, 'bonded/to-remove')).toBe(1)
  expect(await getLineCounts(customer, 'bonded/to-remove')).toEqual([0, 0])
  ok(await release(clerk, basisId, null, { NOW_PKG_QTY: 88 }))
  expect(await getLineCounts(clerk, 'bonded/to-remove')).toEqual([0, 0])
})

test('an extension removes a cargo from the expiring count', async () => {
  const before = await getLineCounts(clerk, 'bonded/period-ends')
  const bondNo = await createArrival('HANBIT', halfYearBefore(25))
  expect(await getLineCounts(clerk, 'bonded/period-ends')).toEqual([Number(before?.[0]) + 1, 1])
  const longer = { BOND_NO: bondNo, MONTHS: 2, BASIS_NO: 'EXT-1' }
  ok(await clerk.save('bonded/extend', [longer]))
  expect(await getLineCounts(clerk, 'bonded/period-ends')).toEqual(before)
})

test('unbilled work and open objections are counted for users who can see them', async () => {
  const { HANBIT } = await addBillingOfBothOwners(site, clerk)
  expect(await getLineCounts(clerk, 'billing/unbilled')).toEqual([2, undefined])
  expect(await getLineCounts(customer, 'billing/unbilled')).toEqual([1, undefined])
  expect(await getLineCounts(clerk, 'billing/objections')).toEqual([2, undefined])
  expect(await getLineCounts(customer, 'billing/objections')).toEqual([1, undefined])
  const line = (await home(clerk)).get('billing/objections')
  expect(await clerk.query('billing/invoices', line?.ARGS)).toHaveLength(2)
  const answer = { INVOICE_NO: HANBIT.invoice, LINE_NO: 1, ANSWER: 'x' }
  ok(await clerk.save('billing/answer-objection', [answer]))
  expect(await getLineCounts(clerk, 'billing/objections')).toEqual([1, undefined])
})

test('bookings with a cut-off within 48 hours are counted, but not for owner-restricted users', async () => {
  const hoursFromNow = (count: number) => timestampAt(Date.now() + count * 3_600_000, 'Asia/Seoul')
  const book = async (FCO: Value, ETD: Value) => {
    const head = { CARRIER_CD: 'HMM', POL_CD: 'KRPUS', POD_CD: 'USLAX', FCO, ETD }
    ok(await clerk.save('freight/save-booking', toRows(head, [])))
  }
  await book(hoursFromNow(3), hoursFromNow(90))
  await book(hoursFromNow(40), hoursFromNow(90))
  await book(hoursFromNow(60), hoursFromNow(90))
  await book(hoursFromNow(-3), hoursFromNow(90))
  expect(await getLineCounts(clerk, 'freight/cutoffs')).toEqual([2, 1])
  const line = (await home(clerk)).get('freight/cutoffs')
  expect(await clerk.query('freight/booking', line?.ARGS)).toHaveLength(2)
  expect(await getLineCounts(customer, 'freight/cutoffs')).toBeUndefined()
  await site.db.execute(sql`update booking set wcode = 'W02'`)
  expect(await getLineCounts(clerk, 'freight/cutoffs')).toEqual([0, 0])
})
