import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { serialTexts } from '#areas/inventory/server/serial-errors.ts'
import { checkScanTexts } from '#areas/outbound/server/check-scan.ts'
import { checkSerialTexts } from '#areas/outbound/server/check-serials.ts'
import { packSerialTexts } from '#areas/outbound/server/pack-serials.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  expectStock,
  addOrder,
  getUnpicked,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let items = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

async function ok(response: SaveResponse): Promise<Row> {
  expect(rowErrors(response), response.body.message).toEqual([])
  return response.body.data.rows[0] ?? {}
}

/** Pieces of a new item received with these serials. */
async function createStockedItem(serials: string, qty: number): Promise<string> {
  items += 1
  const item = await addItem(site.db, `CHECK-SN-${items}`)
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: qty, SERIALS: serials }
  await ok(await user.save('inbound/receive', [row]))
  return item
}

async function createPicked(item: string, serials: string, qty: number): Promise<string> {
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
  const [row] = await getUnpicked(user, number)
  const ALLOC_ID = row?.['ALLOC_ID'] ?? null
  await ok(await user.save('outbound/pick', [{ ALLOC_ID, PICKED_QTY: qty, SERIALS: serials }]))
  return number
}

const scan = (SHIPMENT_NO: string, CODE: string, extra: Row = {}) =>
  user.save('outbound/check-scan', [{ SHIPMENT_NO, CODE, QTY: 1, ...extra }])

const codeError = (text: { ko: string }, column = 'CODE') => [[1, column, text.ko]]

test('a serial counts its piece once, by its code or by a label of item and serial', async () => {
  const item = await createStockedItem('KA1~KA4', 4)
  const number = await createPicked(item, 'KA1 KA2 KA3', 3)
  expect(await ok(await scan(number, 'ka1'))).toMatchObject({ STOCK_CD: item, CHECK_QTY: 1 })
  expect(rowErrors(await scan(number, 'KA1'))).toEqual(codeError(checkSerialTexts.checked))
  expect(await ok(await scan(number, item, { SERIAL_NO: 'KA3' }))).toMatchObject({ CHECK_QTY: 2 })
  expect(rowErrors(await scan(number, 'KA2', { QTY: 2 }))).toEqual(
    codeError(serialTexts.onePiece, 'QTY'),
  )
  await ok(await scan(number, 'KA1', { QTY: -1 }))
  expect(rowErrors(await scan(number, 'KA1', { QTY: -1 }))).toEqual(
    codeError(checkSerialTexts.unchecked),
  )
  const [refusedRow] = await site.db.query<{ n: number }>(sql`
    select count(*)::int n from check_record where shipment_no = ${number} and fault_ko is not null`)
  expect(refusedRow?.n).toBe(2)
  for (const code of ['KA1', 'KA2']) await ok(await scan(number, code))
  for (const name of ['finish-check', 'ship']) await runStep(user, name, number)
})

test('undoing item scans allows the serials to be scanned again', async () => {
  const number = await createPicked(await createStockedItem('KB1~KB2', 2), 'KB1 KB2', 2)
  const item = `CHECK-SN-${items}`
  for (const code of ['KB1', 'KB2']) await ok(await scan(number, code))
  await ok(await scan(number, item, { QTY: -2 }))
  for (const code of ['KB1', 'KB2']) await ok(await scan(number, code))
  await runStep(user, 'cancel-check', number)
  expect(await ok(await scan(number, 'KB2'))).toMatchObject({ CHECK_QTY: 1 })
})

test('a serial that belongs to another place is rejected with the reason', async () => {
  const item = await createStockedItem('KC1~KC4', 4)
  const number = await createPicked(item, 'KC1', 1)
  const rival = await createPicked(item, 'KC2', 1)
  expect(rowErrors(await scan(number, 'KC2'))).toEqual(codeError(checkSerialTexts.otherShipment))
  expect(rowErrors(await scan(number, 'KC3'))).toEqual(codeError(checkSerialTexts.notPicked))
  expect(rowErrors(await scan(number, item, { SERIAL_NO: 'KC3' }))).toEqual(
    codeError(checkSerialTexts.notPicked),
  )
  expect(rowErrors(await scan(number, item, { SERIAL_NO: 'NEVER' }))).toEqual(
    codeError(checkSerialTexts.unknown),
  )
  expect(rowErrors(await scan(number, 'NEVER'))).toEqual(codeError(checkScanTexts.unknown))
  await ok(await scan(rival, 'KC2'))
  for (const name of ['finish-check', 'ship']) await runStep(user, name, rival)
  expect(rowErrors(await scan(number, 'KC2'))).toEqual(codeError(checkSerialTexts.gone))
})

