import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { recallStatus } from '#areas/inventory/rules/recall-status.ts'
import { stopText } from '#areas/outbound/rules/stop-reasons.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  expectStock,
  addOrder,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'
import {
  changeLotStock,
  ok,
  prepareShipment,
  receive,
  sendToOtherLocation,
  sendToOther,
  ship,
  createTwoWarehouses,
  createWorkedExample,
  type TwoWarehouses,
} from '#tests/support/lot-life.ts'

let site: TestSite
let two: TwoWarehouses
let user: TestUser

type Row = Record<string, Value>

beforeAll(async () => {
  site = await testSite()
  two = await createTwoWarehouses(site)
  user = two.here
  await addItem(site.db, 'RECALL-OTHER', { lot_yn: 'Y' })
})
afterAll(() => closeVerified(site))

const getLot = async (item: string, LOT_NO: string): Promise<Row> => {
  const rows = await user.query('inventory/recall-lots', { STOCK_CD: item, LOT_NO })
  expect(rows).toHaveLength(1)
  return rows[0] ?? {}
}

const getPlaces = (item: string, LOT_NO: string, by = user) =>
  by.query('inventory/recall-places', { OWNER_CD: 'HANBIT', STOCK_CD: item, LOT_NO: `=${LOT_NO}` })

const pickColumns = (rows: readonly Row[], ...names: string[]) =>
  rows.map((row) => names.map((name) => row[name]))

async function blockLot(item: string, LOT_NO: string, extra: Row = {}): Promise<string> {
  const row = await getLot(item, LOT_NO)
  const response = ok(await user.save('inventory/block-recall', [{ ...row, ...extra }]))
  const [made] = response.body.data.rows
  return String(made?.['RECALL_NO'])
}

const close = (RECALL_NO: string, REASON: string | null = null): Promise<SaveResponse> =>
  user.save('inventory/close-recall', [{ RECALL_NO, REASON }])

const placeOrder: Value[][] = [
  ['CELL', 'W01', 'NEW', 'ORG → NEW', 4, null],
  ['CELL', 'W02', 'NEW', 'ORG → NEW', 1, null],
  ['SHIPPED', 'W01', 'ORG', 'ORG', 5, 'NEAR'],
  ['SHIPPED', 'W02', 'NEW', 'ORG → NEW', 2, 'FAR'],
]

test('a recall accounts for every piece of its lot and of lots made from it', async () => {
  await createWorkedExample(two, 'RECALL-ALL')
  const row = await getLot('RECALL-ALL', 'org')
  expect(row).toMatchObject({ RECEIVED_QTY: 12, STOCK_QTY: 5, SHIPPED_QTY: 7, OUT_QTY: 7 })
  const names = ['RECALL_PLACE_CD', 'WCODE', 'LOT_NO', 'VIA', 'QTY', 'SHIP_TO_CD']
  expect(pickColumns(await getPlaces('RECALL-ALL', 'ORG'), ...names)).toEqual(placeOrder)
})

/** Moves stock of a lot away from its receiving cell with every available operation. */
async function runThroughRecall(item: string): Promise<void> {
  await addItem(site.db, item, { lot_yn: 'Y' })
  await receive(two, item, 40, 'ORG')
  await receive(two, item, 10, 'ADDED')
  await changeLotStock(two, 'transfer-lot', item, 'ORG', { WORK_QTY: 9, TO_LOT_NO: 'NEW' })
  await changeLotStock(two, 'transfer-lot', item, 'ADDED', { WORK_QTY: 2, TO_LOT_NO: 'NEW' })
  await changeLotStock(two, 'transfer-stock', item, 'NEW', {
    WORK_QTY: 4,
    TO_STOCK_CD: 'RECALL-OTHER',
  })
  await changeLotStock(two, 'adjust', item, 'ORG', { ADJUST_QTY: -3 })
  await changeLotStock(two, 'hold', item, 'ORG', { WORK_QTY: 1, HOLD_CD: 'DAMAGE' })
  await sendToOtherLocation(two, item, 'ORG', 6)
  const SHIPMENT_NO = await ship(user, { STOCK_CD: item, ORDER_QTY: 5, LOT_NO: 'ORG' }, 'NEAR')
  const back = { STOCK_CD: item, ORDER_QTY: 2, LOT_NO: 'ORG', CELL_CD: 'A-002' }
  const receipt = await expectStock(user, [back], { ORDER_KIND_CD: 'RETURN', SHIPMENT_NO })
  ok(await user.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }]))
  await prepareShipment(user, { STOCK_CD: item, ORDER_QTY: 3, LOT_NO: 'NEW' }, 'FAR')
  await runStep(
    user,
    'allocate',
    await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1, LOT_NO: 'ORG' }]),
  )
}

