import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { constraintTexts } from '#server/engine/constraint-texts.ts'
import { nothingToUndo } from '#areas/returns/server/undo-grade.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  expectStock,
  addOrder,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { saveReturn, shipItem, addStockedItem } from '#tests/support/returns.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

async function save(name: string, row: Row): Promise<void> {
  const response = await user.save(name, [row])
  expect(rowErrors(response), response.body.message).toEqual([])
  expect(response.status, response.body.message).toBe(200)
}

const arrive = (RECEIPT_NO: string, CODE: string, extra: Row = {}) =>
  save('returns/arrive', { RECEIPT_NO, CODE, QTY: 1, ...extra })

/** Changes the condition of stock awaiting inspection on the stock screen. */
async function hold(
  item: string,
  CELL_CD: string,
  HOLD_CD: string,
  extra: Row = {},
): Promise<void> {
  const search = { STOCK_CD: item, CONDITION_CD: 'INSPECT', CELL_CD }
  const [stock] = await user.query('inventory/stock-to-work', search)
  const BALANCE_ID = stock?.['BALANCE_ID'] ?? null
  await save('inventory/hold', { BALANCE_ID, HOLD_CD, WORK_QTY: 1, REASON: 'x', ...extra })
}

async function getGrades(RECEIPT_NO: string): Promise<Row | undefined> {
  const [row] = await user.query('returns/inspect-lines', { RECEIPT_NO })
  return { A: row?.['A_QTY'] ?? null, C: row?.['C_QTY'] ?? null }
}

async function returnTo(cell: string, item: string, SHIPMENT_NO: string, serial?: string) {
  const line = { CELL_CD: cell, SERIAL_NO: serial ?? null }
  const number = await saveReturn(user, item, 1, { SHIPMENT_NO }, line)
  await arrive(number, item, { SERIAL_NO: serial ?? null })
  return number
}

test('stock passed in a cell grades the return that arrived there, not an older one', async () => {
  const item = await addStockedItem(site.db, 'L1')
  const shipment = await shipItem(user, item, 3)
  const older = await returnTo('A-001', item, shipment)
  const newer = await returnTo('A-002', item, shipment)
  await hold(item, 'A-002', 'PASS')
  expect([await getGrades(older), await getGrades(newer)]).toEqual([
    { A: 0, C: 0 },
    { A: 1, C: 0 },
  ])
  await save('returns/grade-scan', { RECEIPT_NO: older, CODE: item, QTY: 1, GRADE_CD: 'C' })
  expect(await getGrades(older)).toEqual({ A: 0, C: 1 })
})

test('stock passed after a move grades the return whose cell it left', async () => {
  const item = await addStockedItem(site.db, 'L1')
  const shipment = await shipItem(user, item, 3)
  const older = await returnTo('A-001', item, shipment)
  const newer = await returnTo('A-002', item, shipment)
  await move(item, 'A-002', 'A-004')
  await hold(item, 'A-004', 'DAMAGE')
  expect([await getGrades(older), await getGrades(newer)]).toEqual([
    { A: 0, C: 0 },
    { A: 0, C: 1 },
  ])
})

async function move(item: string, from: string, to: string): Promise<void> {
  const search = { STOCK_CD: item, CONDITION_CD: 'INSPECT', CELL_CD: from }
  const [stock] = await user.query('inventory/stock-to-work', search)
  const BALANCE_ID = stock?.['BALANCE_ID'] ?? null
  await save('inventory/move', { BALANCE_ID, WORK_QTY: 1, TO_CELL_CD: to, REASON: 'x' })
}

