import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import {
  exceedsReturnableText,
  lotOfOtherShipmentText,
} from '#areas/inbound/server/return-rules.ts'
import { returnStatus } from '#areas/returns/rules/return-status.ts'
import { serialOfOtherShipment, serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { singlePieceOnly, serialOnReturn } from '#areas/returns/server/serial-errors.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, toRows, addOrder, rowErrors } from '#tests/support/floor.ts'
import {
  arriveByReceiving,
  matchSerials,
  returnDocument,
  saveReturn,
  shipItem,
  addStockedItem,
} from '#tests/support/returns.ts'

let site: TestSite
let user: TestUser
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await grantEverything(site, 'CUSTOMER')
  customer = await site.login('customer')
})
afterAll(() => closeVerified(site))

const newItem = (lot = '') => addStockedItem(site.db, lot)
const getState = async (RECEIPT_NO: string) =>
  (await user.query('returns/returns', { RECEIPT_NO }))[0]?.['STATE_CD']

describe('registering a return', () => {
  test('a return shows its own data and the state of its receipt', async () => {
    const item = await newItem('L1')
    const SHIPMENT_NO = await shipItem(user, item, 2)
    const facts = {
      SHIPMENT_NO,
      RETURN_KIND_CD: 'EXCHANGE',
      REASON_CD: 'DEFECT',
      PAYER_CD: 'OWNER',
      ORIGIN_WAYBILL_NO: 'OW-1',
      COLLECT_WAYBILL_NO: 'CW-1',
    }
    const number = await saveReturn(user, item, 1, facts, { LOT_NO: 'L1' })
    const [row] = await user.query('returns/returns', { RECEIPT_NO: number })
    expect(row).toMatchObject({ ...facts, STATE_CD: returnStatus.open, ORDER_QTY: 1 })
    const [receipt] = await user.query('inbound/receipts', { RECEIPT_NO: number })
    expect(receipt).toMatchObject({ ORDER_KIND_CD: 'RETURN', SHIPMENT_NO })
    await arriveByReceiving(user, number, 1, { LOT_NO: 'L1' })
    expect(await getState(number)).toBe(returnStatus.arrived)
  })

  test('no more than the shipped quantity can be returned: after 1 of 2 arrived, 1 more can be', async () => {
    const item = await newItem('L1')
    const SHIPMENT_NO = await shipItem(user, item, 2)
    const L1 = { LOT_NO: 'L1' }
    const saveReturnOf = (qty: number, extra: Record<string, Value> = {}) =>
      user.save('returns/save-returns', returnDocument(item, qty, { SHIPMENT_NO }, extra))
    expect(rowErrors(await saveReturnOf(3))).toEqual([
      [2, 'ORDER_QTY', exceedsReturnableText(2).ko],
    ])
    expect(rowErrors(await saveReturnOf(1, { LOT_NO: 'L2' }))).toEqual([
      [2, 'LOT_NO', lotOfOtherShipmentText('').ko],
    ])
    await arriveByReceiving(user, await saveReturn(user, item, 1, { SHIPMENT_NO }), 1, L1)
    expect(rowErrors(await saveReturnOf(2))).toEqual([
      [2, 'ORDER_QTY', exceedsReturnableText(1).ko],
    ])
    expect((await saveReturnOf(1)).status).toBe(200)
    expect(rowErrors(await saveReturnOf(1))).toEqual([
      [2, 'ORDER_QTY', exceedsReturnableText(0).ko],
    ])
  })

  test.each([
    ['no shipment', {}],
    ['a shipment on a blind return', { RETURN_KIND_CD: 'BLIND', SHIPMENT_NO: 'SH' }],
    ['an unknown shipment', { SHIPMENT_NO: 'NEVER' }],
  ])('%s is rejected at the shipment', async (_, head) => {
    const item = await newItem()
    const response = await user.save('returns/save-returns', returnDocument(item, 1, head))
    expect(rowErrors(response)[0]?.[1]).toBe('SHIPMENT_NO')
  })

  test('an unidentified return has no shipment and is changed like any other', async () => {
    const item = await newItem()
    const number = await saveReturn(user, item, 5, { RETURN_KIND_CD: 'BLIND' })
    const [row] = await user.query('returns/returns', { RECEIPT_NO: number })
    const SHIPMENT_NO = await shipItem(user, item, 2)
    const change = {
      ...row,
      ROW_TYPE: 'H',
      BATCH_FLAG: 'U',
      DOC_REF: number,
      RETURN_KIND_CD: 'REFUSED',
      SHIPMENT_NO,
    }
    expect(rowErrors(await user.save('returns/save-returns', [change]))[0]?.[2]).toBe(
      exceedsReturnableText(2).ko,
    )
    const [line] = await user.query('returns/return-lines', { RECEIPT_NO: number })
    const less = { ...line, ROW_TYPE: 'L', BATCH_FLAG: 'U', DOC_REF: number, ORDER_QTY: 2 }
    expect((await user.save('returns/save-returns', [change, less])).status).toBe(200)
    const [after] = await user.query('returns/returns', { RECEIPT_NO: number })
    expect(after).toMatchObject({ RETURN_KIND_CD: 'REFUSED', SHIPMENT_NO, ORDER_QTY: 2 })
  })

  test('returns saved as receipts have the same return data, and other receipts have none', async () => {
    const item = await newItem()
    const SHIPMENT_NO = await shipItem(user, item, 2)
    const head = { RECEIPT_DT: '20261120', ORDER_KIND_CD: 'RETURN', SHIPMENT_NO }
    const save = (extra: Record<string, Value>) =>
      user.save(
        'inbound/save-receipts',
        toRows({ ...head, ...extra }, [{ STOCK_CD: item, ORDER_QTY: 1 }]),
      )
    const number = (await save({})).body.data.rows[0]?.['RECEIPT_NO'] ?? null
    const rows = await user.query('returns/returns', { RECEIPT_NO: number })
    expect(rows).toMatchObject([{ RETURN_KIND_CD: 'RETURN', SHIPMENT_NO }])
    const plain = await save({ ORDER_KIND_CD: 'NORMAL', SHIPMENT_NO: null })
    const other = plain.body.data.rows[0]?.['RECEIPT_NO'] ?? null
    expect(await user.query('returns/returns', { RECEIPT_NO: other })).toEqual([])
    const change = { ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: String(other), VERSION: 1 }
    expect((await user.save('returns/save-returns', [change])).status).toBe(409)
  })
})

