import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  expectStock,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let user: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  second = await site.login('second')
})
afterAll(() => closeVerified(site))

const now = { WORK_DT: today }

describe('actual work', () => {
  test('lists every receiving, and its cancellation as a negative row', async () => {
    const item = await addItem(site.db, 'CAME')
    await site.db.execute(sql`update stock set cbm = 0.1, weight_kg = 2 where stock_cd = 'CAME'`)
    const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 10 }], {
      SUPPLIER_CD: 'SUP1',
    })
    const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001' }
    await user.save('inbound/receive', [{ ...row, NOW_QTY: 4 }])
    await user.save('inbound/receive', [{ ...row, NOW_QTY: 5 }])
    const [latest] = await user.query('inbound/received-movements', { RECEIPT_NO })
    const back = {
      RECEIPT_NO,
      MOVEMENT_NO: latest?.['MOVEMENT_NO'] ?? null,
      REASON: 'received by mistake',
    }
    expect((await user.save('inbound/cancel-receiving', [back])).status).toBe(200)
    const rows = await user.query('billing/real-receipts', { ...now, STOCK_CD: item })
    expect(rows.map((one) => [one['RECEIVE_QTY'], one['CBM'], one['KG'], one['REASON']])).toEqual([
      [4, 0.4, 8, null],
      [5, 0.5, 10, null],
      [-5, -0.5, -10, 'received by mistake'],
    ])
    const same = { SUPPLIER_NM: '공급처', CELL_CD: 'A-001', RECEIPT_NO }
    for (const one of rows) expect(one).toMatchObject(same)
    // Values of the line appear only on its first movement, so the columns add up.
    expect(rows.map((one) => [one['ORDER_QTY'], one['OPEN_QTY']])).toEqual([
      [10, 6],
      [null, null],
      [null, null],
    ])
    expect(await user.query('billing/real-receipts', { WORK_DT: '20200101' })).toEqual([])
  })

  test('lists every shipping, by line and by item', async () => {
    const item = await addItem(site.db, 'WENT')
    await putStock(site.db, { item, qty: 7, cell: 'A-002' })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 9 }], { SHIP_TO_CD: 'ST1' })
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
    const shipped = { ORDER_QTY: 9, SHIP_QTY: 7, SHORT_QTY: 2, SHIP_TO_NM: '서초점' }
    const request = { ...now, STOCK_CD: item }
    expect(await user.query('billing/real-shipments', request)).toMatchObject([shipped])
    await runStep(user, 'cancel-shipping', number)
    await runStep(user, 'ship', number)
    const rows = await user.query('billing/real-shipments', request)
    expect(rows.map((row) => row['SHIP_QTY'])).toEqual([7, -7, 7])
    const counted = { ORDER_QTY: 9, SHIP_QTY: 7, SHORT_QTY: 2 }
    expect(await user.query('billing/real-shipments-by-stock', request)).toMatchObject([
      { STOCK_CD: item, ...counted, SHIPMENT_COUNT: 1, SHIP_TO_COUNT: 1, ROW_COUNT: 3 },
    ])
  })

  test('lists every adjustment with its approver', async () => {
    const item = await addItem(site.db, 'MENDED')
    await site.db.execute(sql`update warehouse set adjust_limit_qty = 5 where wcode = 'W01'`)
    const id = await putStock(site.db, { item, qty: 50, cell: 'A-003' })
    const adjust = (qty: number) =>
      user.save('inventory/adjust', [
        { BALANCE_ID: String(id), ADJUST_QTY: qty, REASON: 'count difference' },
      ])
    expect((await adjust(-2)).status).toBe(200)
    expect((await adjust(-20)).status).toBe(200)
    const [waits] = await second.query('inventory/adjust-requests', { STATE_CD: '10' })
    const approve = [{ REQUEST_NO: waits?.['REQUEST_NO'] ?? null }]
    const approved = await second.save('inventory/approve-adjust', approve)
    expect(approved.body.rows ?? [], approved.body.message).toEqual([])
    const rows = await user.query('billing/adjustments', { ...now, STOCK_CD: item })
    const shown = rows.map((row) => [row['ADJUST_QTY'], row['REASON'], row['APPROVED_BY']])
    expect(shown).toEqual([
      [50, null, null],
      [-2, 'count difference', null],
      [-20, 'count difference', 'second'],
    ])
  })
})