describe('a piece that waits for its disposition', () => {
  /** A returned piece in A-001, graded X. */
  async function createUndecided() {
    const item = await addStockedItem(site.db, 'L1')
    const shipment = await shipItem(user, item, 4)
    const undecided = await returnTo('A-001', item, shipment)
    await save('returns/grade-scan', {
      RECEIPT_NO: undecided,
      CODE: item,
      QTY: 1,
      GRADE_CD: 'X',
    })
    return { item, shipment }
  }

  test.each([
    ['where it arrived', 'A-001'],
    ['after it was moved', 'A-004'],
  ])('cannot be passed %s at the expense of another return', async (_, cell) => {
    const { item, shipment } = await createUndecided()
    const other = await returnTo('A-002', item, shipment)
    if (cell !== 'A-001') await move(item, 'A-001', cell)
    const search = { STOCK_CD: item, CONDITION_CD: 'INSPECT', CELL_CD: cell }
    const [stock] = await user.query('inventory/stock-to-work', search)
    const BALANCE_ID = stock?.['BALANCE_ID'] ?? null
    const row = { BALANCE_ID, HOLD_CD: 'PASS', WORK_QTY: 1, REASON: 'x' }
    expect((await user.save('inventory/hold', [row])).body.message).toBe(
      constraintTexts['return_awaits_decision']?.text.ko,
    )
    expect(await getGrades(other)).toEqual({ A: 0, C: 0 })
  })

  test.each([
    ['left the cell', false],
    ['left the cell, in which another return arrived later', true],
  ])('does not stop pieces of a return that %s', async (_, isFollowed) => {
    const { item, shipment } = await createUndecided()
    const first = await returnTo('A-002', item, shipment)
    await move(item, 'A-002', 'A-004')
    const later = isFollowed ? await returnTo('A-002', item, shipment) : undefined
    await hold(item, 'A-004', 'PASS')
    expect(await getGrades(first)).toEqual({ A: 1, C: 0 })
    if (later) expect(await getGrades(later)).toEqual({ A: 0, C: 0 })
  })
})

test('passing a serial grades its own return, and reversing the passing undoes the grade', async () => {
  const item = await addItem(site.db, 'PASS-SN')
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 2 }])
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: 2, SERIALS: 'PS1 PS2' }
  await save('inbound/receive', row)
  const shipment = await shipItem(user, item, 2)
  const [older, newer] = [
    await returnTo('A-001', item, shipment, 'PS1'),
    await returnTo('A-001', item, shipment, 'PS2'),
  ]
  await hold(item, 'A-001', 'PASS', { SERIALS: 'PS2' })
  expect([await getGrades(older), await getGrades(newer)]).toEqual([
    { A: 0, C: 0 },
    { A: 1, C: 0 },
  ])
  const [passed] = await site.db.query<{ no: number }>(sql`
    select movement_no no from return_grade where receipt_no = ${newer}`)
  await save('inventory/reverse', { MOVEMENT_NO: String(passed?.no), REASON: 'x' })
  expect(await getGrades(newer)).toEqual({ A: 0, C: 0 })
  for (const number of [older, newer])
    await save('returns/grade-scan', { RECEIPT_NO: number, CODE: item, QTY: 1, GRADE_CD: 'A' })
})

test.each([
  ['missing', 17],
  ['too many', 21],
])('pieces that are %s in a count do not change the pieces awaiting inspection', async (_, QTY) => {
  const item = await addStockedItem(site.db, 'L1')
  const RECEIPT_NO = await saveReturn(
    user,
    item,
    3,
    { SHIPMENT_NO: await shipItem(user, item, 4) },
    { CELL_CD: 'A-001' },
  )
  await arrive(RECEIPT_NO, item, { QTY: 3 })
  const [place] = await user.query('inventory/stock-to-work', { STOCK_CD: item })
  const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
  const cell = { METHOD_CD: 'CELL', ZONE_CD: place?.['ZONE_CD'] ?? null, CELL_CD: 'A-001' }
  const made = await user.save('inventory/make-count', [{ ...cell, COUNT_DT }])
  const JOB_NO = made.body.data.rows[0]?.['JOB_NO'] ?? null
  await save('inventory/count-scan', { JOB_NO, CELL_CD: 'A-001', CODE: item, QTY })
  const lines = await user.query('inventory/count-results', { JOB_NO, STOCK_CD: item })
  expect(lines.map((line) => [line['CONDITION_CD'], line['BOOK_QTY'], line['COUNT_QTY']])).toEqual([
    ['NORMAL', 16, QTY - 3],
    ['INSPECT', 3, 3],
  ])
  await save('inventory/cancel-count', { JOB_NO })
})

