import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { returnStatus } from '#areas/returns/rules/return-status.ts'
import { arrivalTexts } from '#areas/returns/server/arriving.ts'
import { decisionTexts } from '#areas/returns/server/deciding.ts'
import { inspectionTexts } from '#areas/returns/server/inspecting.ts'
import { notInReturn } from '#areas/returns/server/scanned-lines.ts'
import { lotTexts } from '#areas/inbound/server/shipped-lots.ts'
import { constraintTexts } from '#server/engine/constraint-texts.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { getQuestionIds, saveConfirmed } from '#tests/support/confirmed-save.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { addItem, addOrder, putStock, rowErrors, runStep } from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'
import { saveReturn, shipItem, addStockedItem } from '#tests/support/returns.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let second: TestUser
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  second = await site.login('second')
  await grantEverything(site, 'CUSTOMER')
  customer = await site.login('customer')
})
afterAll(() => closeVerified(site))

const scan = (name: string, who = user) => {
  return (RECEIPT_NO: string, CODE: string, extra: Row = {}) =>
    who.save(`returns/${name}`, [{ RECEIPT_NO, CODE, QTY: 1, ...extra }])
}
const grade = (number: string, item: string, GRADE_CD: string, extra: Row = {}, who = user) =>
  scan('grade-scan', who)(number, item, { GRADE_CD, ...extra })

async function ok(response: Awaited<ReturnType<TestUser['save']>>) {
  expect(rowErrors(response), response.body.message).toEqual([])
  expect(response.status).toBe(200)
}

/** Creates a return of pieces of one shipment that has arrived. */
async function createArrivedReturn(item: string, qty: number, shipped = qty): Promise<string> {
  const SHIPMENT_NO = await shipItem(user, item, shipped)
  const number = await saveReturn(user, item, qty, { SHIPMENT_NO })
  await ok(await scan('arrive')(number, item, { QTY: qty }))
  return number
}

const getState = async (RECEIPT_NO: string) =>
  (await user.query('returns/returns', { RECEIPT_NO }))[0]?.['STATE_CD']

async function onHand(item: string, owner = 'HANBIT'): Promise<Record<string, Value>> {
  const rows = await site.db.query<{ condition_cd: string; qty: number }>(sql`
    select condition_cd, sum(qty) qty from stock_balance
    where owner_cd = ${owner} and stock_cd = ${item} and qty > 0 group by 1`)
  return Object.fromEntries(rows.map((row) => [row.condition_cd, row.qty]))
}

async function getUndecided(RECEIPT_NO: string, who = user): Promise<Row> {
  const [row] = await who.query('returns/undecided', { RECEIPT_NO })
  return row ?? {}
}

const decide = (row: Row, DISPOSE_CD: string, who = user, name = 'decide') =>
  who.save(`returns/${name}`, [{ ...row, DISPOSE_CD }])

async function savePolicy(row: Row): Promise<void> {
  const POLICY = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', APPROVE_YN: 'N', ...row }
  await ok(await user.save('returns/save-policies', [POLICY]))
}

let groups = 0

/** An item in a separate group, so policies of one test do not apply to another. */
async function createItemWithPolicy(rows: readonly Row[], owner = 'HANBIT'): Promise<string> {
  groups += 1
  const GROUP_CD = `G${groups}`
  await site.db.execute(sql`insert into stock_group (owner_cd, group_cd, group_nm)
    values (${owner}, ${GROUP_CD}, ${GROUP_CD})`)
  for (const row of rows) await savePolicy({ GROUP_CD, OWNER_CD: owner, ...row })
  const item = await addItem(site.db, `POLICY-${groups}`, { owner_cd: owner })
  await site.db.execute(sql`update stock set group_cd = ${GROUP_CD}
    where owner_cd = ${owner} and stock_cd = ${item}`)
  await putStock(site.db, { owner, item, qty: 20 })
  return item
}