test('the packing station takes a serial as one piece of its item, once and in one box', async () => {
  const item = await createStockedItem('PA1~PA4', 4)
  const number = await createPicked(item, 'PA1 PA2 PA3', 3)
  const pack = (CODE: string, extra: Row = {}) =>
    user.save('outbound/pack-scan', [{ SHIPMENT_NO: number, CODE, QTY: 1, ...extra }])
  const [BOX_NO, other] = ['BOX-PA1', 'BOX-PA2']
  expect(rowErrors(await pack('PA1'))).toEqual([[1, 'BOX_NO', '박스를 먼저 스캔하세요.']])
  for (const box of [BOX_NO, other]) await ok(await pack(box))
  expect(await ok(await pack('pa1', { BOX_NO }))).toMatchObject({ STOCK_CD: item, PACK_QTY: 1 })
  const again = codeError(packSerialTexts.packed(BOX_NO))
  expect(rowErrors(await pack('PA1', { BOX_NO: other }))).toEqual(again)
  const label = { SERIAL_NO: 'PA2', BOX_NO }
  expect(await ok(await pack(item, label))).toMatchObject({ PACK_QTY: 2 })
  expect(rowErrors(await pack('PA3', { QTY: 2, BOX_NO }))).toEqual(
    codeError(serialTexts.onePiece, 'QTY'),
  )
  expect(rowErrors(await pack('PA4', { BOX_NO }))).toEqual(codeError(checkSerialTexts.notPicked))
  expect(rowErrors(await pack(item, { SERIAL_NO: 'PA9', BOX_NO }))).toEqual(
    codeError(checkSerialTexts.unknown),
  )
  const taken = { QTY: -1, BOX_NO }
  expect(rowErrors(await pack('PA1', { ...taken, BOX_NO: other }))).toEqual(
    codeError(packSerialTexts.notInBox),
  )
  expect(await ok(await pack('PA1', taken))).toMatchObject({ PACK_QTY: 1 })
  expect(await ok(await pack('PA1', { BOX_NO: other }))).toMatchObject({ PACK_QTY: 2 })
  // A piece removed by its item code frees the serial that was packed.
  await ok(await pack(item, taken))
  expect(await ok(await pack('PA2', { BOX_NO }))).toMatchObject({ PACK_QTY: 2 })
  await ok(await user.save('outbound/cancel-packing', [{ SHIPMENT_NO: number }]))
  await ok(await pack(BOX_NO))
  expect(await ok(await pack('PA1', { BOX_NO }))).toMatchObject({ PACK_QTY: 1 })
})

test('a serial identifies the pick it can be returned from', async () => {
  const item = await createStockedItem('PB1~PB2', 2)
  const number = await createPicked(item, 'PB2', 1)
  const [row] = await user.query('outbound/picked-lines', { SHIPMENT_NO: number })
  const findPlace = async (SERIAL_NO: string) =>
    (await user.query('inventory/find-serial', { SERIAL_NO }))[0]
  expect(await findPlace('PB2')).toMatchObject({
    ALLOC_ID: String(row?.['ALLOC_ID']),
    DOC_NO: number,
  })
  expect(await findPlace('PB1')).toMatchObject({ ALLOC_ID: null })
  const back = { ALLOC_ID: row?.['ALLOC_ID'] ?? null, BACK_QTY: 1, SERIALS: 'PB2' }
  await ok(await user.save('outbound/cancel-pick', [back]))
  expect(await findPlace('PB2')).toMatchObject({ ALLOC_ID: null, REASON: null })
})
