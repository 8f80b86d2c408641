import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { receivingTexts } from '#areas/inbound/server/receiving-texts.ts'
import {
  prefixSerial,
  serialOfOtherShipment,
  serialTexts,
} from '#areas/inventory/server/serial-errors.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  addOrder,
  expectStock,
  getUnpicked,
  orderLine,
  rowErrors,
  runStep,
  testDay,
  toRows,
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

async function serialItem(): Promise<string> {
  const item = await addItem(site.db, `BULK-${(items += 1)}`)
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  return item
}

const expected = (STOCK_CD: string, ORDER_QTY: number, SERIALS: string | null = null) => ({
  STOCK_CD,
  ORDER_QTY,
  SERIALS,
  CELL_CD: 'A-010',
})

const receiveAll = (...numbers: string[]) =>
  user.save(
    'inbound/receive-bulk',
    numbers.map((RECEIPT_NO) => ({ RECEIPT_NO })),
  )

async function saved(procedure: string, row: Row): Promise<void> {
  const response = await user.save(procedure, [row])
  expect([procedure, response.status, rowErrors(response)]).toEqual([procedure, 200, []])
}

/** Conditions of the serials of an item, null for those that are not in stock. */
async function conditions(item: string) {
  const rows = await site.db.query<{ serial_no: string; condition_cd: string | null }>(sql`
    select s.serial_no, b.condition_cd from serial s left join stock_balance b using (balance_id)
    where s.stock_cd = ${item} order by 1`)
  return rows.map((row) => [row.serial_no, row.condition_cd])
}

/** A return of shipped serials, with one line per given serial. */
async function returnOf(shipped: string, lines: readonly (string | null)[]) {
  const item = await serialItem()
  const qty = shipped.split(' ').length
  const receipt = await expectStock(user, [expected(item, qty, shipped)])
  await saved('inbound/receive', {
    RECEIPT_NO: receipt,
    LINE_NO: 1,
    CELL_CD: 'A-010',
    NOW_QTY: qty,
  })
  const SHIPMENT_NO = await addOrder(user, [orderLine(item, qty)])
  for (const step of ['allocate', 'mark-listed']) await runStep(user, step, SHIPMENT_NO)
  const [{ ALLOC_ID = null } = {}] = await getUnpicked(user, SHIPMENT_NO)
  await saved('outbound/pick', { ALLOC_ID, PICKED_QTY: qty, SERIALS: shipped })
  for (const CODE of shipped.split(' ')) {
    await saved('outbound/check-scan', { SHIPMENT_NO, CODE, QTY: 1 })
  }
  for (const step of ['finish-check', 'ship']) await runStep(user, step, SHIPMENT_NO)
  const response = await user.save(
    'returns/save-returns',
    toRows(
      { RECEIPT_DT: testDay, RETURN_KIND_CD: 'RETURN', SHIPMENT_NO },
      lines.map((SERIAL_NO) => orderLine(item, 1, { SERIAL_NO, CELL_CD: 'A-010' })),
    ),
  )
  expect(rowErrors(response)).toEqual([])
  return { item, number: String(response.body.data.rows[0]?.['RECEIPT_NO']) }
}

test('a return is received completely if each line names its serial', async () => {
  const { item, number } = await returnOf('R1 R2 R3', ['R1', 'R2', 'R3'])
  const response = await receiveAll(number)
  expect(rowErrors(response)).toEqual([])
  expect(response.status).toBe(200)
  expect(await conditions(item)).toEqual(['R1', 'R2', 'R3'].map((no) => [no, 'INSPECT']))
})

test('receipts are received completely if the serials of all lines are expected', async () => {
  const [one, other, plain] = [
    await serialItem(),
    await serialItem(),
    await addItem(site.db, 'B-P'),
  ]
  const first = await expectStock(user, [
    expected(one, 2, 'X1 X2'),
    expected(other, 1, 'X1'),
    expected(plain, 5),
  ])
  const second = await expectStock(user, [expected(one, 1, 'X3')])
  const response = await receiveAll(first, second)
  expect(rowErrors(response)).toEqual([])
  expect(await conditions(one)).toEqual(['X1', 'X2', 'X3'].map((no) => [no, 'NORMAL']))
  expect(await conditions(other)).toEqual([['X1', 'NORMAL']])
})

test('lines without all their serials are counted, with the page that takes them', async () => {
  const { number } = await returnOf('Q1 Q2 Q3', ['Q1', null, null])
  const item = await serialItem()
  const short = await expectStock(user, [expected(item, 3, 'Y1 Y2'), expected(item, 1, 'Y3')])
  const complete = await expectStock(user, [expected(item, 1, 'Y4')])
  const response = await receiveAll(number, short, complete)
  expect(response.status).toBe(422)
  expect(rowErrors(response)).toEqual([
    [1, undefined, receivingTexts.noSerials(2).ko],
    [2, undefined, receivingTexts.noSerials(1).ko],
  ])
})

test('a serial that cannot arrive is named if others arrive with it', async () => {
  const { item, number } = await returnOf('Z1 Z2', ['Z1', 'Z2'])
  await site.db.execute(sql`
    update receipt_line set serial_no = 'Z9' where receipt_no = ${number} and serial_no = 'Z2'`)
  expect(rowErrors(await receiveAll(number))).toEqual([
    [1, 'SERIALS', prefixSerial('Z9', false, serialOfOtherShipment('')).ko],
  ])
  expect(await conditions(item)).toEqual(['Z1', 'Z2'].map((no) => [no, null]))
})

test('a serial scanned for the line of another serial is rejected', async () => {
  const { item, number } = await returnOf('W1 W2', ['W1', 'W2'])
  const row = { RECEIPT_NO: number, LINE_NO: 1, CELL_CD: 'A-010', NOW_QTY: 1 }
  const refused = await user.save('inbound/receive', [{ ...row, SERIALS: 'W2' }])
  expect(rowErrors(refused)).toEqual([[1, 'SERIALS', serialTexts.otherLine.ko]])
  await saved('inbound/receive', { ...row, SERIALS: 'w1' })
  expect(await conditions(item)).toEqual([
    ['W1', 'INSPECT'],
    ['W2', null],
  ])
})
