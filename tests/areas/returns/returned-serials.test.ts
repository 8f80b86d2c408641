import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { lotTexts } from '#areas/inbound/server/shipped-lots.ts'
import { inspectionTexts } from '#areas/returns/server/inspecting.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  addOrder,
  expectStock,
  getUnpicked,
  orderLine,
  pickAll,
  putStock,
  rowErrors,
  runStep,
  testDay,
  toRows,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let count = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

async function saved(procedure: string, row: Row): Promise<void> {
  const response = await user.save(procedure, [row])
  expect([procedure, response.status, rowErrors(response)]).toEqual([procedure, 200, []])
}

/** Receives and ships serials S1, S2, … of a new item. */
async function shipped(qty: number) {
  const item = await addItem(site.db, `NAMED-${(count += 1)}`)
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  const RECEIPT_NO = await expectStock(user, [orderLine(item, qty)])
  const SERIALS = Array.from({ length: qty }, (_, index) => `S${index + 1}`).join(' ')
  await saved('inbound/receive', {
    RECEIPT_NO,
    LINE_NO: 1,
    CELL_CD: 'A-010',
    NOW_QTY: qty,
    SERIALS,
  })
  const SHIPMENT_NO = await addOrder(user, [orderLine(item, qty)])
  for (const step of ['allocate', 'mark-listed']) await runStep(user, step, SHIPMENT_NO)
  const [{ ALLOC_ID = null } = {}] = await getUnpicked(user, SHIPMENT_NO)
  await saved('outbound/pick', { ALLOC_ID, PICKED_QTY: qty, SERIALS })
  for (const CODE of SERIALS.split(' ')) {
    await saved('outbound/check-scan', { SHIPMENT_NO, CODE, QTY: 1 })
  }
  for (const step of ['finish-check', 'ship']) await runStep(user, step, SHIPMENT_NO)
  return { item, SHIPMENT_NO }
}

const request = (SHIPMENT_NO: string, lines: readonly Row[]) =>
  user.save(
    'returns/save-returns',
    toRows({ RECEIPT_DT: testDay, RETURN_KIND_CD: 'RETURN', SHIPMENT_NO }, lines),
  )

/** A return with one line per piece, each without a serial. */
async function returned(qty: number) {
  const { item, SHIPMENT_NO } = await shipped(qty)
  const lines = Array.from({ length: qty }, () => orderLine(item, 1))
  const response = await request(SHIPMENT_NO, lines)
  expect(rowErrors(response)).toEqual([])
  const RECEIPT_NO = String(response.body.data.rows[0]?.['RECEIPT_NO'])
  const scan =
    (procedure: string) =>
    (CODE: string, extra: Row = {}) =>
      user.save(`returns/${procedure}`, [{ RECEIPT_NO, CODE, QTY: 1, ...extra }])
  const ok =
    (procedure: string) =>
    async (CODE: string, extra: Row = {}) =>
      saved(`returns/${procedure}`, { RECEIPT_NO, CODE, QTY: 1, ...extra })
  const places = async () => {
    const rows = await site.db.query<{ serial_no: string; place: string | null }>(sql`
      select s.serial_no, b.condition_cd place from serial s
      left join stock_balance b using (balance_id) where s.stock_cd = ${item} order by 1`)
    return rows.map(({ place }) => place)
  }
  return { item, grade: scan('grade-scan'), arrive: ok('arrive'), graded: ok('grade-scan'), places }
}

test.each([
  ['on a label with its item', (item: string, SERIAL_NO: string) => [item, { SERIAL_NO }] as const],
  ['without its item', (_: string, serial: string) => [serial, {}] as const],
])('a serial scanned %s has its own grade, also when that is undone', async (_, name) => {
  const { item, arrive, graded, places } = await returned(3)
  for (const serial of ['S2', 'S1', 'S3']) await arrive(...name(item, serial))
  const grade = async (serial: string, GRADE_CD: string, QTY = 1) => {
    const [code, more] = name(item, serial)
    await graded(code, { ...more, GRADE_CD, QTY })
  }
  await grade('S1', 'C')
  expect(await places()).toEqual(['DAMAGED', 'INSPECT', 'INSPECT'])
  await grade('S3', 'A')
  await grade('S2', 'C')
  expect(await places()).toEqual(['DAMAGED', 'DAMAGED', 'NORMAL'])
  await grade('S1', 'C', -1)
  expect(await places()).toEqual(['INSPECT', 'DAMAGED', 'NORMAL'])
  const [code, more] = name(item, 'S1')
  await arrive(code, { ...more, QTY: -1 })
  expect(await places()).toEqual([null, 'DAMAGED', 'NORMAL'])
})

