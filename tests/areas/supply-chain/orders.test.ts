import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/calendar.ts'
import { josa } from '#kernel/josa.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  testDay,
  toRows,
  orderLine,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { getOrderLines, orderNow, orderStep, createScmOrder, type Row } from './support.ts'

let site: TestSite
let user: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  second = await site.login('second')
  await site.db.script(`
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, ship_to_cd, supplier_cd)
    values ('HANBIT', 'BR1', '서초지점', 'BRANCH', 'ST1', null),
      ('HANBIT', 'PT1', '가온물류', 'PARTNER', null, 'SUP1');
    insert into stock_moq (owner_cd, stock_cd, moq_qty) values ('HANBIT', 'OTHER', 10);
    insert into site_holiday (wcode, holiday_dt, holiday_nm) values ('W01', '2026-12-25', '성탄절')`)
})
afterAll(() => closeVerified(site))

const receive = async (number: string, qty: number) => {
  const [open] = await user.query('inbound/receiving-lines', { RECEIPT_NO: number })
  const row = { RECEIPT_NO: number, LINE_NO: open?.['LINE_NO'] ?? null, CELL_CD: 'A-001' }
  const response = await user.save('inbound/receive', [{ ...row, NOW_QTY: qty }])
  expect(response.status, response.body.message).toBe(200)
}

describe('accepting an order', () => {
  test('creates documents in parts: of 100 requested 60 are accepted, 55 received, 45 left', async () => {
    const number = await createScmOrder(user, 'IN', [orderLine('PLAIN', 100)], {
      PARTNER_CD: 'PT1',
    })
    expect(number).toMatch(/^SO-\d{8}-\d{4}$/)
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '05', OPEN_QTY: 100 })
    const response = await orderStep(user, 'accept-orders', number, { LINE_NO: 1, NOW_QTY: 60 })
    expect(response.body.message).toBe('1건을 접수했습니다.')
    const receipt = String(response.body.data.rows[0]?.['RECEIPT_NO'])
    const [made] = await user.query('inbound/receipts', { RECEIPT_NO: receipt })
    expect(made).toMatchObject({ SUPPLIER_CD: 'SUP1', ORDER_QTY: 60, OWNER_ORDER_NO: number })
    expect(await orderNow(user, number)).toMatchObject({
      STATE_CD: '10',
      ACCEPT_QTY: 60,
      OPEN_QTY: 40,
      DOC_NO: receipt,
      PROMISED_DT: testDay,
    })
    await receive(receipt, 55)
    expect(await orderNow(user, number)).toMatchObject({
      STATE_CD: '20',
      DONE_QTY: 55,
      LEFT_QTY: 45,
    })
    const rest = await orderStep(user, 'accept-orders', number)
    const other = String(rest.body.data.rows[0]?.['RECEIPT_NO'])
    await receive(other, 40)
    await receive(receipt, 5)
    expect(await orderNow(user, number)).toMatchObject({
      STATE_CD: '30',
      DONE_QTY: 100,
      LEFT_QTY: 0,
    })
    const history = await user.query('supply-chain/order-history', { SCM_NO: number })
    expect(history.map((row) => row['NOW_IS']).toReversed()).toEqual(['05', '10', '20', '30'])
  })

  test('the order follows its document when quantity and date change in one save', async () => {
    const number = await createScmOrder(user, 'IN', [orderLine('PLAIN', 100)], {
      PARTNER_CD: 'PT1',
    })
    const response = await orderStep(user, 'accept-orders', number, { LINE_NO: 1, NOW_QTY: 60 })
    const RECEIPT_NO = String(response.body.data.rows[0]?.['RECEIPT_NO'])
    const [made] = await user.query('inbound/receipts', { RECEIPT_NO })
    const saved = await user.save('inbound/save-receipts', [
      {
        ROW_TYPE: 'H',
        BATCH_FLAG: 'U',
        DOC_REF: RECEIPT_NO,
        RECEIPT_NO,
        OWNER_CD: 'HANBIT',
        SUPPLIER_CD: 'SUP1',
        RECEIPT_DT: addDays(testDay, 1),
        VERSION: made?.['VERSION'] ?? null,
      },
      {
        ROW_TYPE: 'L',
        BATCH_FLAG: 'U',
        DOC_REF: RECEIPT_NO,
        RECEIPT_NO,
        LINE_NO: 1,
        STOCK_CD: 'PLAIN',
        ORDER_QTY: 45,
        VERSION: 1,
      },
    ])
    expect(saved.body.rows ?? [], saved.body.message).toEqual([])
    expect(await orderNow(user, number)).toMatchObject({ ACCEPT_QTY: 45, OPEN_QTY: 55 })
  })

  test('creates one document when two users accept concurrently', async () => {
    const number = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 5)], { BRANCH_CD: 'BR1' })
    const responses = await Promise.all(
      [user, second].map((who) => orderStep(who, 'accept-orders', number)),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const inserted = await user.query('outbound/shipments', { OWNER_ORDER_NO: number })
    expect(inserted).toHaveLength(1)
    expect(inserted[0]).toMatchObject({ SHIP_TO_CD: 'ST1', ORDER_QTY: 5 })
  })

  test('accepting an order never exceeds the requested quantity', async () => {
    const number = await createScmOrder(user, 'IN', [orderLine('PLAIN', 10), orderLine('OTHER', 5)])
    const more = await orderStep(user, 'accept-orders', number, { LINE_NO: 1, NOW_QTY: 11 })
    expect(rowErrors(more)).toEqual([
      [1, 'NOW_QTY', '접수할 수량은 0보다 크고 미접수 10 이하여야 합니다.'],
    ])
    const none = await orderStep(user, 'accept-orders', number, { LINE_NO: 9, NOW_QTY: 1 })
    expect(rowErrors(none)).toEqual([
      [1, 'LINE_NO', '오더 행을 찾을 수 없습니다. 다시 조회하세요.'],
    ])
    const response = await orderStep(user, 'accept-orders', number, { LINE_NO: 1, NOW_QTY: 4 })
    const receipt = String(response.body.data.rows[0]?.['RECEIPT_NO'])
    // The document's quantity is raised above the order's.
    const [row] = await user.query('inbound/receipt-lines', { RECEIPT_NO: receipt })
    const changed = { ...row, ROW_TYPE: 'L', BATCH_FLAG: 'U', DOC_REF: receipt, ORDER_QTY: 11 }
    const excess = await user.save('inbound/save-receipts', [changed])
    expect(rowErrors(excess)[0]?.[2]).toContain('요청 수량을 넘습니다')
    const fewer = await user.save('inbound/save-receipts', [{ ...changed, ORDER_QTY: 3 }])
    expect(fewer.status).toBe(200)
    expect((await getOrderLines(user, number)).map((line) => line['OPEN_QTY'])).toEqual([7, 5])
  })

  test('reports an error of the document at the order', async () => {
    const number = await createScmOrder(user, 'OUT', [orderLine('OTHER', 12)])
    const small = await orderStep(user, 'accept-orders', number, { LINE_NO: 1, NOW_QTY: 2 })
    expect(rowErrors(small)).toEqual([[1, 'SCM_NO', '1행: 최소주문수량은 10입니다.']])
    expect(await user.query('outbound/shipments', { OWNER_ORDER_NO: number })).toEqual([])
  })

  test('a short shipment reopens the remaining quantity of the order', async () => {
    const item = await addItem(site.db, 'SHORT')
    await putStock(site.db, { item, qty: 7 })
    const number = await createScmOrder(user, 'OUT', [orderLine(item, 10)])
    const response = await orderStep(user, 'accept-orders', number)
    const shipment = String(response.body.data.rows[0]?.['SHIPMENT_NO'])
    await runStep(user, 'allocate', shipment)
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '20' })
    await runStep(user, 'mark-listed', shipment)
    await pickAll(user, shipment)
    await checkAll(user, shipment)
    await runStep(user, 'finish-check', shipment)
    await runStep(user, 'ship', shipment)
    expect(await orderNow(user, number)).toMatchObject({
      STATE_CD: '20',
      DONE_QTY: 7,
      OPEN_QTY: 3,
      LEFT_QTY: 3,
    })
    expect((await orderStep(user, 'reject-orders', number, { REASON: 'none left' })).status).toBe(
      200,
    )
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '30', REASON: 'none left' })
  })
})