test('the quantities of a recalled lot add up after changes, losses, returns and transfers', async () => {
  await runThroughRecall('RECALL-LIFE')
  const row = await getLot('RECALL-LIFE', 'ORG')
  const quantity = (name: string) => Number(row[name])
  expect(row).toMatchObject({
    RECEIVED_QTY: 40,
    RETURNED_QTY: 2,
    MIXED_QTY: 2,
    SHIPPED_QTY: 5,
    OUT_QTY: 3,
    TRANSIT_QTY: 6,
    ADJUSTED_QTY: 3,
    ALLOC_QTY: 1,
    PICK_QTY: 3,
  })
  const where = ['STOCK_QTY', 'ALLOC_QTY', 'PICK_QTY', 'TRANSIT_QTY', 'SHIPPED_QTY', 'ADJUSTED_QTY']
  const total = quantity('RECEIVED_QTY') + quantity('RETURNED_QTY') + quantity('MIXED_QTY')
  expect(where.reduce((sum, name) => sum + quantity(name), 0)).toBe(total)
  const places = await getPlaces('RECALL-LIFE', 'ORG')
  expect(places.reduce((sum, place) => sum + Number(place['QTY']), 0)).toBe(total)
  const names = ['RECALL_PLACE_CD', 'STOCK_CD', 'QTY', 'RETURNED_QTY']
  const elsewhere = places.filter((place) => place['RECALL_PLACE_CD'] !== 'CELL')
  expect(pickColumns(elsewhere, ...names)).toEqual([
    ['ALLOCATED', 'RECALL-LIFE', 1, null],
    ['PICKED', 'RECALL-LIFE', 3, null],
    ['TRANSIT', 'RECALL-LIFE', 6, null],
    ['SHIPPED', 'RECALL-LIFE', 5, 2],
    ['ADJUSTED', 'RECALL-LIFE', 3, null],
  ])
  expect(places.some((place) => place['STOCK_CD'] === 'RECALL-OTHER')).toBe(true)
})

describe('a blocked recall', () => {
  test('stops picked stock in any letter case, and the error names the recall', async () => {
    const item = await addItem(site.db, 'RECALL-STOP', { lot_yn: 'Y' })
    await receive(two, item, 5, 'ab12')
    const number = await prepareShipment(user, { STOCK_CD: item, ORDER_QTY: 2 }, 'NEAR')
    const recall = await blockLot(item, 'AB12')
    const response = await user.save('outbound/ship', [{ SHIPMENT_NO: number }])
    expect(rowErrors(response)).toEqual([
      [
        1,
        'SHIPMENT_NO',
        stopText({ reason: 'RECALL', stock: item, lot: 'ab12', cell: '', recall }).ko,
      ],
    ])
    ok(await close(recall))
    await runStep(user, 'ship', number)
  })

  test.each(['ORG', 'NEW'])(
    'keeps stock of lot %s from allocation until it is closed',
    async (lot) => {
      const item = await addItem(site.db, `RECALL-ALLOC-${lot}`, { lot_yn: 'Y' })
      await receive(two, item, 8, 'ORG')
      await changeLotStock(two, 'transfer-lot', item, 'ORG', { WORK_QTY: 4, TO_LOT_NO: 'NEW' })
      const recall = await blockLot(item, 'ORG')
      const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1, LOT_NO: lot }])
      await runStep(user, 'allocate', number)
      expect(await getState(user, number)).toBe('10')
      const [held] = await user.query('inventory/held-stock', { STOCK_CD: item, LOT_NO: `=${lot}` })
      expect(held).toMatchObject({ HOLD_KIND_CD: 'RECALL' })
      ok(await close(recall))
      await runStep(user, 'allocate', number)
      expect(await getState(user, number)).toBe('20')
    },
  )

  test('catches stock that is received later', async () => {
    const item = await addItem(site.db, 'RECALL-LATER', { lot_yn: 'Y' })
    await receive(two, item, 1, 'L1')
    await blockLot(item, 'L1')
    await receive(two, item, 4, 'l1')
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    await runStep(user, 'allocate', number)
    expect(await getState(user, number)).toBe('10')
  })

  test('names the shipments that it stops', async () => {
    const item = await addItem(site.db, 'RECALL-NAMES', { lot_yn: 'Y' })
    await receive(two, item, 5, 'L1')
    const number = await prepareShipment(user, { STOCK_CD: item, ORDER_QTY: 2 }, 'NEAR')
    const row = await getLot(item, 'L1')
    const response = ok(await user.save('inventory/block-recall', [row]))
    expect(response.body.message).toContain(number)
    expect(await getLot(item, 'L1')).toMatchObject({ LEVEL_CD: '2', BLOCKED_BY: 'admin' })
  })

  test('rejects a lot under recall, a lot named twice and an unknown lot', async () => {
    const item = await addItem(site.db, 'RECALL-TWICE', { lot_yn: 'Y' })
    await receive(two, item, 1, 'L1')
    const row = { OWNER_CD: 'HANBIT', STOCK_CD: item, LOT_NO: 'L1' }
    const twice = await user.save('inventory/block-recall', [row, { ...row, LOT_NO: 'l1' }])
    expect(rowErrors(twice).map(([no]) => no)).toEqual([2])
    await blockLot(item, 'L1')
    const again = await user.save('inventory/block-recall', [row])
    expect(rowErrors(again).map(([no, column]) => [no, column])).toEqual([[1, 'LOT_NO']])
    const unknown = await user.save('inventory/block-recall', [{ ...row, LOT_NO: 'NONE' }])
    expect(rowErrors(unknown).map(([no, column]) => [no, column])).toEqual([[1, 'LOT_NO']])
  })
})