describe('arrival', () => {
  test('takes one scan per piece, and the last one completes the arrival', async () => {
    const item = await addStockedItem(site.db)
    const SHIPMENT_NO = await shipItem(user, item, 2)
    const number = await saveReturn(user, item, 2, { SHIPMENT_NO, COLLECT_WAYBILL_NO: 'CW-77' })
    const [opened] = await user.query('returns/returns', { COLLECT_WAYBILL_NO: 'CW-77' })
    expect(opened?.['RECEIPT_NO']).toBe(number)
    const first = await scan('arrive')(number, item)
    expect(first.body.data.rows[0]).toMatchObject({ LINE_NO: 1, RECEIVE_QTY: 1 })
    expect(await getState(number)).toBe(returnStatus.partlyArrived)
    await ok(await scan('arrive')(number, item))
    expect(await getState(number)).toBe(returnStatus.arrived)
    expect(await onHand(item)).toEqual({ NORMAL: 18, INSPECT: 2 })
    expect(rowErrors(await scan('arrive')(number, item)).length).toBe(1)
    await ok(await scan('arrive')(number, item, { QTY: -1 }))
    expect(await getState(number)).toBe(returnStatus.partlyArrived)
  })

  test('stock returns in the lot and with the expiry date it left with', async () => {
    const item = await addItem(site.db, 'BACK-LOTS', { lot_yn: 'Y', valid_yn: 'Y' })
    for (const [lot, valid] of [
      ['L1', '20270331'],
      ['L2', '20270630'],
    ] as const)
      await putStock(site.db, { item, qty: 3, lot, valid })
    const SHIPMENT_NO = await shipItem(user, item, 5)
    const number = await saveReturn(user, item, 2, { SHIPMENT_NO })
    expect(rowErrors(await scan('arrive')(number, item))).toEqual([
      [1, 'LOT_NO', lotTexts.several(['L1', 'L2']).ko],
    ])
    await ok(await scan('arrive')(number, item, { LOT_NO: 'l2' }))
    const [stock] = await user.query('inventory/stock-to-work', {
      STOCK_CD: item,
      CONDITION_CD: 'INSPECT',
    })
    expect(stock).toMatchObject({ LOT_NO: 'L2', VALID_DT: '20270630', AVAILABLE_QTY: 0 })
    expect(rowErrors(await scan('arrive')(number, item, { LOT_NO: 'L9' }))[0]?.[1]).toBe('LOT_NO')
  })

  test('a finished arrival frees pieces that did not arrive for another return', async () => {
    const item = await addStockedItem(site.db)
    const SHIPMENT_NO = await shipItem(user, item, 2)
    const number = await saveReturn(user, item, 2, { SHIPMENT_NO })
    await ok(await scan('arrive')(number, item))
    const rows = [{ RECEIPT_NO: number }]
    const request = await user.save('returns/finish-arrival', rows)
    expect(request.status).toBe(409)
    await ok(await saveConfirmed(user, 'returns/finish-arrival', rows, getQuestionIds(request)))
    expect(await getState(number)).toBe(returnStatus.arrived)
    await saveReturn(user, item, 1, { SHIPMENT_NO })
  })

  test('unexpected stock is received with grade X on a separate return', async () => {
    const item = await addStockedItem(site.db)
    const other = await addStockedItem(site.db)
    const SHIPMENT_NO = await shipItem(user, item, 1)
    const number = await saveReturn(user, item, 1, { SHIPMENT_NO })
    expect(rowErrors(await scan('arrive')(number, other))).toEqual([[1, 'CODE', notInReturn.ko]])
    expect(rowErrors(await scan('arrive')(number, item, { QTY: 2 }))).toEqual([
      [1, 'CODE', arrivalTexts.over.ko],
    ])
    const taken = await scan('take-foreign')(number, other)
    await ok(taken)
    const foreign = String(taken.body.data.rows[0]?.['FOREIGN_NO'])
    expect(await onHand(other)).toEqual({ NORMAL: 20, INSPECT: 1 })
    expect(await onHand(item)).toEqual({ NORMAL: 19 })
    const [row] = await user.query('returns/returns', { RECEIPT_NO: foreign })
    expect(row).toMatchObject({ RETURN_KIND_CD: 'BLIND', STATE_CD: returnStatus.inspected })
    expect(await getUndecided(foreign)).toMatchObject({ GRADE_CD: 'X', QTY: 1, STOCK_CD: other })
    expect(await getState(number)).toBe(returnStatus.open)
  })
})