describe('closing an order', () => {
  test('a rejected order keeps its reason and frees its number', async () => {
    const head = { PARTNER_CD: 'PT1', PARTNER_ORDER_NO: 'P-1' }
    const number = await createScmOrder(user, 'IN', [orderLine('PLAIN', 3)], head)
    const twice = await user.save(
      'supply-chain/save-receipt-orders',
      toRows({ REQUEST_DT: testDay, ...head }, [orderLine('PLAIN', 4)]),
    )
    expect(rowErrors(twice)[0]?.[1]).toBe('PARTNER_ORDER_NO')
    const bare = await orderStep(user, 'reject-orders', number)
    expect(rowErrors(bare)[0]?.[1]).toBe('REASON')
    expect(
      (await orderStep(user, 'reject-orders', number, { REASON: 'discontinued' })).status,
    ).toBe(200)
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '80', REASON: 'discontinued' })
    expect((await orderStep(user, 'accept-orders', number)).status).toBe(409)
    expect(await createScmOrder(user, 'IN', [orderLine('PLAIN', 3)], head)).not.toBe(number)
  })

  test('an order is cancelled with its document until work on that has started', async () => {
    const item = await addItem(site.db, 'CANCEL')
    await putStock(site.db, { item, qty: 10 })
    const number = await createScmOrder(user, 'OUT', [orderLine(item, 4)])
    const response = await orderStep(user, 'accept-orders', number)
    const shipment = String(response.body.data.rows[0]?.['SHIPMENT_NO'])
    await runStep(user, 'allocate', shipment)
    expect(rowErrors(await orderStep(user, 'cancel-orders', number))).toEqual([
      [
        1,
        'SCM_NO',
        `연결전표 ${shipment}${josa(shipment, '이/가')} '할당' 상태입니다. 그 작업을 먼저 취소하세요.`,
      ],
    ])
    await runStep(user, 'cancel-allocation', shipment)
    expect((await orderStep(user, 'cancel-orders', number)).status).toBe(200)
    const nothing = { ACCEPT_QTY: 0, OPEN_QTY: 0, LEFT_QTY: 0 }
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '90', ORDER_QTY: 4, ...nothing })
    expect(await getOrderLines(user, number)).toMatchObject([{ ORDER_QTY: 4, ...nothing }])
    const [gone] = await user.query('outbound/shipments', { SHIPMENT_NO: shipment })
    expect(gone).toMatchObject({ STATE_CD: '90' })
  })

  test('an order reopens when only its document is cancelled', async () => {
    const number = await createScmOrder(user, 'IN', [orderLine('PLAIN', 4)])
    const response = await orderStep(user, 'accept-orders', number)
    const receipt = String(response.body.data.rows[0]?.['RECEIPT_NO'])
    const [head] = await user.query('inbound/receipts', { RECEIPT_NO: receipt })
    const gone = { ...head, ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: receipt }
    expect((await user.save('inbound/save-receipts', [gone])).status).toBe(200)
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '05', OPEN_QTY: 4 })
    const again = await orderStep(user, 'accept-orders', number)
    expect(again.status, again.body.message).toBe(200)
  })
})

