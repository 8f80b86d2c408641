import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { getQuestionIds, saveConfirmed } from '#tests/support/confirmed-save.ts'
import { addSheds, arrive, expectCargo } from '#tests/support/customs-floor.ts'
import { addItem, testDay, toRows, orderLine, putStock } from '#tests/support/floor.ts'
import { createPartner, type TestPartner } from '#tests/support/partner.ts'

let site: TestSite
let user: TestUser
let partner: TestPartner

const today = timestampAt(Date.now()).slice(0, 8)
const dateInDays = (days: number) => addDays(today, days)

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await addSheds(user)
  partner = await createPartner(site, user, {})
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

let created = 0
async function newItem(columns: Row = {}): Promise<string> {
  created += 1
  const item = await addItem(site.db, `DATED-${created}`)
  const { life = null } = columns
  await site.db.script(`update stock set receipt_life_days = ${life} where stock_cd = '${item}'`)
  return item
}

/** An expected receipt whose dates are typed at receiving. */
async function createReceipt(item: string, dates: Row = {}): Promise<string> {
  const rows = toRows({ RECEIPT_DT: testDay }, [orderLine(item, 5, dates)])
  const first = await user.save('inbound/save-receipts', rows)
  const response =
    first.status === 409
      ? await saveConfirmed(user, 'inbound/save-receipts', rows, getQuestionIds(first))
      : first
  expect(response.status, response.body.message).toBe(200)
  return String(response.body.data.rows[0]?.['RECEIPT_NO'])
}

const receiveRow = (RECEIPT_NO: string, dates: Row): Row => ({
  RECEIPT_NO,
  LINE_NO: 1,
  NOW_QTY: 1,
  CELL_CD: 'A-001',
  ...dates,
})

const getColumns = ({ body }: SaveResponse) => (body.rows ?? []).map(({ COLUMN }) => COLUMN)

interface SaveArguments {
  readonly name: string
  readonly rows: readonly Row[]
  readonly more?: object
}

/** Every operation that receives stock with these dates. */
const doors: Readonly<Record<string, (item: string, dates: Row) => Promise<SaveArguments>>> = {
  receiving: async (item, dates) => ({
    name: 'inbound/receive',
    rows: [receiveRow(await createReceipt(item), dates)],
  }),
  'bulk receiving': async (item, dates) => ({
    name: 'inbound/receive-bulk',
    rows: [{ RECEIPT_NO: await createReceipt(item, dates) }],
  }),
  'an expected receipt': async (item, dates) => ({
    name: 'inbound/save-receipts',
    rows: toRows({ RECEIPT_DT: testDay }, [orderLine(item, 5, dates)]),
  }),
  'a sheet of receipts': async (item, dates) => ({
    name: 'inbound/upload-receipts',
    rows: [
      {
        OWNER_CD: 'HANBIT',
        OWNER_ORDER_NO: `O-${item}`,
        RECEIPT_DT: testDay,
        STOCK_CD: item,
        ORDER_QTY: 5,
        ...dates,
      },
    ],
    more: { IMPORT: { FILE_NM: 'sheet.xlsx' } },
  }),
  'unpacking bonded cargo': async (item, dates) => {
    const BOND_NO = await expectCargo(user, item)
    await arrive(user, BOND_NO)
    const part = { NOW_PKG_QTY: 1, NOW_QTY: 1, CELL_CD: 'A-001' }
    return { name: 'bonded/unpack', rows: [{ BOND_NO, LINE_NO: 1, ...part, ...dates }] }
  },
}

const saveConfirming = ({ name, rows, more }: SaveArguments, confirmed: readonly string[] = []) =>
  saveConfirmed(user, name, rows, confirmed, more)

describe.each(Object.entries(doors))('%s', (_, open) => {
  test('a second expiry date of a lot must be confirmed', async () => {
    const item = await newItem()
    await putStock(site.db, { item, qty: 5, lot: 'AA', valid: '20290308' })
    const request = await open(item, { LOT_NO: 'aa', VALID_DT: '20290924' })
    const first = await saveConfirming(request)
    expect([first.status, getColumns(first)]).toEqual([409, ['VALID_DT']])
    expect(first.body.rows[0]?.POERROR).toContain('2029-03-08')
    const again = await saveConfirming(request, getQuestionIds(first))
    expect(again.status, again.body.message).toBe(200)
  })

  test('expired stock must be confirmed, once only', async () => {
    const request = await open(await newItem(), { VALID_DT: dateInDays(-10) })
    const first = await saveConfirming(request)
    expect([first.status, getColumns(first)]).toEqual([409, ['VALID_DT']])
    expect((await saveConfirming(request, ['another question'])).status).toBe(409)
    expect((await saveConfirming(request, getQuestionIds(first))).status).toBe(200)
  })

  test.each([
    ['VALID_DT', { VALID_DT: '99991231' }],
    ['MADE_DT', { MADE_DT: dateInDays(1) }],
    ['VALID_DT', { VALID_DT: dateInDays(29) }],
  ])('an unlikely %s must be confirmed: %o', async (column, dates) => {
    const first = await saveConfirming(await open(await newItem({ life: 30 }), dates))
    expect([first.status, getColumns(first)]).toEqual([409, [column]])
  })

  test.each([
    [{ VALID_DT: dateInDays(30) }],
    [{ VALID_DT: dateInDays(0), LOT_NO: 'NEW' }],
    [{ MADE_DT: dateInDays(0), VALID_DT: dateInDays(18_000) }],
    [{}],
  ])('needs no confirmation for %o', async (dates) => {
    const life = 'LOT_NO' in dates ? null : 30
    const response = await saveConfirming(await open(await newItem({ life }), dates))
    expect(response.status, response.body.message).toBe(200)
  })
})