describe('closing a recall', () => {
  test('requires a reason while shipped stock has not come back', async () => {
    const item = await addItem(site.db, 'RECALL-CLOSE', { lot_yn: 'Y' })
    await receive(two, item, 5, 'L1')
    await ship(user, { STOCK_CD: item, ORDER_QTY: 2 }, 'NEAR')
    const recall = await blockLot(item, 'L1', { LEVEL_CD: '1', REASON: 'glass' })
    expect(rowErrors(await close(recall)).map(([no, column]) => [no, column])).toEqual([
      [1, 'REASON'],
    ])
    ok(await close(recall, 'consumed'))
    const [row] = await user.query('inventory/recall-lots', { RECALL_NO: recall })
    expect(row).toMatchObject({
      STATE_CD: recallStatus.closed,
      LEVEL_CD: '1',
      REASON: 'glass',
      CLOSE_REASON: 'consumed',
      CLOSED_BY: 'admin',
    })
    expect((await close(recall, 'again')).status).not.toBe(200)
  })

  test('keeps stock blocked by a second recall on a lot made from the first', async () => {
    const item = await addItem(site.db, 'RECALL-SECOND', { lot_yn: 'Y' })
    await receive(two, item, 5, 'ORG')
    await changeLotStock(two, 'transfer-lot', item, 'ORG', { WORK_QTY: 5, TO_LOT_NO: 'NEW' })
    const first = await blockLot(item, 'ORG')
    await blockLot(item, 'NEW')
    ok(await close(first))
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    await runStep(user, 'allocate', number)
    expect(await getState(user, number)).toBe('10')
  })
})

test('the database prevents deleting recalls, and two open recalls of one lot', async () => {
  const item = await addItem(site.db, 'RECALL-KEPT', { lot_yn: 'Y' })
  await receive(two, item, 5, 'L1')
  const recall = await blockLot(item, 'L1')
  const tryStatement = (statement: string) => site.db.script(statement)
  await expect(tryStatement(`delete from recall where recall_no = '${recall}'`)).rejects.toThrow(
    'closed',
  )
  await expect(
    tryStatement(`update recall set lot_no = 'L2' where recall_no = '${recall}'`),
  ).rejects.toThrow('closed')
  await expect(
    tryStatement(`insert into recall (recall_no, owner_cd, stock_cd, lot_no, level_cd, blocked_by)
      values ('RCL-SECOND', 'HANBIT', '${item}', 'l1', '1', 'admin')`),
  ).rejects.toThrow('recall_open')
  ok(await close(recall))
  await expect(
    tryStatement(`update recall set closed_at = null, closed_by = null, state_cd = '20'
      where recall_no = '${recall}'`),
  ).rejects.toThrow('closed')
})