describe('inspection', () => {
  test('grade A goes to normal stock and C to damaged stock', async () => {
    const item = await addStockedItem(site.db)
    const number = await createArrivedReturn(item, 2, 20)
    expect(await onHand(item)).toEqual({ INSPECT: 2 })
    const early = await decide({ ...(await getAnyKey(number)), GRADE_CD: 'A' }, 'RESTOCK')
    expect(rowErrors(early)).toEqual([[1, 'GRADE_CD', decisionTexts.gone.ko]])
    const first = await grade(number, item, 'A')
    expect(first.body.data.rows[0]).toMatchObject({ LINE_NO: 1, GRADED_QTY: 1, A_QTY: 1, C_QTY: 0 })
    expect(await getState(number)).toBe(returnStatus.arrived)
    await ok(await grade(number, item, 'C'))
    expect(await getState(number)).toBe(returnStatus.disposed)
    expect(await onHand(item)).toEqual({ NORMAL: 1, DAMAGED: 1 })
    const next = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 2 }])
    await user.save('outbound/allocate', [{ SHIPMENT_NO: next }])
    const lines = await user.query('outbound/shipment-lines', { SHIPMENT_NO: next })
    expect(lines).toMatchObject([{ ALLOC_QTY: 1 }])
    expect(rowErrors(await grade(number, item, 'A'))).toEqual([
      [1, 'CODE', inspectionTexts.done.ko],
    ])
  })

  test('a disposition processes only pieces that arrived with its return', async () => {
    const item = await addStockedItem(site.db)
    const SHIPMENT_NO = await shipItem(user, item, 6)
    const cells = ['A-007', 'A-003', 'A-005']
    const numbers: string[] = []
    for (const CELL_CD of cells) {
      const number = await saveReturn(user, item, 2, { SHIPMENT_NO }, { CELL_CD })
      await ok(await scan('arrive')(number, item, { QTY: 2 }))
      numbers.push(number)
    }
    const getPlaces = () =>
      site.db.query(sql`select cell_cd, condition_cd, qty::float8 from stock_balance
        where stock_cd = ${item} and qty > 0 and cell_cd = any(${cells}::text[]) order by 1, 2`)
    await ok(await grade(numbers[0] ?? '', item, 'C', { QTY: 2 }))
    await ok(await grade(numbers[2] ?? '', item, 'X'))
    await ok(await decide(await getUndecided(numbers[2] ?? ''), 'DAMAGED', second))
    expect(await getPlaces()).toEqual([
      { cell_cd: 'A-003', condition_cd: 'INSPECT', qty: 2 },
      { cell_cd: 'A-005', condition_cd: 'DAMAGED', qty: 1 },
      { cell_cd: 'A-005', condition_cd: 'INSPECT', qty: 1 },
      { cell_cd: 'A-007', condition_cd: 'DAMAGED', qty: 2 },
    ])
  })

  test('an undone grade also reverses its disposition', async () => {
    const item = await addStockedItem(site.db)
    const number = await createArrivedReturn(item, 2)
    await ok(await grade(number, item, 'A'))
    await ok(await grade(number, item, 'A', { QTY: -1 }))
    expect(await onHand(item)).toEqual({ NORMAL: 18, INSPECT: 2 })
    expect(rowErrors(await grade(number, item, 'A', { QTY: -1 }))[0]?.[2]).toBe(
      inspectionTexts.undo.ko,
    )
    await ok(await grade(number, item, 'X', { QTY: 2 }))
    expect(await getState(number)).toBe(returnStatus.inspected)
    await ok(await grade(number, item, 'X', { QTY: -2 }))
    expect(await getState(number)).toBe(returnStatus.arrived)
  })

  test('expired stock is never grade A, and late stock only X', async () => {
    const item = await addItem(site.db, 'BACK-LATE', { valid_yn: 'Y' })
    const number = await saveReturn(user, item, 1, { RETURN_KIND_CD: 'BLIND' })
    await ok(await scan('arrive')(number, item, { VALID_DT: '20200101' }))
    expect(rowErrors(await grade(number, item, 'A'))).toEqual([
      [1, 'GRADE_CD', inspectionTexts.expired.ko],
    ])
    const plain = await createItemWithPolicy([
      { GRADE_CD: 'A', DISPOSE_CD: 'RESTOCK', LIMIT_DAYS: 5 },
    ])
    const SHIPMENT_NO = await shipItem(user, plain, 1)
    await site.db.execute(sql`
      update shipment set shipped_at = shipped_at - interval '9 days'
      where shipment_no = ${SHIPMENT_NO}`)
    const late = await saveReturn(user, plain, 1, { SHIPMENT_NO })
    await ok(await scan('arrive')(late, plain))
    expect(rowErrors(await grade(late, plain, 'A'))).toEqual([
      [1, 'GRADE_CD', inspectionTexts.late.ko],
    ])
    await ok(await grade(late, plain, 'X'))
  })

  test('receiving of an inspected return cannot be cancelled', async () => {
    const item = await addStockedItem(site.db)
    const number = await createArrivedReturn(item, 1)
    await ok(await grade(number, item, 'X'))
    const [row] = await user.query('inbound/received-movements', { RECEIPT_NO: number })
    const cancel = { RECEIPT_NO: number, MOVEMENT_NO: row?.['MOVEMENT_NO'] ?? null, REASON: 'x' }
    const response = await user.save('inbound/cancel-receiving', [cancel])
    expect(response.body.message).toBe(constraintTexts['return_graded']?.text.ko)
  })

  test('passing stock without the station grades its return', async () => {
    const item = await addStockedItem(site.db)
    const number = await createArrivedReturn(item, 3)
    const hold = async (HOLD_CD: string, WORK_QTY: number) => {
      const search = { STOCK_CD: item, CONDITION_CD: 'INSPECT' }
      const [stock] = await user.query('inventory/stock-to-work', search)
      const row = { BALANCE_ID: stock?.['BALANCE_ID'] ?? null, HOLD_CD, WORK_QTY, REASON: 'x' }
      return user.save('inventory/hold', [row])
    }
    await ok(await hold('PASS', 1))
    await ok(await hold('DAMAGE', 1))
    const [line] = await user.query('returns/inspect-lines', { RECEIPT_NO: number })
    expect(line).toMatchObject({ ARRIVED_QTY: 3, GRADED_QTY: 2, A_QTY: 1, C_QTY: 1 })
    await ok(await grade(number, item, 'B'))
    expect((await hold('PASS', 1)).body.message).toBe(
      constraintTexts['return_awaits_decision']?.text.ko,
    )
  })
})