describe('an inactive order', () => {
  test('an inactive order cannot be processed, and every switch is logged and rejected after work starts', async () => {
    const item = await addItem(site.db, 'SWITCH')
    await putStock(site.db, { item, qty: 10 })
    const number = await createScmOrder(user, 'OUT', [orderLine(item, 4)])
    const off = { ACTIVE_YN: 'N', REASON: 'held by the customer' }
    expect((await orderStep(user, 'switch-orders', number, off)).status).toBe(200)
    expect(rowErrors(await orderStep(user, 'accept-orders', number))[0]?.[2]).toContain('비활성')
    await orderStep(user, 'switch-orders', number, { ACTIVE_YN: 'Y', REASON: 'resumed' })
    const response = await orderStep(user, 'accept-orders', number)
    const shipment = String(response.body.data.rows[0]?.['SHIPMENT_NO'])
    await orderStep(user, 'switch-orders', number, off)
    const refused = await user.save('outbound/allocate', [{ SHIPMENT_NO: shipment }])
    expect(refused.status).toBe(409)
    expect(rowErrors(refused)[0]?.[2]).toContain('비활성 오더')
    await orderStep(user, 'switch-orders', number, { ACTIVE_YN: 'Y', REASON: 'resumed' })
    await runStep(user, 'allocate', shipment)
    expect((await orderStep(user, 'switch-orders', number, off)).status).toBe(409)
    const log = await user.query('supply-chain/order-history', {
      SCM_NO: number,
      EVENT_CD: 'ACTIVE',
    })
    expect(log).toHaveLength(4)
    expect(log[0]).toMatchObject({ WAS: 'N', NOW_IS: 'Y', REASON: 'resumed', USER_ID: 'admin' })
    await expect(site.db.execute(sql`delete from scm_order_log`)).rejects.toThrow()
  })
})

describe('invalid order input', () => {
  const save = (head: Row, lines: Row[]) =>
    user.save('supply-chain/save-shipment-orders', toRows({ REQUEST_DT: testDay, ...head }, lines))
  test.each([
    ['another owner’s item', {}, orderLine('GIFTED', 1), 'STOCK_CD'],
    ['a quantity below the minimum order', {}, orderLine('OTHER', 9), 'ORDER_QTY'],
    ['a holiday', { REQUEST_DT: '20261225' }, orderLine('PLAIN', 1), 'REQUEST_DT'],
    ['an unknown branch', { BRANCH_CD: 'NONE' }, orderLine('PLAIN', 1), 'BRANCH_CD'],
    ['a partner as a branch', { BRANCH_CD: 'PT1' }, orderLine('PLAIN', 1), 'BRANCH_CD'],
    ['an unknown ship-to', { SHIP_TO_CD: 'NONE' }, orderLine('PLAIN', 1), 'SHIP_TO_CD'],
  ])('the error is reported at its column: %s', async (_, head, one, column) => {
    const response = await save(head, [one])
    expect(rowErrors(response).map(([, where]) => where)).toEqual([column])
  })

  test('an accepted order rejects further lines', async () => {
    const number = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 2)])
    await orderStep(user, 'accept-orders', number)
    const more = { ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF: number, ...orderLine('PLAIN', 1) }
    expect((await user.save('supply-chain/save-shipment-orders', [more])).status).toBe(409)
    const asReceipt = await user.save('supply-chain/save-receipt-orders', [more])
    expect(rowErrors(asReceipt)[0]?.[2]).toBe('전표를 찾을 수 없습니다.')
  })
})