test('the verifier finds stock that left under an open recall', async () => {
  const item = await addItem(site.db, 'RECALL-LEFT', { lot_yn: 'Y' })
  await receive(two, item, 5, 'ORG')
  await changeLotStock(two, 'transfer-lot', item, 'ORG', { WORK_QTY: 5, TO_LOT_NO: 'NEW' })
  await ship(user, { STOCK_CD: item, ORDER_QTY: 2 }, 'NEAR')
  const found = await findFailingChecks(
    site,
    [],
    `insert into recall (recall_no, owner_cd, stock_cd, lot_no, level_cd, blocked_by, blocked_at)
      values ('RCL-PLANTED', 'HANBIT', '${item}', 'org', '1', 'admin', now() - interval '1 hour')`,
  )
  expect(found).toEqual(['No shipping of stock under recall'])
})

test('a search without values lists open recalls only', async () => {
  const item = await addItem(site.db, 'RECALL-LIST', { lot_yn: 'Y' })
  await receive(two, item, 5, 'L1')
  await receive(two, item, 5, 'L2')
  const open = await blockLot(item, 'L1')
  const closed = await blockLot(item, 'L2')
  ok(await close(closed))
  const listed = (await user.query('inventory/recall-lots', {})).map((row) => row['RECALL_NO'])
  expect(listed).toContain(open)
  expect(listed).not.toContain(closed)
  expect(listed).not.toContain(null)
})

test('users see recalls of their owners and stock of their warehouses only', async () => {
  await createWorkedExample(two, 'RECALL-SCOPE')
  const recall = await blockLot('RECALL-SCOPE', 'ORG')
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions)
    values ('NOTHING', 'Recall', '{search,save}'), ('CUSTOMER', 'Recall', '{search,save}')`)
  const nobody = await site.login('nobody')
  const [own] = await nobody.query('inventory/recall-lots', { STOCK_CD: 'RECALL-SCOPE' })
  expect(own).toMatchObject({ STOCK_QTY: 4, SHIPPED_QTY: 5 })
  const places = await getPlaces('RECALL-SCOPE', 'ORG', nobody)
  expect(new Set(places.map((row) => row['WCODE']))).toEqual(new Set(['W01']))
  const customer = await site.login('customer')
  expect(await customer.query('inventory/recall-lots', { STOCK_CD: 'RECALL-SCOPE' })).toEqual([])
  expect(await getPlaces('RECALL-SCOPE', 'ORG', customer)).toEqual([])
  const row = { OWNER_CD: 'HANBIT', STOCK_CD: 'RECALL-SCOPE', LOT_NO: 'NEW' }
  expect((await customer.save('inventory/block-recall', [row])).status).not.toBe(200)
  const closing = await customer.save('inventory/close-recall', [
    { RECALL_NO: recall, REASON: 'none' },
  ])
  expect(closing.status).not.toBe(200)
})

test('stock that arrived in a warehouse of other users is not in transit', async () => {
  const item = await addItem(site.db, 'RECALL-APART', { lot_yn: 'Y' })
  await receive(two, item, 12, 'ORG')
  await sendToOther(two, item, 'ORG', 5)
  await sendToOtherLocation(two, item, 'ORG', 3)
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions)
    values ('NOTHING', 'Recall', '{search}') on conflict do nothing`)
  const getVisibleLots = async (wcode: string) => {
    await site.db.execute(sql`update user_warehouse set wcode = ${wcode} where user_id = 'nobody'`)
    const limited = await site.login('nobody', wcode)
    const [row] = await limited.query('inventory/recall-lots', { STOCK_CD: item, LOT_NO: 'ORG' })
    return row
  }
  const none = { TO_OTHERS_QTY: 0, FROM_OTHERS_QTY: 0 }
  const stock = { RECEIVED_QTY: 12, STOCK_QTY: 4, TRANSIT_QTY: 3 }
  expect(await getLot(item, 'ORG')).toMatchObject({ ...stock, ...none, STOCK_QTY: 9 })
  expect(await getVisibleLots('W01')).toMatchObject({ ...stock, ...none, TO_OTHERS_QTY: 5 })
  const there = { RECEIVED_QTY: 0, STOCK_QTY: 5, TRANSIT_QTY: 0 }
  expect(await getVisibleLots('W02')).toMatchObject({ ...there, ...none, FROM_OTHERS_QTY: 5 })
  await site.db.script(`update user_warehouse set wcode = 'W01' where user_id = 'nobody'`)
})