/** Keys of any lot of a return, for calls whose piece does not matter. */
async function getAnyKey(RECEIPT_NO: string): Promise<Row> {
  const [row] = await site.db.query<{ lot_id: number }>(sql`
    select lot_id from return_lot where receipt_no = ${RECEIPT_NO}`)
  return { RECEIPT_NO, LINE_NO: 1, LOT_ID: String(row?.lot_id) }
}

describe('dispositions', () => {
  test('grade B moves to the second-grade item, and a piece with a cancelled disposition waits again', async () => {
    const second = await addStockedItem(site.db)
    const row = { GRADE_CD: 'B', DISPOSE_CD: 'SECOND', SECOND_STOCK_CD: second }
    const item = await createItemWithPolicy([row])
    const number = await createArrivedReturn(item, 2)
    await ok(await grade(number, item, 'B', { QTY: 2 }))
    expect(await onHand(second)).toEqual({ NORMAL: 22 })
    expect(await onHand(item)).toEqual({ NORMAL: 18 })
    const key = { ...(await getAnyKey(number)), GRADE_CD: 'B' }
    await ok(await user.save('returns/undo-decision', [key]))
    expect(await onHand(item)).toEqual({ NORMAL: 18, INSPECT: 2 })
    expect(await getState(number)).toBe(returnStatus.inspected)
    await ok(await decide(await getUndecided(number), 'DAMAGED'))
    expect(await onHand(item)).toEqual({ NORMAL: 18, DAMAGED: 2 })
    expect(await getState(number)).toBe(returnStatus.disposed)
  })

  test('scrapping must be approved by a user other than the one who graded the piece', async () => {
    const item = await createItemWithPolicy([{ GRADE_CD: 'C', DISPOSE_CD: 'SCRAP' }])
    const number = await createArrivedReturn(item, 1)
    await ok(await grade(number, item, 'C'))
    expect(await onHand(item)).toEqual({ NORMAL: 19, INSPECT: 1 })
    const row = await getUndecided(number)
    expect(row).toMatchObject({ DISPOSE_CD: 'SCRAP', GRADED_BY: 'admin' })
    expect(rowErrors(await decide(row, 'SCRAP'))).toEqual([
      [1, 'DISPOSE_CD', decisionTexts.grader.ko],
    ])
    await ok(await decide(row, 'SCRAP', second))
    expect(await onHand(item)).toEqual({ NORMAL: 19 })
    expect(rowErrors(await decide(row, 'SCRAP', second))[0]?.[2]).toBe(decisionTexts.gone.ko)
  })

  test('if the policy leaves the decision to the owner, only the owner can decide', async () => {
    const item = await createItemWithPolicy(
      [{ GRADE_CD: 'A', DISPOSE_CD: 'RESTOCK', APPROVE_YN: 'Y' }],
      'GIFT',
    )
    const head = { RETURN_KIND_CD: 'BLIND', OWNER_CD: 'GIFT' }
    const number = await saveReturn(user, item, 1, head)
    await ok(await scan('arrive')(number, item))
    await ok(await grade(number, item, 'A'))
    expect(await getState(number)).toBe(returnStatus.awaitsOwner)
    const row = await getUndecided(number, customer)
    for (const [who, name] of [
      [user, 'decide'],
      [user, 'decide-own'],
    ] as const) {
      expect(rowErrors(await decide(row, 'RESTOCK', who, name))).toEqual([
        [1, 'DISPOSE_CD', decisionTexts.owner.ko],
      ])
    }
    await ok(await decide(row, 'RESTOCK', customer, 'decide-own'))
    expect(await onHand(item, 'GIFT')).toEqual({ NORMAL: 21 })
    expect(await getState(number)).toBe(returnStatus.disposed)
    const [outcome] = await customer.query('returns/return-lines', { RECEIPT_NO: number })
    expect(outcome).toMatchObject({ A_QTY: 1, PLACED_QTY: 1 })
  })

  test('an owner decides only about their own pieces, and only if the policy leaves the decision to owners', async () => {
    const item = await addStockedItem(site.db)
    const number = await createArrivedReturn(item, 1)
    await ok(await grade(number, item, 'X'))
    const row = await getUndecided(number)
    expect(await getUndecided(number, customer)).toEqual({})
    const response = await decide(row, 'RESTOCK', customer, 'decide-own')
    expect(response.status).toBe(409)
    expect(await onHand(item)).toEqual({ NORMAL: 19, INSPECT: 1 })
  })

  test('one of two concurrent decisions succeeds', async () => {
    const item = await addStockedItem(site.db)
    const number = await createArrivedReturn(item, 1)
    await ok(await grade(number, item, 'X'))
    const row = await getUndecided(number)
    const both = await Promise.all([decide(row, 'RESTOCK'), decide(row, 'DAMAGED', second)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test.each([
  ['return_grade', 'Disposition done ≤ inspected ≤ arrived'],
  ['return_disposal', 'Stock awaiting inspection = arrived − disposition done'],
])('verification finds a changed %s', async (table, check) => {
  const item = await addStockedItem(site.db)
  const number = await createArrivedReturn(item, 1)
  await ok(await grade(number, item, 'A'))
  const found = await findFailingChecks(
    site,
    [table],
    `update ${table} set qty = qty + 1 where receipt_no = '${number}'`,
  )
  expect(found).toContain(check)
})

test('shipping of a returned piece works through all steps', async () => {
  const item = await addStockedItem(site.db)
  const number = await createArrivedReturn(item, 20)
  await ok(await grade(number, item, 'A', { QTY: 20 }))
  const again = await shipItem(user, item, 20)
  expect(again).toBeTruthy()
  await runStep(user, 'cancel-shipping', again)
})