test('a grade without its serial is rejected unless all pieces have it', async () => {
  const { item, arrive, grade, graded, places } = await returned(2)
  for (const SERIAL_NO of ['S1', 'S2']) await arrive(item, { SERIAL_NO })
  const refused = await grade(item, { GRADE_CD: 'C' })
  expect(rowErrors(refused)).toEqual([[1, 'CODE', inspectionTexts.serial.ko]])
  await graded(item, { GRADE_CD: 'C', QTY: 2 })
  expect(await places()).toEqual(['DAMAGED', 'DAMAGED'])
  const undone = await grade(item, { GRADE_CD: 'C', QTY: -1 })
  expect(rowErrors(undone)).toEqual([[1, 'CODE', inspectionTexts.serial.ko]])
  await graded(item, { GRADE_CD: 'C', QTY: -1, SERIAL_NO: 'S2' })
  expect(await places()).toEqual(['DAMAGED', 'INSPECT'])
})

test('a serial of another line, or one that did not arrive, is not graded', async () => {
  const { item, arrive, grade, places } = await returned(2)
  await arrive(item, { SERIAL_NO: 'S2' })
  for (const [code, more] of [
    [item, { SERIAL_NO: 'S1' }],
    ['S1', {}],
  ] as const) {
    expect((await grade(code, { ...more, GRADE_CD: 'A' })).status).toBe(422)
  }
  expect(await places()).toEqual([null, 'INSPECT'])
})

/** Ships serials A1 and B1 of a new item in two lots, and registers a return of both. */
async function returnedOfTwoLots() {
  const item = await addItem(site.db, `NAMED-${(count += 1)}`)
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  for (const lot of ['A', 'B']) {
    const RECEIPT_NO = await expectStock(user, [orderLine(item, 1)])
    const into = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-010', LOT_NO: `LOT-${lot}` }
    await saved('inbound/receive', { ...into, NOW_QTY: 1, SERIALS: `${lot}1` })
  }
  const SHIPMENT_NO = await addOrder(user, [orderLine(item, 2)])
  for (const step of ['allocate', 'mark-listed']) await runStep(user, step, SHIPMENT_NO)
  for (const { ALLOC_ID = null, LOT_NO } of await getUnpicked(user, SHIPMENT_NO)) {
    const SERIALS = `${String(LOT_NO).slice(-1)}1`
    await saved('outbound/pick', { ALLOC_ID, PICKED_QTY: 1, SERIALS })
  }
  for (const CODE of ['A1', 'B1']) {
    await saved('outbound/check-scan', { SHIPMENT_NO, CODE, QTY: 1 })
  }
  for (const step of ['finish-check', 'ship']) await runStep(user, step, SHIPMENT_NO)
  const lines = ['B1', 'A1'].map((SERIAL_NO) => ({ ...orderLine(item, 1), SERIAL_NO }))
  const answer = await request(SHIPMENT_NO, lines)
  return { item, RECEIPT_NO: String(answer.body.data.rows[0]?.['RECEIPT_NO']) }
}

const lotsOf = async (item: string) =>
  site.db.query(sql`
    select s.serial_no, l.lot_no from serial s join stock_balance b using (balance_id)
    join lot l using (lot_id) where s.stock_cd = ${item} order by 1`)
const lotsAsShipped = [
  { serial_no: 'A1', lot_no: 'LOT-A' },
  { serial_no: 'B1', lot_no: 'LOT-B' },
]

test('a serial arrives in the lot it left with, without scanning the lot', async () => {
  const { item, RECEIPT_NO } = await returnedOfTwoLots()
  for (const CODE of ['B1', 'A1']) await saved('returns/arrive', { RECEIPT_NO, CODE, QTY: 1 })
  expect(await lotsOf(item)).toEqual(lotsAsShipped)
})

test('the last serial is received in bulk in the lot it left with', async () => {
  const { item, RECEIPT_NO } = await returnedOfTwoLots()
  await saved('returns/arrive', { RECEIPT_NO, CODE: 'A1', QTY: 1 })
  await saved('inbound/receive-bulk', { RECEIPT_NO })
  expect(await lotsOf(item)).toEqual(lotsAsShipped)
})

