import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDays } from '#areas/inventory/server/ledger-worker.ts'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  expectStock,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { moveToDate } from '#tests/support/simulated-days.ts'

let site: TestSite
let user: TestUser
let last = 0

const today = timestampAt(Date.now()).slice(0, 8)
const [first, second] = [addDays(today, -9), addDays(today, -8)]

async function save(name: string, ...rows: Record<string, Value>[]): Promise<void> {
  const response = await user.save(name, rows)
  expect(rowErrors(response), response.body.message).toEqual([])
}

const receive = (RECEIPT_NO: string, LINE_NO: number) =>
  save('inbound/receive', { RECEIPT_NO, LINE_NO, NOW_QTY: 10, CELL_CD: 'A-001' })

async function cancelLast(RECEIPT_NO: string): Promise<void> {
  const moved = await user.query('inbound/received-movements', { RECEIPT_NO })
  const MOVEMENT_NO = Math.max(...moved.map((row) => Number(row['MOVEMENT_NO'])))
  await save('inbound/cancel-receiving', { RECEIPT_NO, MOVEMENT_NO, REASON: 'wrong delivery' })
}

const ship = (number: string) => runStep(user, 'ship', number)

const cancelShipping = (SHIPMENT_NO: string) =>
  save('outbound/cancel-shipping', { SHIPMENT_NO, CANCEL_REASON: 'wrong order' })

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const item = await addItem(site.db, 'COUNTED')
  await putStock(site.db, { item, qty: 100 })
  const [once, twice] = [
    await expectStock(user, [orderLine(item, 10)]),
    await expectStock(user, [orderLine(item, 10), orderLine(item, 10)]),
  ]
  const [kept, undone] = [
    await addOrder(user, [orderLine(item, 5)]),
    await addOrder(user, [orderLine(item, 5)]),
  ]
  await runStep(user, 'allocate', kept, undone)
  await runStep(user, 'mark-listed', kept, undone)
  for (const number of [kept, undone]) {
    await pickAll(user, number)
    await checkAll(user, number)
  }
  await runStep(user, 'finish-check', kept, undone)
  last = await moveToDate(site, addDays(first, -1), last)

  await receive(once, 1)
  await cancelLast(once)
  await receive(twice, 1)
  await receive(twice, 2)
  await cancelLast(twice)
  await ship(kept)
  await ship(undone)
  await cancelShipping(undone)
  last = await moveToDate(site, first, last)

  await receive(once, 1)
  await cancelLast(twice)
  await ship(undone)
  await cancelShipping(kept)
  await ship(kept)
  last = await moveToDate(site, second, last)

  await cancelLast(once)
  await receive(once, 1)
  await cancelLast(once)
  await cancelShipping(kept)
})
afterAll(() => closeVerified(site))

const countDocuments = async (name: string, STOCK_DT: string) =>
  (await user.query(name, { STOCK_DT }))
    .filter((row) => row['OWNER_CD'] === 'HANBIT')
    .map((row) => [row['RECEIPTS'], row['SHIPMENTS']])

/** Receipts and shipments of the two past dates and of today. */
const expected = [
  [first, [1, 1]],
  [second, [1, 2]],
  [today, [0, 0]],
] as const

const countByDay = () =>
  Promise.all(expected.map(([day]) => countDocuments('billing/in-out-by-day', day)))

test('a document cancelled on its own date does not count on that date', async () => {
  expect(await countByDay()).toEqual(expected.map(([, count]) => [count]))
  const month = await countDocuments('billing/in-out-by-month', `${first}~${today}`)
  const sum = month.reduce<number[]>(
    (all, row) => all.map((n, index) => n + Number(row[index])),
    [0, 0],
  )
  expect(sum).toEqual([2, 3])
})

test('the same documents count once the dates are closed', async () => {
  await closeDays(site.db)
  expect(await countByDay()).toEqual(expected.map(([, count]) => [count]))
})