describe('an undone scan', () => {
  const grade = (RECEIPT_NO: string, CODE: string, QTY: number) =>
    user.save('returns/grade-scan', [{ RECEIPT_NO, CODE, QTY, GRADE_CD: 'A' }])
  const receive = (RECEIPT_NO: string, CELL_CD: string, NOW_QTY: number, LOT_NO = 'L1') =>
    save('inbound/receive', { RECEIPT_NO, LINE_NO: 1, CELL_CD, NOW_QTY, LOT_NO })

  test('reverts all pieces of a return that arrived in two cells', async () => {
    const item = await addStockedItem(site.db, 'L1')
    const SHIPMENT_NO = await shipItem(user, item, 5)
    const number = await saveReturn(user, item, 3, { SHIPMENT_NO })
    await receive(number, 'A-001', 2)
    await receive(number, 'A-002', 1)
    expect(rowErrors(await grade(number, item, 3))).toEqual([])
    expect(rowErrors(await grade(number, item, -3))).toEqual([])
    expect(await getGrades(number)).toEqual({ A: 0, C: 0 })
    const inspected = await user.query('inventory/stock-to-work', {
      STOCK_CD: item,
      CONDITION_CD: 'INSPECT',
    })
    expect(inspected.map((row) => [row['CELL_CD'], row['QTY']])).toEqual([
      ['A-001', 2],
      ['A-002', 1],
    ])
  })

  test('reverts the pieces of two lots', async () => {
    const item = await addStockedItem(site.db, 'L1')
    await putStock(site.db, { item, qty: 5, lot: 'L2', cell: 'A-003' })
    const SHIPMENT_NO = await shipItem(user, item, 25)
    const number = await saveReturn(user, item, 4, { SHIPMENT_NO })
    await receive(number, 'A-001', 2)
    await receive(number, 'A-001', 2, 'L2')
    expect(rowErrors(await grade(number, item, 4))).toEqual([])
    expect(rowErrors(await grade(number, item, -4))).toEqual([])
    expect(await getGrades(number)).toEqual({ A: 0, C: 0 })
  })

  test('reverts only what the station graded', async () => {
    const item = await addStockedItem(site.db, 'L1')
    const number = await returnTo('A-001', item, await shipItem(user, item, 3))
    await hold(item, 'A-001', 'PASS')
    expect(rowErrors(await grade(number, item, -1))).toEqual([[1, 'QTY', nothingToUndo.ko]])
    expect(await getGrades(number)).toEqual({ A: 1, C: 0 })
  })

  test('fails once its pieces are allocated to an order', async () => {
    const item = await addItem(site.db, 'UNDO-SOLD')
    await putStock(site.db, { item, qty: 3, lot: 'L1' })
    const number = await returnTo('A-001', item, await shipItem(user, item, 3))
    expect(rowErrors(await grade(number, item, 1))).toEqual([])
    const next = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    await runStep(user, 'allocate', next)
    expect((await grade(number, item, -1)).status).toBe(409)
    await runStep(user, 'cancel-allocation', next)
    expect(rowErrors(await grade(number, item, -1))).toEqual([])
  })
})

test('a cancelled disposition puts all of its pieces back, from every cell', async () => {
  const item = await addStockedItem(site.db, 'L1')
  const SHIPMENT_NO = await shipItem(user, item, 5)
  const RECEIPT_NO = await saveReturn(user, item, 3, { SHIPMENT_NO })
  await save('inbound/receive', { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: 2 })
  await save('inbound/receive', { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-002', NOW_QTY: 1 })
  await save('returns/grade-scan', { RECEIPT_NO, CODE: item, QTY: 3, GRADE_CD: 'B' })
  const [open = {}] = await user.query('returns/undecided', { RECEIPT_NO })
  const { LINE_NO = null, LOT_ID = null, GRADE_CD = null } = open
  const key = { RECEIPT_NO, LINE_NO, LOT_ID, GRADE_CD }
  await save('returns/decide', { ...key, DISPOSE_CD: 'DAMAGED' })
  expect(await user.query('returns/undecided', { RECEIPT_NO })).toEqual([])
  await save('returns/undo-decision', key)
  expect(await user.query('returns/undecided', { RECEIPT_NO })).toMatchObject([{ QTY: 3 }])
})
