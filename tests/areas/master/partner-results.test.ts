import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  testDay,
  expectStock,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'
import { createPartner, type TestPartner } from '#tests/support/partner.ts'

let site: TestSite
let admin: TestUser
let partner: TestPartner

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  partner = await createPartner(site, admin)
})
afterAll(() => closeVerified(site))

const read = async (AFTER = 0) => (await partner.call('results', { AFTER })).data.RESULTS

async function sendShipment(order: string, item: string, qty: number): Promise<string> {
  const { data } = await partner.send(order, 'SHIPMENT', [
    {
      OWNER_ORDER_NO: order,
      SHIPMENT_DT: testDay,
      SHIP_TO_CD: 'ST1',
      STOCK_CD: item,
      ORDER_QTY: qty,
    },
  ])
  expect(data.ERRORS).toEqual([])
  return data.DOCUMENTS[0] ?? ''
}

async function pick(number: string): Promise<void> {
  await runStep(admin, 'allocate', number)
  await runStep(admin, 'mark-listed', number)
  await pickAll(admin, number)
}

async function ship(number: string): Promise<string> {
  await checkAll(admin, number)
  await runStep(admin, 'finish-check', number)
  const { body } = await runStep(admin, 'ship', number)
  return String(body.data.rows[0]?.['BACKORDER_NO'])
}

test('the backorder of a message’s shipment is reported too, with its order number', async () => {
  await site.db.script(`update owner set short_cd = 'BACKORDER' where owner_cd = 'HANBIT'`)
  const item = await addItem(site.db, 'PARTS')
  await putStock(site.db, { item, qty: 7 })
  const number = await sendShipment('PARTS-1', item, 10)
  await pick(number)
  const backorder = await ship(number)
  const [first] = await read()
  expect(first).toMatchObject({ DOC_NO: number, LINES: [{ ORDER_QTY: 10, RESULT_QTY: 7 }] })
  await putStock(site.db, { item, qty: 3, cell: 'A-002' })
  await pick(backorder)
  await ship(backorder)
  const [second] = await read(Number(first?.['RESULT_NO']))
  expect(second).toMatchObject({
    RESULT: 'DONE',
    DOC_NO: backorder,
    LINES: [{ OWNER_ORDER_NO: 'PARTS-1-2', ORDER_QTY: 3, RESULT_QTY: 3 }],
  })
  await runStep(admin, 'cancel-shipping', backorder)
  await runStep(admin, 'cancel-check', backorder)
  const picked = await admin.query('outbound/picked-lines', { SHIPMENT_NO: backorder })
  const back = picked.map(({ ALLOC_ID = null }) => ({ ALLOC_ID, BACK_QTY: 3, RELEASE_YN: 'Y' }))
  expect((await admin.save('outbound/cancel-pick', back)).status).toBe(200)
  await runStep(admin, 'cancel-allocation', backorder)
  await runStep(admin, 'cancel-shipping', number)
  const last = await read(Number(second?.['RESULT_NO']))
  expect(last.map((row) => [row['DOC_NO'], row['RESULT']])).toEqual([
    [number, 'REOPENED'],
    [backorder, 'CANCELLED'],
  ])
})

test('a backorder that is cancelled before it ships is reported, unless its shipment ships again', async () => {
  await site.db.script(`update owner set short_cd = 'BACKORDER' where owner_cd = 'HANBIT'`)
  const item = await addItem(site.db, 'ENDS')
  await putStock(site.db, { item, qty: 7 })
  const number = await sendShipment('ENDS-1', item, 10)
  await pick(number)
  const undone = await ship(number)
  const getResults = async (...numbers: string[]) =>
    (await read())
      .filter((row) => numbers.includes(String(row['DOC_NO'])))
      .map((row) => [row['DOC_NO'], row['RESULT']])
  await runStep(admin, 'cancel-shipping', number)
  const { body } = await runStep(admin, 'ship', number)
  const backorder = String(body.data.rows[0]?.['BACKORDER_NO'])
  expect(await getResults(number, undone, backorder)).toEqual([[number, 'DONE']])
  const [head] = await admin.query('outbound/shipments', { SHIPMENT_NO: backorder })
  const gone = { ...head, ROW_TYPE: 'H', BATCH_FLAG: 'D', DOC_REF: backorder }
  expect((await admin.save('outbound/save-shipments', [gone])).status).toBe(200)
  expect(await getResults(number, undone, backorder)).toEqual([
    [number, 'DONE'],
    [backorder, 'CANCELLED'],
  ])
  const reported = (await read()).find((row) => row['DOC_NO'] === backorder)
  expect(reported).toMatchObject({ LINES: [{ OWNER_ORDER_NO: 'ENDS-1-2', ORDER_QTY: 3 }] })
  await site.db.script(`update owner set short_cd = 'CLOSE' where owner_cd = 'HANBIT'`)
})

