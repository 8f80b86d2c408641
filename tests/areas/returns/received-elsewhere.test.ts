import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { returnsAreInspected } from '#areas/inbound/server/receiving.ts'
import { lotTexts } from '#areas/inbound/server/shipped-lots.ts'
import { gradeBeforeAdjusting } from '#areas/inventory/server/awaited-pieces.ts'
import { returnTexts } from '#areas/inventory/server/holding.ts'
import { returnStatus } from '#areas/returns/rules/return-status.ts'
import {
  awaitsInspectionText,
  itemNeedsLot,
  unitMustMatch,
} from '#areas/inventory/server/relabel-rules.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  toRows,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { returnDocument, saveReturn, shipItem, addStockedItem } from '#tests/support/returns.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let second: TestUser
const today = timestampAt(Date.now()).slice(0, 8)

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('admin', 'W02')`)
  user = await site.login('admin')
  second = await site.login('second')
})
afterAll(() => closeVerified(site))

const getStock = (item: string, condition: string) =>
  site.db.query<{ balance_id: number; qty: number; lot_no: string; valid: string | null }>(sql`
    select b.balance_id, b.qty, l.lot_no, to_char(l.valid_dt, 'YYYYMMDD') valid
    from stock_balance b join lot l using (lot_id)
    where b.owner_cd = 'HANBIT' and b.stock_cd = ${item} and b.condition_cd = ${condition}
      and b.qty > 0 order by 1`)

const receive = (RECEIPT_NO: string, extra: Row) =>
  user.save('inbound/receive', [{ RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-002', ...extra }])

/**
 * Ships stock of an item and registers a return of it, which arrives at the station if requested.
 */
async function createReturn(item: string, qty: number, line: Row = {}): Promise<string> {
  const SHIPMENT_NO = await shipItem(user, item, qty)
  return saveReturn(user, item, qty, { SHIPMENT_NO }, line)
}

async function createArrivedReturn(item: string, qty: number): Promise<string> {
  const number = await createReturn(item, qty)
  const response = await user.save('returns/arrive', [{ RECEIPT_NO: number, CODE: item, QTY: qty }])
  expect(response.status, response.body.message).toBe(200)
  return number
}

async function getBalance(item: string, condition: string): Promise<string> {
  const [balance] = await getStock(item, condition)
  return String(balance?.balance_id)
}

const getInspected = (item: string) => getBalance(item, 'INSPECT')

/** Counts all stock of an item in its cell. Another user approves the pieces missing in inspection. */
async function countAs(item: string, QTY: number) {
  const [place] = await user.query('inventory/stock-to-work', {
    STOCK_CD: item,
    CONDITION_CD: 'INSPECT',
  })
  const { ZONE_CD = null, CELL_CD = null } = place ?? {}
  const group = { METHOD_CD: 'CELL', ZONE_CD, CELL_CD }
  const made = await user.save('inventory/make-count', [{ ...group, COUNT_DT: today }])
  expect(rowErrors(made)).toEqual([])
  const JOB_NO = made.body.data.rows[0]?.['JOB_NO'] ?? null
  const scan = { JOB_NO, CELL_CD, CODE: item, QTY }
  expect(rowErrors(await user.save('inventory/count-scan', [scan]))).toEqual([])
  expect(rowErrors(await user.save('inventory/finish-count', [{ JOB_NO }]))).toEqual([])
  const [line] = await user.query('inventory/count-results', {
    JOB_NO,
    CONDITION_CD: 'INSPECT',
    STOCK_CD: item,
  })
  return rowErrors(
    await second.save('inventory/approve-count', [{ JOB_NO, LINE_NO: line?.['LINE_NO'] ?? null }]),
  )
}

const hold = (item: string, BALANCE_ID: string, HOLD_CD: string, WORK_QTY: number) =>
  user.save('inventory/hold-stock', [
    { OWNER_CD: 'HANBIT', STOCK_CD: item, BALANCE_ID, HOLD_CD, WORK_QTY, REASON: 'looked at' },
  ])

describe('a return received on the receiving screens', () => {
  test('gets the lot and expiry date it left with', async () => {
    const item = await addItem(site.db, 'DOOR-LOT')
    await putStock(site.db, { item, qty: 20, lot: 'SOLD', mark: 'M1', valid: '2067-05-05' })
    const bulk = await user.save('inbound/receive-bulk', [
      { RECEIPT_NO: await createReturn(item, 2) },
    ])
    expect(bulk.status, bulk.body.message).toBe(200)
    const byOrder = await receive(await createReturn(item, 3), { NOW_QTY: 3 })
    expect(byOrder.status, byOrder.body.message).toBe(200)
    const typed = await receive(await createReturn(item, 1, { LOT_NO: 'sold' }), { NOW_QTY: 1 })
    expect(typed.status, typed.body.message).toBe(200)
    const lots = await getStock(item, 'INSPECT')
    expect(new Set(lots.map(({ lot_no, valid }) => `${lot_no} ${valid}`))).toEqual(
      new Set(['SOLD 20670505']),
    )
    expect(lots.reduce((sum, { qty }) => sum + qty, 0)).toBe(6)
  })

  test('rejects a date or lot that was not shipped, at its field', async () => {
    const item = await addItem(site.db, 'DOOR-DATE')
    await putStock(site.db, { item, qty: 20, lot: 'SOLD', valid: '2067-05-05' })
    const number = await createReturn(item, 2)
    const other = await receive(number, { NOW_QTY: 2, LOT_NO: 'SOLD', VALID_DT: '20670506' })
    expect(rowErrors(other)).toEqual([[1, 'VALID_DT', lotTexts.date.ko]])
    const lot = await receive(number, { NOW_QTY: 2, LOT_NO: 'NEVER' })
    expect(rowErrors(lot).map(([, column]) => column)).toEqual(['LOT_NO'])
    const scan = { RECEIPT_NO: number, CODE: item, QTY: 1, LOT_NO: 'SOLD', VALID_DT: '20670506' }
    expect(rowErrors(await user.save('returns/arrive', [scan]))).toEqual([
      [1, 'VALID_DT', lotTexts.date.ko],
    ])
  })

  test('names the lot if several were shipped', async () => {
    const item = await addStockedItem(site.db, 'S1')
    await putStock(site.db, { item, qty: 5, lot: 'S2', cell: 'A-003' })
    const SHIPMENT_NO = await shipItem(user, item, 25)
    const number = await saveReturn(user, item, 2, { SHIPMENT_NO })
    const bulk = await user.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])
    expect(rowErrors(bulk)).toEqual([[1, 'LOT_NO', lotTexts.several(['S1', 'S2']).ko]])
    expect((await receive(number, { NOW_QTY: 2, LOT_NO: 'S2' })).status).toBe(200)
  })

  test('rejects damaged pieces, which are registered at inspection', async () => {
    const item = await addStockedItem(site.db)
    const number = await createReturn(item, 4)
    const response = await receive(number, { NOW_QTY: 3, DAMAGED_NOW_QTY: 1 })
    expect(rowErrors(response)).toEqual([[1, 'DAMAGED_NOW_QTY', returnsAreInspected.ko]])
    expect(await getStock(item, 'DAMAGED')).toEqual([])
  })
})

describe('stock awaiting inspection', () => {
  test('keeps its lot, item and warehouse until it is inspected', async () => {
    const item = await addStockedItem(site.db, 'L1')
    const other = await addItem(site.db, 'DOOR-OTHER')
    await createArrivedReturn(item, 4)
    const BALANCE_ID = await getInspected(item)
    const row = { BALANCE_ID, WORK_QTY: 4, REASON: 'label' }
    const lot = await user.save('inventory/transfer-lot', [{ ...row, TO_LOT_NO: 'L2' }])
    expect(rowErrors(lot)).toEqual([[1, 'TO_LOT_NO', awaitsInspectionText.ko]])
    const mark = await user.save('inventory/transfer-mark', [{ ...row, TO_MARK: 'M2' }])
    expect(rowErrors(mark)).toEqual([[1, 'TO_MARK', awaitsInspectionText.ko]])
    const changed = await user.save('inventory/transfer-stock', [{ ...row, TO_STOCK_CD: other }])
    expect(rowErrors(changed)).toEqual([[1, 'TO_STOCK_CD', awaitsInspectionText.ko]])
    const sent = await user.save('inventory/transfer-warehouse', [
      { TRANSFER_KEY: `B${BALANCE_ID}`, WORK_QTY: 4, TO_WCODE: 'W02' },
    ])
    expect(rowErrors(sent)).toEqual([[1, 'WORK_QTY', awaitsInspectionText.ko]])
    const moved = await user.save('inventory/move', [{ ...row, TO_CELL_CD: 'A-004' }])
    expect(moved.status, moved.body.message).toBe(200)
    expect((await hold(item, await getInspected(item), 'PASS', 4)).status).toBe(200)
  })

  test('stock awaiting inspection must be graded before a loss can be adjusted or counted', async () => {
    const item = await addStockedItem(site.db, 'L1')
    const RECEIPT_NO = await createArrivedReturn(item, 3)
    const adjust = async (ADJUST_QTY: number, condition = 'INSPECT') =>
      rowErrors(
        await user.save('inventory/adjust', [
          { BALANCE_ID: await getBalance(item, condition), ADJUST_QTY, REASON: 'lost' },
        ]),
      )
    expect(await adjust(-1)).toEqual([[1, 'ADJUST_QTY', gradeBeforeAdjusting.ko]])
    expect(await adjust(1), 'a piece too many by mistake').toEqual([])
    expect(await adjust(-1)).toEqual([])
    expect(await countAs(item, 2)).toEqual([[1, 'DIFF_QTY', gradeBeforeAdjusting.ko]])
    const grade = async (GRADE_CD: string, QTY: number) =>
      rowErrors(await user.save('returns/grade-scan', [{ RECEIPT_NO, CODE: item, QTY, GRADE_CD }]))
    expect(await grade('C', 1)).toEqual([])
    expect(await adjust(-1, 'DAMAGED')).toEqual([])
    expect(await grade('A', 2)).toEqual([])
    const [done] = await user.query('returns/returns', { RECEIPT_NO })
    expect(done?.['STATE_CD']).toBe(returnStatus.disposed)
  })

  test('does not pass on other screens once expired', async () => {
    const item = await addItem(site.db, 'DOOR-OLD')
    await putStock(site.db, { item, qty: 4, lot: 'E', valid: today })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 4 }], { SHIPMENT_DT: today })
    for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
    await pickAll(user, number)
    await checkAll(user, number)
    for (const name of ['finish-check', 'ship']) await runStep(user, name, number)
    await site.db.script('alter table lot disable trigger user')
    await site.db.execute(sql`
      update lot set valid_dt = ${addDays(today, -1)}::date where stock_cd = ${item}`)
    await site.db.script('alter table lot enable trigger user')
    const back = await saveReturn(user, item, 4, { SHIPMENT_NO: number })
    await user.save('returns/arrive', [{ RECEIPT_NO: back, CODE: item, QTY: 4 }])
    const balance = await getInspected(item)
    expect(rowErrors(await hold(item, balance, 'PASS', 4))).toEqual([
      [1, 'HOLD_CD', returnTexts.expired.ko],
    ])
    expect((await hold(item, balance, 'DAMAGE', 4)).status).toBe(200)
  })

  test('does not pass on other screens after the return period of its policy', async () => {
    const item = await addStockedItem(site.db)
    await site.db.execute(sql`
      insert into stock_group (owner_cd, group_cd, group_nm) values ('HANBIT', 'LATE', 'Late')`)
    await site.db.execute(sql`update stock set group_cd = 'LATE' where stock_cd = ${item}`)
    const policy = { OWNER_CD: 'HANBIT', GROUP_CD: 'LATE', GRADE_CD: 'A', DISPOSE_CD: 'RESTOCK' }
    await user.save('returns/save-policies', [
      { BATCH_FLAG: 'I', ...policy, APPROVE_YN: 'N', LIMIT_DAYS: 5 },
    ])
    const SHIPMENT_NO = await shipItem(user, item, 2)
    await site.db.execute(sql`
      update shipment set shipped_at = shipped_at - interval '6 days'
      where shipment_no = ${SHIPMENT_NO}`)
    const number = await saveReturn(user, item, 2, { SHIPMENT_NO })
    await user.save('returns/arrive', [{ RECEIPT_NO: number, CODE: item, QTY: 2 }])
    expect(rowErrors(await hold(item, await getInspected(item), 'PASS', 2))).toEqual([
      [1, 'HOLD_CD', returnTexts.late.ko],
    ])
  })
})

async function shipSamples(item: string): Promise<string> {
  await putStock(site.db, { item, qty: 4, condition: 'SAMPLE' })
  const saved = await user.save(
    'outbound/save-sample-shipments',
    toRows({ SHIPMENT_DT: '20261120' }, [{ STOCK_CD: item, ORDER_QTY: 4 }]),
  )
  const SHIPMENT_NO = String(saved.body.data.rows[0]?.['SHIPMENT_NO'])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, SHIPMENT_NO)
  await pickAll(user, SHIPMENT_NO)
  await checkAll(user, SHIPMENT_NO)
  for (const name of ['finish-check', 'ship']) await runStep(user, name, SHIPMENT_NO)
  return SHIPMENT_NO
}

test('samples returned together with other stock of the lot do not pass on other screens', async () => {
  const item = await addItem(site.db, 'DOOR-MIXED')
  const samples = await shipSamples(item)
  await putStock(site.db, { item, qty: 2 })
  const others = await shipItem(user, item, 2)
  for (const [SHIPMENT_NO, QTY] of [
    [samples, 4],
    [others, 2],
  ] as const) {
    const RECEIPT_NO = await saveReturn(user, item, QTY, { SHIPMENT_NO })
    const response = await user.save('returns/arrive', [{ RECEIPT_NO, CODE: item, QTY }])
    expect(response.status, response.body.message).toBe(200)
  }
  const balance = await getInspected(item)
  expect(rowErrors(await hold(item, balance, 'PASS', 6))).toEqual([
    [1, 'HOLD_CD', returnTexts.mixed.ko],
  ])
  expect((await hold(item, balance, 'DAMAGE', 6)).status).toBe(200)
})

describe('a sample and other stock of one lot returned to two cells', () => {
  async function createMixedReturns(code: string) {
    const item = await addItem(site.db, code)
    const samples = await shipSamples(item)
    await putStock(site.db, { item, qty: 2 })
    const others = await shipItem(user, item, 2)
    for (const [SHIPMENT_NO, QTY, CELL_CD] of [
      [samples, 4, 'A-002'],
      [others, 2, 'A-003'],
    ] as const) {
      const RECEIPT_NO = await saveReturn(user, item, QTY, { SHIPMENT_NO }, { CELL_CD })
      const response = await user.save('returns/arrive', [{ RECEIPT_NO, CODE: item, QTY }])
      expect(response.status, response.body.message).toBe(200)
    }
    return { item, samples }
  }
  async function passInspection(STOCK_CD: string, CELL_CD: string) {
    const search = { STOCK_CD, CELL_CD, CONDITION_CD: 'INSPECT' }
    const [row] = await user.query('inventory/stock-to-work', search)
    const { BALANCE_ID = null, QTY: WORK_QTY = null } = row ?? {}
    return rowErrors(
      await user.save('inventory/hold', [{ BALANCE_ID, HOLD_CD: 'PASS', WORK_QTY, REASON: 'x' }]),
    )
  }

  test('a sample and other stock of one lot returned to two cells pass inspection separately, each in its own condition', async () => {
    const { item } = await createMixedReturns('DOOR-APART')
    expect(await passInspection(item, 'A-003')).toEqual([])
    expect((await getStock(item, 'NORMAL')).map(({ qty }) => qty)).toEqual([2])
    expect(await passInspection(item, 'A-002')).toEqual([])
    expect((await getStock(item, 'SAMPLE')).map(({ qty }) => qty)).toEqual([4])
  })

  test('only the stock of the late return is refused', async () => {
    const { item, samples } = await createMixedReturns('DOOR-APART-LATE')
    await site.db.execute(sql`
      insert into stock_group (owner_cd, group_cd, group_nm) values ('HANBIT', 'APART', 'Apart')`)
    await site.db.execute(sql`update stock set group_cd = 'APART' where stock_cd = ${item}`)
    const policy = { OWNER_CD: 'HANBIT', GROUP_CD: 'APART', GRADE_CD: 'A', DISPOSE_CD: 'RESTOCK' }
    await user.save('returns/save-policies', [
      { BATCH_FLAG: 'I', ...policy, APPROVE_YN: 'N', LIMIT_DAYS: 5 },
    ])
    await site.db.execute(sql`update shipment set shipped_at = shipped_at - interval '6 days'
      where shipment_no = ${samples}`)
    expect(await passInspection(item, 'A-003')).toEqual([])
    expect(await passInspection(item, 'A-002')).toEqual([[1, 'HOLD_CD', returnTexts.late.ko]])
  })
})

test('a returned sample becomes a sample again', async () => {
  const item = await addItem(site.db, 'DOOR-SAMPLE')
  const SHIPMENT_NO = await shipSamples(item)
  const RECEIPT_NO = await saveReturn(user, item, 4, { SHIPMENT_NO })
  await user.save('returns/arrive', [{ RECEIPT_NO, CODE: item, QTY: 4 }])
  const graded = await user.save('returns/grade-scan', [
    { RECEIPT_NO, CODE: item, QTY: 1, GRADE_CD: 'A' },
  ])
  expect(graded.status, graded.body.message).toBe(200)
  expect((await hold(item, await getInspected(item), 'PASS', 3)).status).toBe(200)
  expect(await getStock(item, 'NORMAL')).toEqual([])
  expect((await getStock(item, 'SAMPLE')).map(({ qty }) => qty)).toEqual([4])
})

test('an item that is no longer used can be returned, even unexpectedly', async () => {
  const item = await addStockedItem(site.db)
  const SHIPMENT_NO = await shipItem(user, item, 4)
  await site.db.execute(sql`update stock set use_yn = 'N' where stock_cd = ${item}`)
  const number = await saveReturn(user, item, 2, { SHIPMENT_NO })
  const line = { RECEIPT_NO: number, CODE: item, QTY: 1 }
  expect((await user.save('returns/arrive', [line])).status).toBe(200)
  expect((await user.save('returns/take-foreign', [line])).status).toBe(200)
  const head = { RECEIPT_DT: '20261120', ORDER_KIND_CD: 'RETURN', SHIPMENT_NO }
  const lines = [{ STOCK_CD: item, ORDER_QTY: 1 }]
  const receiptResponse = await user.save('inbound/save-receipts', toRows(head, lines))
  expect(receiptResponse.status, receiptResponse.body.message).toBe(200)
  const bought = await user.save('inbound/save-receipts', toRows({ RECEIPT_DT: '20261120' }, lines))
  expect(rowErrors(bought).map(([, column]) => column)).toEqual(['STOCK_CD'])
})

test('a second-grade item with another unit, or without the lot it requires, is rejected', async () => {
  const item = await addStockedItem(site.db)
  const second = await addItem(site.db, 'DOOR-KG', { unit_cd: 'KG' })
  await site.db.execute(sql`
    insert into stock_group (owner_cd, group_cd, group_nm) values ('HANBIT', 'SECOND', 'Second')`)
  await site.db.execute(sql`update stock set group_cd = 'SECOND' where stock_cd = ${item}`)
  const policy = { OWNER_CD: 'HANBIT', GROUP_CD: 'SECOND', GRADE_CD: 'B', DISPOSE_CD: 'SECOND' }
  await user.save('returns/save-policies', [
    { BATCH_FLAG: 'I', ...policy, APPROVE_YN: 'N', SECOND_STOCK_CD: second },
  ])
  const RECEIPT_NO = await createArrivedReturn(item, 2)
  const scan = { RECEIPT_NO, CODE: item, QTY: 1, GRADE_CD: 'B' }
  const getRefusal = async () =>
    rowErrors(await user.save('returns/grade-scan', [scan])).map(([, , text]) => text)
  expect(await getRefusal()).toEqual([unitMustMatch.ko])
  await site.db.execute(sql`
    update stock set unit_cd = 'EA', lot_yn = 'Y' where stock_cd = ${second}`)
  expect(await getRefusal()).toEqual([itemNeedsLot.ko])
})

test('a return without shipment keeps the typed values', async () => {
  const item = await addItem(site.db, 'DOOR-BLIND')
  const saved = await user.save(
    'returns/save-returns',
    returnDocument(item, 2, { RETURN_KIND_CD: 'BLIND' }),
  )
  const number = String(saved.body.data.rows[0]?.['RECEIPT_NO'])
  const response = await receive(number, { NOW_QTY: 2, LOT_NO: 'B1', VALID_DT: '20670101' })
  expect(response.status, response.body.message).toBe(200)
  expect(await getStock(item, 'INSPECT')).toMatchObject([{ lot_no: 'B1', valid: '20670101' }])
})
