import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
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
import { addPrices, chargeAll } from '#tests/support/billing.ts'

const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

interface Row extends Record<string, unknown> {
  charge_cd: string
  qty: number
  amount: number
}

const getCharges = (number: string) =>
  site.db.query<Row>(sql`
    select charge_cd, qty, amount from charge where doc_no = ${number} order by charge_no`)

const getUnbilledWork = (number: string) =>
  site.db.query<{ charge_cd: string; reason_cd: string }>(sql`
    select charge_cd, reason_cd from unbilled_work where doc_no = ${number} order by 1`)

async function ship(item: string, qty: number, head?: Record<string, string>): Promise<string> {
  const number = await addOrder(user, [orderLine(item, qty)], head)
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  await pickAll(user, number)
  await checkAll(user, number)
  await runStep(user, 'finish-check', number)
  await runStep(user, 'ship', number)
  return number
}

const handling = {
  owner_cd: 'HANBIT',
  charge_cd: 'OUT',
  basis_cd: 'WORK',
  unit_cd: 'EA',
  per_cd: 'DOC',
  tier_cd: 'GRADUATED',
  tiers: '0:1300, 1:200',
  max_amt: 3000,
} as const

test('work without a price stays unbilled, and is charged once it has one', async () => {
  const item = await addItem(site.db, 'WAITS')
  await putStock(site.db, { item, qty: 100 })
  const number = await ship(item, 3)
  await chargeAll(site.db)
  expect(await getCharges(number)).toEqual([])
  expect(await getUnbilledWork(number)).toEqual([{ charge_cd: 'OUT', reason_cd: 'NO_PRICE' }])
  await addPrices(site.db, { price_cd: 'HANDLING', ...handling })
  await chargeAll(site.db)
  expect(await getCharges(number)).toEqual([{ charge_cd: 'OUT', qty: 3, amount: 1700 }])
  expect(await getUnbilledWork(number)).toEqual([])
})

test('a charge is explained by its formula and its movement as text', async () => {
  const [charge] = await user.query('billing/charges', { CHARGE_CD: 'OUT' })
  const rows = await user.query('billing/why', { CHARGE_NO: charge?.['CHARGE_NO'] ?? null })
  expect(rows.map((row) => row['TEXT'])).toEqual([
    '3 EA × 구간별 [0:1300, 1:200] ≤ 3000 = 1,700  (HANDLING v1)',
    '출고 셀 → 배송처',
  ])
  expect(rows[1]).toMatchObject({ PIECES: 3, DOC_NO: charge?.['DOC_NO'] })
})

test('a cancelled shipment is charged negatively, and charged again when it ships again', async () => {
  const item = await addItem(site.db, 'TWICE')
  await putStock(site.db, { item, qty: 100 })
  const number = await ship(item, 30)
  await chargeAll(site.db)
  const cancelled = await user.save('outbound/cancel-shipping', [
    { SHIPMENT_NO: number, CANCEL_REASON: 'wrong order' },
  ])
  expect(rowErrors(cancelled)).toEqual([])
  await chargeAll(site.db)
  await chargeAll(site.db)
  expect((await getCharges(number)).map(({ amount }) => amount)).toEqual([3000, -3000])
  await runStep(user, 'ship', number)
  await chargeAll(site.db)
  expect((await getCharges(number)).map(({ amount }) => amount)).toEqual([3000, -3000, 3000])
  const rows = await user.query('billing/real-shipments', { SHIPMENT_NO: number })
  expect(rows.map((row) => [row['SHIP_QTY'], row['CHARGE_AMT']])).toEqual([
    [30, 3000],
    [-30, null],
    [30, null],
  ])
  const byStock = await user.query('billing/real-shipments-by-stock', { STOCK_CD: item })
  expect(byStock).toMatchObject([{ SHIP_QTY: 30, CHARGE_AMT: 3000 }])
})

test('the reversal of work of a closed month is charged in the open month and names the closed one', async () => {
  const item = await addItem(site.db, 'LATER')
  await putStock(site.db, { item, qty: 100 })
  const number = await ship(item, 3)
  await chargeAll(site.db)
  const setMonthState = (state: string, by: string | null) => sql`
    update bill_month set state_cd = ${state}, reviewed_by = ${by}, closed_by = ${by},
      reviewed_at = case when ${by}::text is null then null else now() end,
      closed_at = case when ${by}::text is null then null else now() end
    where owner_cd = 'HANBIT'`
  await site.db.execute(setMonthState('30', 'admin'))
  await user.save('outbound/cancel-shipping', [
    { SHIPMENT_NO: number, CANCEL_REASON: 'wrong order' },
  ])
  await chargeAll(site.db)
  const rows = await user.query('billing/charges', { DOC_NO: number })
  const [twin, first] = rows.map((row) => ({ ...row, MONTH: String(row['BILL_MONTH']) }))
  expect(twin).toMatchObject({ AMOUNT: -1700, OF_MONTH: first?.MONTH })
  expect(String(twin?.MONTH) > String(first?.MONTH)).toBe(true)
  await site.db.execute(setMonthState('10', null))
})