test('a carton matched to a line is reported as a box, not as a serial', async () => {
  const item = await addItem(site.db, 'CARTON')
  await putStock(site.db, { item, qty: 2 })
  const number = await sendShipment('CARTON-1', item, 2)
  await pick(number)
  const tied = await admin.save('outbound/tie-numbers', [
    { SHIPMENT_NO: number, LINE_NO: 1, MATCH_CD: 'BOX', NUMBERS: 'CTN-77', BOX_QTY: 2 },
  ])
  expect(tied.body.rows ?? [], tied.body.message).toEqual([])
  await ship(number)
  const result = (await read()).find((row) => row['DOC_NO'] === number)
  expect(result?.['LINES']).toMatchObject([{ RESULT_QTY: 2, BOX_NOS: 'CTN-77 2' }])
  expect(JSON.stringify(result)).not.toContain('SERIAL_NOS')
})

test('each lot of a shipped line is reported with its own serials', async () => {
  const item = await addItem(site.db, 'NUMBERED', { lot_yn: 'Y' })
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  for (const [LOT_NO, SERIALS] of [
    ['L1', 'A1 A2'],
    ['L2', 'B1'],
  ] as const) {
    const NOW_QTY = SERIALS.split(' ').length
    const RECEIPT_NO = await expectStock(admin, [{ STOCK_CD: item, ORDER_QTY: NOW_QTY, LOT_NO }])
    const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY, SERIALS, LOT_NO }
    const { body } = await admin.save('inbound/receive', [row])
    expect(body.rows ?? [], body.message).toEqual([])
  }
  const number = await sendShipment('NUMBERED-1', item, 3)
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  const lines = await admin.query('outbound/picking-lines', { SHIPMENT_NO: number })
  const picked = lines.map((row) => ({
    ALLOC_ID: row['ALLOC_ID'] ?? null,
    PICKED_QTY: row['ALLOC_QTY'] ?? null,
    SERIALS: row['LOT_NO'] === 'L1' ? 'A1 A2' : 'B1',
  }))
  const { body } = await admin.save('outbound/pick', picked)
  expect(body.rows ?? [], body.message).toEqual([])
  await ship(number)
  const result = (await read()).find((row) => row['DOC_NO'] === number)
  expect(result?.['LINES']).toMatchObject([
    { LOT_NO: 'L1', RESULT_QTY: 2, SERIAL_NOS: 'A1, A2' },
    { LOT_NO: 'L2', RESULT_QTY: 1, SERIAL_NOS: 'B1' },
  ])
})

test('results that are read again add no line to their log', async () => {
  const item = await addItem(site.db, 'POLLED')
  await putStock(site.db, { item, qty: 5 })
  const number = await sendShipment('POLLED-1', item, 5)
  await pick(number)
  await ship(number)
  const attempts = () =>
    site.db.query<{ attempt_cd: string }>(sql`
      select attempt_cd from partner_attempt join partner_message using (message_id)
      where direction_cd = 'OUT' and partner_message.doc_no = ${number} order by attempt_no`)
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await read()).map(({ DOC_NO }) => DOC_NO)).toContain(number)
  }
  expect((await attempts()).map((row) => row.attempt_cd)).toEqual(['MADE', 'COLLECTED'])
})