test('a serial does not arrive in another lot of its shipment', async () => {
  const { RECEIPT_NO } = await returnedOfTwoLots()
  const row = { RECEIPT_NO, CODE: 'B1', QTY: 1, LOT_NO: 'LOT-A' }
  expect(rowErrors(await user.save('returns/arrive', [row]))).toEqual([
    [1, 'LOT_NO', lotTexts.serial.ko],
  ])
})

/**
 * Ships one piece of lots L1 and L2 of an item whose serials are matched at shipping, on one line
 * or on one line per lot. Registers a return of both serials.
 */
async function returnedAfterMatching(isOneLine: boolean) {
  const item = await addItem(site.db, `NAMED-${(count += 1)}`)
  await site.db.execute(sql`update stock set serial_cd = 'OUT' where stock_cd = ${item}`)
  for (const lot of ['L1', 'L2']) await putStock(site.db, { item, qty: 1, lot })
  const lines = isOneLine
    ? [orderLine(item, 2)]
    : ['L1', 'L2'].map((LOT_NO) => orderLine(item, 1, { LOT_NO }))
  const SHIPMENT_NO = await addOrder(user, lines)
  for (const step of ['allocate', 'mark-listed']) await runStep(user, step, SHIPMENT_NO)
  await pickAll(user, SHIPMENT_NO)
  for (const [index, NUMBERS] of ['M1', 'M2'].entries()) {
    const LINE_NO = isOneLine ? 1 : index + 1
    await saved('outbound/tie-numbers', { SHIPMENT_NO, LINE_NO, MATCH_CD: 'SERIAL', NUMBERS })
  }
  await saved('outbound/check-scan', { SHIPMENT_NO, CODE: item, QTY: 2 })
  for (const step of ['finish-check', 'ship']) await runStep(user, step, SHIPMENT_NO)
  const named = ['M2', 'M1'].map((SERIAL_NO) => ({ ...orderLine(item, 1), SERIAL_NO }))
  const answer = await request(SHIPMENT_NO, named)
  expect(rowErrors(answer)).toEqual([])
  const RECEIPT_NO = String(answer.body.data.rows[0]?.['RECEIPT_NO'])
  const lots = () =>
    site.db.query(sql`
      select m.doc_line line, l.lot_no from stock_movement m
      join stock_balance b on b.balance_id = m.to_balance_id join lot l using (lot_id)
      where m.doc_no = ${RECEIPT_NO} order by 1`)
  return { item, RECEIPT_NO, lots }
}

const lotsAsMatched = [
  { line: 1, lot_no: 'L2' },
  { line: 2, lot_no: 'L1' },
]

test('a serial matched at shipping arrives in the only lot of its shipment line', async () => {
  const { RECEIPT_NO, lots } = await returnedAfterMatching(false)
  const wrong = { RECEIPT_NO, CODE: 'M2', QTY: 1, LOT_NO: 'L1' }
  expect(rowErrors(await user.save('returns/arrive', [wrong]))).toEqual([
    [1, 'LOT_NO', lotTexts.serial.ko],
  ])
  for (const CODE of ['M2', 'M1']) await saved('returns/arrive', { RECEIPT_NO, CODE, QTY: 1 })
  expect(await lots()).toEqual(lotsAsMatched)
})

test('serials matched at shipping are received in bulk in the lots of their lines', async () => {
  const { RECEIPT_NO, lots } = await returnedAfterMatching(false)
  await saved('inbound/receive-bulk', { RECEIPT_NO })
  expect(await lots()).toEqual(lotsAsMatched)
})

test('the lots are listed if the shipment line of a serial has several', async () => {
  const { RECEIPT_NO, lots } = await returnedAfterMatching(true)
  const row = { RECEIPT_NO, CODE: 'M2', QTY: 1 }
  expect(rowErrors(await user.save('returns/arrive', [row]))).toEqual([
    [1, 'LOT_NO', lotTexts.several(['L1', 'L2']).ko],
  ])
  await saved('returns/arrive', { ...row, LOT_NO: 'L2' })
  await saved('returns/arrive', { ...row, CODE: 'M1' })
  expect(await lots()).toEqual(lotsAsMatched)
})