test('a receipt received in two parts is charged as one document', async () => {
  await addPrices(site.db, { price_cd: 'INBOUND', ...handling, charge_cd: 'IN' })
  const item = await addItem(site.db, 'PARTS')
  const number = await expectStock(user, [orderLine(item, 5)])
  const part = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-003' }
  await user.save('inbound/receive', [{ ...part, NOW_QTY: 1 }])
  await chargeAll(site.db)
  expect(await getCharges(number)).toEqual([{ charge_cd: 'IN', qty: 1, amount: 1300 }])
  await user.save('inbound/receive', [{ ...part, NOW_QTY: 4 }])
  await chargeAll(site.db)
  expect((await getCharges(number)).map(({ amount }) => amount)).toEqual([1300, -1300, 2100])
  const rows = await user.query('billing/real-receipts', { RECEIPT_NO: number })
  expect(rows.map((row) => [row['RECEIVE_QTY'], row['CHARGE_AMT']])).toEqual([
    [1, 2100],
    [4, null],
  ])
})

test('returns are charged as returns instead of ordinary receipts', async () => {
  const item = await addItem(site.db, 'RETURNED')
  const kind = { ORDER_KIND_CD: 'RETURN', BLIND_YN: 'Y' }
  const number = await expectStock(user, [orderLine(item, 5)], kind)
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])
  await chargeAll(site.db)
  expect(await getUnbilledWork(number)).toEqual([{ charge_cd: 'RETURN', reason_cd: 'NO_PRICE' }])
  await addPrices(site.db, {
    price_cd: 'RETURNS',
    charge_cd: 'RETURN',
    basis_cd: 'WORK',
    unit_cd: 'EA',
    unit_price: 700,
  })
  await chargeAll(site.db)
  expect(await getCharges(number)).toEqual([{ charge_cd: 'RETURN', qty: 5, amount: 3500 }])
  expect(await getUnbilledWork(number)).toEqual([])
})

test('a price for one kind of order is billed only for that kind', async () => {
  const picking = { charge_cd: 'PICK', basis_cd: 'WORK', unit_cd: 'LINE' }
  await addPrices(
    site.db,
    { ...picking, price_cd: 'PICKING', unit_price: 120 },
    { ...picking, price_cd: 'PICK-URGENT', unit_price: 300, order_kind_cd: 'URGENT' },
  )
  const item = await addItem(site.db, 'URGENT')
  await putStock(site.db, { item, qty: 20 })
  const urgent = await ship(item, 2, { ORDER_KIND_CD: 'URGENT' })
  const ordinary = await ship(item, 2)
  await chargeAll(site.db)
  const getPickCharges = async (number: string) =>
    (await getCharges(number)).filter((row) => row.charge_cd === 'PICK')
  expect(await getPickCharges(urgent)).toEqual([{ charge_cd: 'PICK', qty: 1, amount: 300 }])
  expect(await getPickCharges(ordinary)).toEqual([{ charge_cd: 'PICK', qty: 1, amount: 120 }])
})

test('labels are charged by printed copies, and counts by their lines once closed', async () => {
  const work = { owner_cd: 'HANBIT', basis_cd: 'WORK' }
  await addPrices(
    site.db,
    { ...work, price_cd: 'LABELS', charge_cd: 'LABEL', unit_cd: 'EA', unit_price: 30 },
    { ...work, price_cd: 'COUNTS', charge_cd: 'COUNT', unit_cd: 'EA', unit_price: 100 },
  )
  const item = await addItem(site.db, 'LABELLED')
  const receipt = await expectStock(user, [orderLine(item, 4)])
  const printed = { DOC_NO: receipt, LINE_NO: 1, LABEL_CD: 'ITEM', COPIES: 12 }
  expect((await user.save('inbound/labels-printed', [printed])).status).toBe(200)
  await user.save('inbound/receive', [
    { RECEIPT_NO: receipt, LINE_NO: 1, CELL_CD: 'A-150', NOW_QTY: 4 },
  ])
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
  const created = await user.save('inventory/make-count', [{ ...group, COUNT_DT: today }])
  const job = String(created.body.data.rows[0]?.['JOB_NO'])
  const scan = { JOB_NO: job, CELL_CD: 'A-150', CODE: item, QTY: 4 }
  expect(rowErrors(await user.save('inventory/count-scan', [scan]))).toEqual([])
  await chargeAll(site.db)
  expect(await getCharges(job)).toEqual([])
  expect(rowErrors(await user.save('inventory/finish-count', [{ JOB_NO: job }]))).toEqual([])
  await chargeAll(site.db)
  await chargeAll(site.db)
  const labels = (await getCharges(receipt)).filter((row) => row.charge_cd === 'LABEL')
  expect(labels).toEqual([{ charge_cd: 'LABEL', qty: 12, amount: 360 }])
  expect(await getCharges(job)).toEqual([{ charge_cd: 'COUNT', qty: 1, amount: 100 }])
})