test('the owner’s minimum shelf life applies to items without one', async () => {
  await site.db.script(`update owner set receipt_life_days = 60 where owner_cd = 'HANBIT'`)
  const own = await createReceipt(await newItem({ life: 0 }))
  const general = await createReceipt(await newItem())
  const dates = { VALID_DT: dateInDays(59) }
  expect((await user.save('inbound/receive', [receiveRow(own, dates)])).status).toBe(200)
  expect((await user.save('inbound/receive', [receiveRow(general, dates)])).status).toBe(409)
  await site.db.script(`update owner set receipt_life_days = null where owner_cd = 'HANBIT'`)
})

test('two expiry dates of one lot in the same save are confirmed', async () => {
  const item = await newItem()
  const [first, second] = [await createReceipt(item), await createReceipt(item)]
  const rows = [
    receiveRow(first, { LOT_NO: 'TWO', VALID_DT: '20290101' }),
    receiveRow(second, { LOT_NO: 'TWO', VALID_DT: '20290201' }),
  ]
  const response = await user.save('inbound/receive', rows)
  expect(response.body.rows.map(({ ROW, COLUMN }) => [ROW, COLUMN])).toEqual([[2, 'VALID_DT']])
})

test('the date of a cancelled receipt is not compared', async () => {
  const item = await newItem()
  const wrong = await createReceipt(item)
  const dates = { LOT_NO: 'REDONE', VALID_DT: '20290101' }
  expect(
    (await user.save('inbound/receive', [{ ...receiveRow(wrong, dates), NOW_QTY: 5 }])).status,
  ).toBe(200)
  const [line1] = await user.query('inbound/received-movements', { RECEIPT_NO: wrong })
  const cancelled = await user.save('inbound/cancel-receiving', [
    { ...line1, REASON: 'typing error' },
  ])
  expect(cancelled.status, cancelled.body.message).toBe(200)
  const right = await createReceipt(item)
  const response = await user.save('inbound/receive', [
    receiveRow(right, { ...dates, VALID_DT: '20290201' }),
  ])
  expect(response.status, response.body.message).toBe(200)
})

test('the date of stock that has left is still compared', async () => {
  const item = await newItem()
  await user.save('inbound/receive', [
    receiveRow(await createReceipt(item), { LOT_NO: 'GONE', VALID_DT: '20290101' }),
  ])
  const [row] = await site.db.query<{ id: number }>(sql`
    select balance_id id from stock_balance where stock_cd = ${item}`)
  const out = { BALANCE_ID: String(row?.id), ADJUST_QTY: -1, REASON: 'x' }
  expect((await user.save('inventory/adjust', [out])).status).toBe(200)
  const response = await user.save('inbound/receive', [
    receiveRow(await createReceipt(item), { LOT_NO: 'GONE', VALID_DT: '20290201' }),
  ])
  expect(response.status).toBe(409)
})

test('returned stock can be expired', async () => {
  const item = await newItem()
  const head = { RECEIPT_DT: testDay, ORDER_KIND_CD: 'RETURN', BLIND_YN: 'Y' }
  const rows = toRows(head, [orderLine(item, 5, { VALID_DT: dateInDays(-10) })])
  const saved = await user.save('inbound/save-receipts', rows)
  expect(saved.status, saved.body.message).toBe(200)
  const number = String(saved.body.data.rows[0]?.['RECEIPT_NO'])
  const received = await user.save('inbound/receive', [receiveRow(number, {})])
  expect(received.status, received.body.message).toBe(200)
})

test('a partner message with an unlikely date fails with its reason', async () => {
  const item = await newItem()
  await putStock(site.db, { item, qty: 5, lot: 'AA', valid: '20290308' })
  const order = { OWNER_ORDER_NO: 'PM-1', RECEIPT_DT: testDay, STOCK_CD: item, ORDER_QTY: 5 }
  const response = await partner.send('DATES', 'RECEIPT', [
    { ...order, LOT_NO: 'AA', VALID_DT: '20290924' },
  ])
  expect(response.data.ERRORS).toMatchObject([{ COLUMN: 'VALID_DT' }])
  expect(response.data.ERRORS[0]?.TEXT).toContain('2029-03-08')
  expect(await user.query('inbound/receipts', { OWNER_ORDER_NO: 'PM-1' })).toEqual([])
})

test('a dry run requires no confirmation', async () => {
  const number = await createReceipt(await newItem())
  const response = await user.check('inbound/receive', [
    receiveRow(number, { VALID_DT: dateInDays(-10) }),
  ])
  expect(response.status, response.body.message).toBe(200)
})
