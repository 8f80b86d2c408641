import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { rejectionWithdrawn } from '#areas/inventory/server/reaccepted-documents.ts'
import { pastDate } from '#areas/supply-chain/server/date-plan.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
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
let branch: TestUser
const today = timestampAt(Date.now()).slice(0, 8)
const wednesday = '20290110'

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, ship_to_cd) values
      ('HANBIT', 'BR1', 'Seocho', 'BRANCH', 'ST1');
    insert into scm_partner_user (owner_cd, partner_cd, user_id) values ('HANBIT', 'BR1', 'customer');
    insert into scm_partner_holiday (owner_cd, partner_cd, holiday_dt, holiday_nm)
      values ('HANBIT', 'BR1', '2029-01-17', 'BRANCH CLOSED');
    insert into site_holiday (wcode, holiday_dt, holiday_nm) values ('W01', '2029-01-15', 'SITE CLOSED');
    update user_owner set owner_cd = 'HANBIT' where user_id = 'customer';
    insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'ShipmentOrderMgtBranch', '{search,save,delete}')`)
  branch = await site.login('customer')
})
afterAll(() => closeVerified(site))

const save = (who: TestUser, ...rows: Row[]) => who.save('supply-chain/save-shipment-orders', rows)
const lineRow = (order: string, row: Row | undefined, extra: Row): Row => ({
  ...row,
  ROW_TYPE: 'L',
  BATCH_FLAG: 'U',
  DOC_REF: order,
  ...extra,
})
const accept = async (order: string, extra: Row = {}) => {
  const { status, body } = await orderStep(user, 'accept-orders', order, extra)
  expect(status, JSON.stringify(body)).toBe(200)
  const [row] = body.data.rows
  return String(row?.['SHIPMENT_NO'] ?? row?.['RECEIPT_NO'])
}
const drop = async (shipment: string) => {
  const [head] = await user.query('outbound/shipments', { SHIPMENT_NO: shipment })
  const gone = { ...head, ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: shipment }
  expect((await user.save('outbound/save-shipments', [gone])).status).toBe(200)
}

describe('after the cut-off', () => {
  test('a branch cannot change a line of its order but can withdraw it, and staff can change it', async () => {
    const head = { BRANCH_CD: 'BR1', REQUEST_DT: addDays(today, 1) }
    const order = await createScmOrder(
      branch,
      'OUT',
      [orderLine('PLAIN', 2), orderLine('PLAIN', 3)],
      head,
    )
    const [first, second] = await getOrderLines(branch, order)
    await site.db.execute(sql`update scm_partner set cutoff_tm = '0000', lead_days = 1`)
    const added = { BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: order, ...orderLine('PLAIN', 7) }
    const late = await save(
      branch,
      lineRow(order, first, { ORDER_QTY: 500 }),
      lineRow(order, second, { BATCH_FLAG: 'D' }),
      added,
    )
    expect(rowErrors(late).map(([row, column]) => [row, column])).toEqual([
      [1, 'REQUEST_DT'],
      [2, 'REQUEST_DT'],
      [3, 'REQUEST_DT'],
    ])
    expect(rowErrors(late)[0]?.[2]).toContain('00:00')
    expect(await orderNow(branch, order)).toMatchObject({ ORDER_QTY: 5, LINE_COUNT: 2 })
    expect((await save(user, lineRow(order, first, { ORDER_QTY: 4 }))).status).toBe(200)
    expect((await orderStep(branch, 'cancel-orders', order)).status).toBe(200)
    await site.db.execute(sql`update scm_partner set cutoff_tm = null, lead_days = 0`)
  })
})

describe('the rest of an order', () => {
  test('the rest can be accepted below the minimum quantity of its item', async () => {
    const item = await addItem(site.db, 'REST')
    await putStock(site.db, { item, qty: 7 })
    await site.db.execute(sql`
      insert into stock_moq (owner_cd, stock_cd, moq_qty) values ('HANBIT', ${item}, 10)`)
    const order = await createScmOrder(user, 'OUT', [orderLine(item, 12)])
    const small = await orderStep(user, 'accept-orders', order, { LINE_NO: 1, NOW_QTY: 9 })
    expect(rowErrors(small)[0]?.[2]).toContain('10')
    const shipment = await accept(order)
    for (const name of ['allocate', 'mark-listed']) await runStep(user, name, shipment)
    await pickAll(user, shipment)
    await checkAll(user, shipment)
    for (const name of ['finish-check', 'ship']) await runStep(user, name, shipment)
    expect(await orderNow(user, order)).toMatchObject({ DONE_QTY: 7, OPEN_QTY: 5 })
    const rest = await accept(order)
    const lines = await user.query('outbound/shipment-lines', { SHIPMENT_NO: rest })
    expect(lines).toMatchObject([{ ORDER_QTY: 5 }])
  })

  test('an order obeys the increment of its item, as its documents do', async () => {
    const item = await addItem(site.db, 'MULTIPLE')
    await site.db.execute(sql`
      insert into stock_moq (owner_cd, stock_cd, moq_qty, step_qty)
      values ('HANBIT', ${item}, 10, 5)`)
    const rows = toRows({ REQUEST_DT: wednesday }, [orderLine(item, 12)])
    expect(rowErrors(await save(user, ...rows))).toEqual([
      [2, 'ORDER_QTY', expect.stringContaining('10, 5')],
    ])
    await createScmOrder(user, 'OUT', [orderLine(item, 15)])
  })

  test('a line given twice is rejected instead of losing the second quantity', async () => {
    const order = await createScmOrder(user, 'IN', [orderLine('PLAIN', 10)])
    const acceptRow = (NOW_QTY: number) => ({ SCM_NO: order, LINE_NO: 1, NOW_QTY })
    const twice = await user.save('supply-chain/accept-orders', [acceptRow(6), acceptRow(3)])
    expect(rowErrors(twice).map(([row, column]) => [row, column])).toEqual([[2, 'LINE_NO']])
    expect(await orderNow(user, order)).toMatchObject({ STATE_CD: '05', ACCEPT_QTY: 0 })
  })
})

test('shipping is not cancelled after the rest was accepted, until that shipment is cancelled', async () => {
  const item = await addItem(site.db, 'REST-AGAIN')
  await putStock(site.db, { item, qty: 3 })
  const number = await createScmOrder(user, 'OUT', [orderLine(item, 5)], { SHIP_TO_CD: 'ST1' })
  const first = await accept(number)
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, first)
  await pickAll(user, first)
  await checkAll(user, first)
  for (const name of ['finish-check', 'ship']) await runStep(user, name, first)
  const rest = await accept(number)
  const cancel = () =>
    user.save('outbound/cancel-shipping', [{ SHIPMENT_NO: first, CANCEL_REASON: 'wrong' }])
  const refused = await cancel()
  expect(refused.status).toBe(409)
  expect(rowErrors(refused)).toEqual([[1, 'SHIPMENT_NO', expect.stringContaining(rest)]])
  await drop(rest)
  expect((await cancel()).status).toBe(200)
  expect(await getOrderLines(user, number)).toMatchObject([{ ACCEPT_QTY: 5, DONE_QTY: 0 }])
})

describe('cancelling a short document after the rest was rejected', () => {
  const rejectRest = async (order: string) => {
    const { status, body } = await orderStep(user, 'reject-orders', order, { REASON: 'sold out' })
    expect(status, body.message).toBe(200)
  }
  const reopened = { STATE_CD: '20', ACCEPT_QTY: 7, OPEN_QTY: 0, DONE_QTY: 2, REASON: null }

  test('withdraws the rejection of what the shipment covers again', async () => {
    const item = await addItem(site.db, 'REJECTED-REST')
    await putStock(site.db, { item, qty: 5 })
    const number = await createScmOrder(user, 'OUT', [orderLine(item, 7)], { SHIP_TO_CD: 'ST1' })
    const ship = async (shipment: string) => {
      for (const name of ['allocate', 'mark-listed']) await runStep(user, name, shipment)
      await pickAll(user, shipment)
      await checkAll(user, shipment)
      for (const name of ['finish-check', 'ship']) await runStep(user, name, shipment)
    }
    await ship(await accept(number, { LINE_NO: 1, NOW_QTY: 2 }))
    const short = await accept(number)
    await ship(short)
    await rejectRest(number)
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '30', DONE_QTY: 5 })
    const cancelled = await user.save('outbound/cancel-shipping', [
      { SHIPMENT_NO: short, CANCEL_REASON: 'wrong customer' },
    ])
    expect(rowErrors(cancelled)).toEqual([])
    expect(cancelled.body.message).toContain(rejectionWithdrawn(number, '2').ko)
    expect(await orderNow(user, number)).toMatchObject(reopened)
    const rejections = { SCM_NO: number, EVENT_CD: 'REJECT' }
    expect(await user.query('supply-chain/order-history', rejections)).toMatchObject([
      { WAS: '2', NOW_IS: '0', REASON: 'wrong customer' },
      { WAS: null, NOW_IS: '2', REASON: 'sold out' },
    ])
    await runStep(user, 'ship', short)
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '20', OPEN_QTY: 2 })
    const states = { SCM_NO: number, EVENT_CD: 'STATE' }
    const reasons = (await user.query('supply-chain/order-history', states)).map(
      (row) => row['REASON'],
    )
    expect(new Set(reasons)).toEqual(new Set([null]))
    await rejectRest(number)
    expect(await orderNow(user, number)).toMatchObject({ STATE_CD: '30', OPEN_QTY: 0 })
  })

  test('withdraws the rejection of what the receipt covers again', async () => {
    const number = await createScmOrder(user, 'IN', [orderLine('PLAIN', 7)])
    const receive = (RECEIPT_NO: string, NOW_QTY: number, REJECT_NOW_QTY: number | null) =>
      user.save('inbound/receive', [
        { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY, REJECT_NOW_QTY, REJECT_REASON: 'wet' },
      ])
    const whole = await accept(number, { LINE_NO: 1, NOW_QTY: 2 })
    expect(rowErrors(await receive(whole, 2, null))).toEqual([])
    const short = await accept(number)
    expect(rowErrors(await receive(short, 3, 2))).toEqual([])
    await rejectRest(number)
    const received = await user.query('inbound/received-movements', { RECEIPT_NO: short })
    const [movement] = received.filter((row) => row['MOVEMENT_NO'] !== null)
    const cancelled = await user.save('inbound/cancel-receiving', [
      { RECEIPT_NO: short, MOVEMENT_NO: movement?.['MOVEMENT_NO'] ?? null, REASON: 'wrong item' },
    ])
    expect(rowErrors(cancelled)).toEqual([])
    expect(cancelled.body.message).toContain(rejectionWithdrawn(number, '2').ko)
    expect(await orderNow(user, number)).toMatchObject(reopened)
  })
})

describe('a promised date', () => {
  test.each([
    ['20290115', '2029-01-15 SITE CLOSED'],
    ['20290117', 'Seocho'],
    [addDays(today, -1), pastDate.ko],
  ])('%s is rejected with its reason', async (PROMISED_DT, reason) => {
    const head = { BRANCH_CD: 'BR1', REQUEST_DT: wednesday }
    const order = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 1)], head)
    const refused = rowErrors(await orderStep(user, 'accept-orders', order, { PROMISED_DT }))
    expect(refused).toEqual([[1, 'PROMISED_DT', expect.stringContaining(reason)]])
    expect(await orderNow(user, order)).toMatchObject({ STATE_CD: '05', PROMISED_DT: null })
    await accept(order, { PROMISED_DT: '20290116' })
  })

  test('lines of an order that are accepted together have one date', async () => {
    const lines = [orderLine('PLAIN', 1), orderLine('PLAIN', 2)]
    const order = await createScmOrder(user, 'OUT', lines, { REQUEST_DT: wednesday })
    const acceptOn = (...days: (string | null)[]) =>
      user.save(
        'supply-chain/accept-orders',
        days.map((PROMISED_DT, index) => {
          return { SCM_NO: order, LINE_NO: index + 1, NOW_QTY: index + 1, PROMISED_DT }
        }),
      )
    expect(rowErrors(await acceptOn('20290118', '20290111'))).toEqual([
      [2, 'PROMISED_DT', expect.stringContaining('2029-01-18')],
    ])
    const { status, body } = await acceptOn('20290118', null)
    expect(status, body.message).toBe(200)
    const SHIPMENT_NO = String(body.data.rows[0]?.['SHIPMENT_NO'])
    const [shipment] = await user.query('outbound/shipments', { SHIPMENT_NO })
    expect(shipment).toMatchObject({ SHIPMENT_DT: '20290118' })
    expect(await orderNow(user, order)).toMatchObject({ PROMISED_DT: '20290118' })
  })
})

describe('an order whose document was cancelled', () => {
  test('the order loses a line when a user deletes it', async () => {
    const order = await createScmOrder(user, 'OUT', [orderLine('PLAIN', 4), orderLine('PLAIN', 3)])
    await drop(await accept(order))
    const [first, second] = await getOrderLines(user, order)
    const gone = await save(user, lineRow(order, first, { BATCH_FLAG: 'D' }))
    expect(gone.body.rows ?? [], gone.body.message).toEqual([])
    expect(await getOrderLines(user, order)).toMatchObject([
      { LINE_NO: second?.['LINE_NO'] ?? null },
    ])
    const shipment = await accept(order)
    expect(await orderNow(user, order)).toMatchObject({ ACCEPT_QTY: 3, DOC_NO: shipment })
  })
})

describe('undoing a date change', () => {
  const moveDate = async (order: string) => {
    const rows = [{ SCM_NO: order, NEW_DT: '20290112', REASON: 'no vehicle' }]
    const { body } = await user.save('supply-chain/change-dates', rows)
    return [{ BATCH_NO: body.data.rows[0]?.['BATCH_NO'] ?? null }]
  }
  const undo = (batch: Row[]) => user.save('supply-chain/undo-dates', batch)
  const getReceipt = async (RECEIPT_NO: string) =>
    (await user.query('inbound/receipts', { RECEIPT_NO }))[0] ?? {}

  test('an undo is rejected after a user changed the date of the document', async () => {
    const order = await createScmOrder(user, 'IN', [orderLine('PLAIN', 10)], {
      REQUEST_DT: wednesday,
    })
    const number = await accept(order)
    const batch = await moveDate(order)
    const head = { ...(await getReceipt(number)), ROW_TYPE: 'H', BATCH_FLAG: 'U', DOC_REF: number }
    const edited = await user.save('inbound/save-receipts', [{ ...head, RECEIPT_DT: '20290118' }])
    expect(edited.status, edited.body.message).toBe(200)
    expect(rowErrors(await undo(batch))[0]?.[2]).toContain(order)
    expect(await getReceipt(number)).toMatchObject({ RECEIPT_DT: '20290118' })
  })

  test('an undo is rejected after more of the order was accepted for the new date', async () => {
    const order = await createScmOrder(user, 'IN', [orderLine('PLAIN', 10)], {
      REQUEST_DT: wednesday,
    })
    await accept(order, { LINE_NO: 1, NOW_QTY: 4 })
    const batch = await moveDate(order)
    const later = await accept(order)
    expect(rowErrors(await undo(batch))[0]?.[2]).toContain(order)
    expect(await getReceipt(later)).toMatchObject({ RECEIPT_DT: '20290112' })
    expect(await orderNow(user, order)).toMatchObject({ PROMISED_DT: '20290112' })
  })
})