test('work on an unmeasured item stays unbilled until the item is measured', async () => {
  await addPrices(site.db, {
    price_cd: 'UNLOAD',
    charge_cd: 'UNLOAD',
    basis_cd: 'WORK',
    unit_cd: 'CBM',
    unit_price: 1000,
  })
  const item = await addItem(site.db, 'NOCBM')
  const number = await expectStock(user, [orderLine(item, 10)])
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])
  await chargeAll(site.db)
  expect(await getUnbilledWork(number)).toEqual([{ charge_cd: 'UNLOAD', reason_cd: 'NO_CBM' }])
  await site.db.execute(sql`
    update stock set cbm = 0.25, updated_at = now() where stock_cd = ${item}`)
  await chargeAll(site.db)
  expect(await getUnbilledWork(number)).toEqual([])
  expect((await getCharges(number)).at(-1)).toEqual({ charge_cd: 'UNLOAD', qty: 2.5, amount: 2500 })
})

test('the most specific price is billed', async () => {
  await addPrices(
    site.db,
    { price_cd: 'LOAD-ALL', charge_cd: 'LOAD', basis_cd: 'WORK', unit_cd: 'DOC', unit_price: 1 },
    {
      price_cd: 'LOAD-HB',
      owner_cd: 'HANBIT',
      charge_cd: 'LOAD',
      basis_cd: 'WORK',
      unit_cd: 'DOC',
      unit_price: 500,
    },
  )
  const item = await addItem(site.db, 'NARROW')
  await putStock(site.db, { item, qty: 5 })
  const number = await ship(item, 2)
  await chargeAll(site.db)
  const loads = (await getCharges(number)).filter((row) => row.charge_cd === 'LOAD')
  expect(loads).toEqual([{ charge_cd: 'LOAD', qty: 1, amount: 500 }])
})

test('a rejected quantity is charged for inspection, and credited when the rejection is cancelled', async () => {
  await addPrices(site.db, {
    price_cd: 'INSPECT',
    charge_cd: 'INSPECT',
    basis_cd: 'WORK',
    unit_cd: 'EA',
    unit_price: 10,
  })
  const item = await addItem(site.db, 'REFUSED')
  const number = await expectStock(user, [orderLine(item, 10)])
  await site.db.execute(sql`
    insert into receipt_reject (receipt_no, line_no, reject_qty, reason, created_by)
    values (${number}, 1, 4, '파손', 'admin')`)
  await chargeAll(site.db)
  expect(await getCharges(number)).toEqual([{ charge_cd: 'INSPECT', qty: 4, amount: 40 }])
  await site.db.execute(sql`
    update receipt_reject set cancelled_by = 'admin', cancelled_at = now(),
      cancel_reason = 'accepted'
    where receipt_no = ${number}`)
  await chargeAll(site.db)
  expect((await getCharges(number)).map(({ amount }) => amount)).toEqual([40, -40])
})

test('a trial without a draft matches billing, including manual charges, labels, counts and rejections', async () => {
  const trial = async () => {
    const request = { OWNER_CD: 'HANBIT', BILL_MONTH: today.slice(0, 6) }
    const rows = await user.query('billing/price-trial', request)
    return Object.fromEntries(
      rows.map((row) => [row['CHARGE_CD'], [Number(row['BILLED_AMT']), Number(row['TRIED_AMT'])]]),
    )
  }
  const before = await trial()
  const typed = { OWNER_CD: 'HANBIT', CHARGE_CD: 'EXTRA', SERVICE_DT: today, UNIT_CD: 'DOC' }
  const hand = { ...typed, QTY: 1, UNIT_PRICE: 700, REASON: 'x' }
  expect((await user.save('billing/write-charges', [hand])).status).toBe(200)
  const number = await expectStock(user, [orderLine(await addItem(site.db, 'TRIED'), 3)])
  await site.db.execute(sql`
    insert into receipt_reject (receipt_no, line_no, reject_qty, reason, created_by)
    values (${number}, 1, 3, '파손', 'admin')`)
  await chargeAll(site.db)
  const after = await trial()
  expect(after).toMatchObject({ EXTRA: [700, 700], LABEL: [360, 360], COUNT: [100, 100] })
  const [billed = 0, tried = 0] = before['INSPECT'] ?? []
  expect(after['INSPECT']).toEqual([billed + 30, tried + 30])
})

test('work of an open month is charged by a later price for an additional charge', async () => {
  const item = await addItem(site.db, 'ADDED')
  const number = await expectStock(user, [orderLine(item, 4)])
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])
  await chargeAll(site.db)
  const unload = { ...handling, charge_cd: 'UNLOAD', tiers: '0:10' }
  await addPrices(site.db, { price_cd: 'UNLOADING', ...unload })
  await chargeAll(site.db)
  await chargeAll(site.db)
  const charged = await getCharges(number)
  expect(charged.filter(({ charge_cd }) => charge_cd === 'UNLOAD')).toEqual([
    { charge_cd: 'UNLOAD', qty: 4, amount: 40 },
  ])
})

test('charges cannot be changed or deleted', async () => {
  await expect(site.db.execute(sql`update charge set amount = 0`)).rejects.toThrow(/never changed/)
  await expect(site.db.execute(sql`delete from charge`)).rejects.toThrow(/never changed/)
})