describe('serials of a return', () => {
  const saveSerialReturn = (item: string, SHIPMENT_NO: string, SERIAL_NO: string, qty = 1) =>
    user.save('returns/save-returns', returnDocument(item, qty, { SHIPMENT_NO }, { SERIAL_NO }))

  test('a serial that another buyer has is rejected on the first shipment', async () => {
    const item = await newItem()
    const first = await shipItem(user, item, 2, matchSerials(user, 'SN7 SN8'))
    const number = await saveReturn(user, item, 1, { SHIPMENT_NO: first }, { SERIAL_NO: 'sn7' })
    await arriveByReceiving(user, number, 1)
    const second = await shipItem(user, item, 1, matchSerials(user, 'SN7'))
    expect(rowErrors(await saveSerialReturn(item, first, 'SN7'))).toEqual([
      [2, 'SERIAL_NO', serialOfOtherShipment(second).ko],
    ])
    expect((await saveSerialReturn(item, second, 'SN7')).status).toBe(200)
  })

  test('several pieces of an item with serials at every posting are not one line', async () => {
    const item = await addItem(site.db, 'RETURN-NAMED')
    await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
    const register = (qty: number) =>
      user.save('returns/save-returns', returnDocument(item, qty, { RETURN_KIND_CD: 'BLIND' }))
    expect(rowErrors(await register(2))).toEqual([[2, 'ORDER_QTY', serialTexts.onePerLine.ko]])
    expect(rowErrors(await register(1))).toEqual([])
  })

  test('a serial that never left, is on another return or counts as several pieces is rejected', async () => {
    const item = await newItem()
    const first = await shipItem(user, item, 3, matchSerials(user, 'P1 P2 P3'))
    expect(rowErrors(await saveSerialReturn(item, first, 'P9'))[0]?.[2]).toBe(
      serialOfOtherShipment('').ko,
    )
    const number = await saveReturn(user, item, 1, { SHIPMENT_NO: first }, { SERIAL_NO: 'P1' })
    expect(rowErrors(await saveSerialReturn(item, first, 'p1'))).toEqual([
      [2, 'SERIAL_NO', serialOnReturn(number).ko],
    ])
    expect(rowErrors(await saveSerialReturn(item, first, 'P2', 2))).toEqual([
      [2, 'ORDER_QTY', singlePieceOnly.ko],
    ])
    expect((await saveSerialReturn(item, first, 'P2')).status).toBe(200)
  })
})

describe('customers', () => {
  test('request returns of their own shipments and see what staff decided', async () => {
    const item = await addItem(site.db, 'GIFT-BACK', { owner_cd: 'GIFT' })
    const rows = returnDocument(item, 1, { RETURN_KIND_CD: 'BLIND', OWNER_CD: 'GIFT' })
    const request = await customer.save('returns/request-returns', rows)
    const RECEIPT_NO = String(request.body.data.rows[0]?.['RECEIPT_NO'])
    expect(await getState(RECEIPT_NO)).toBe(returnStatus.requested)
    const decide = { RECEIPT_NO, REJECT_YN: 'Y', REASON: 'x' }
    expect((await user.save('inbound/decide-requests', [decide])).status).toBe(200)
    const own = await customer.query('returns/returns', { RECEIPT_NO })
    expect(own).toMatchObject([{ STATE_CD: returnStatus.rejected }])
  })

  test('customers cannot return stock of another owner', async () => {
    const item = await newItem()
    const SHIPMENT_NO = await shipItem(user, item, 1)
    const number = await saveReturn(user, item, 1, { SHIPMENT_NO })
    expect(await customer.query('returns/returns', { RECEIPT_NO: number })).toEqual([])
    const foreign = returnDocument(item, 1, { SHIPMENT_NO })
    expect((await customer.save('returns/request-returns', foreign)).status).not.toBe(200)
    const own = returnDocument(item, 1, { SHIPMENT_NO, OWNER_CD: 'GIFT' })
    expect(rowErrors(await customer.save('returns/request-returns', own)).length).toBeGreaterThan(0)
    expect(await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])).toBeTruthy()
  })
})
