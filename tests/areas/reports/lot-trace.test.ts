import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { lotRelations } from '#areas/reports/rules/lot-relations.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem } from '#tests/support/floor.ts'
import {
  changeLotStock,
  ok,
  receive,
  ship,
  createTwoWarehouses,
  createWorkedExample,
  type TwoWarehouses,
} from '#tests/support/lot-life.ts'

let site: TestSite
let two: TwoWarehouses
let here: TestUser

type Row = Record<string, Value>

beforeAll(async () => {
  site = await testSite()
  two = await createTwoWarehouses(site)
  here = two.here
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions)
    values ('NOTHING', 'LotTraceReport', '{search}'), ('CUSTOMER', 'LotTraceReport', '{search}')`)
  await addItem(site.db, 'TRACE-OTHER', { lot_yn: 'Y' })
})
afterAll(() => closeVerified(site))

const trace = (STOCK_CD: string, LOT_NO: string, user = here, extra: Row = {}) =>
  user.query('reports/lot-trace', { STOCK_CD, LOT_NO: `=${LOT_NO}`, ...extra })

const pickColumns = (rows: readonly Row[], ...names: string[]) =>
  rows.map((row) => names.map((name) => row[name]))

/** Quantity on hand by warehouse and lot: the last remaining quantity of each. */
function getRemaining(rows: readonly Row[]) {
  return Object.fromEntries(
    rows.map((row) => [`${String(row['WCODE'])} ${String(row['LOT_NO'])}`, row['REST_QTY']]),
  )
}

test('a trace follows a lot forward through renaming and warehouses', async () => {
  await createWorkedExample(two, 'TRACE-FORWARD')
  const rows = await trace('TRACE-FORWARD', 'ORG')
  const shipped = rows.filter((row) => row['MOVEMENT_CD'] === 'SHIPMENT')
  expect(pickColumns(shipped, 'WCODE', 'LOT_NO', 'RELATION_NM', 'OUT_QTY', 'PARTNER_NM')).toEqual([
    ['W02', 'NEW', lotRelations.RESULT.ko, 2, 'Far store'],
    ['W01', 'ORG', lotRelations.SEARCHED.ko, 5, 'Near store'],
  ])
  expect(getRemaining(rows)).toEqual({ 'W01 ORG': 0, 'W01 NEW': 4, 'W02 NEW': 1 })
})

test('a trace follows a lot back to its receipt and supplier', async () => {
  await createWorkedExample(two, 'TRACE-BACK')
  const rows = await trace('TRACE-BACK', 'NEW')
  const received = rows.filter((row) => row['MOVEMENT_CD'] === 'RECEIPT')
  expect(pickColumns(received, 'LOT_NO', 'RELATION_NM', 'IN_QTY', 'PARTNER_NM')).toEqual([
    ['ORG', lotRelations.SOURCE.ko, 12, 'Maker'],
  ])
})

test('a trace names the other item after a change of item', async () => {
  const item = await addItem(site.db, 'TRACE-ITEM', { lot_yn: 'Y' })
  await receive(two, item, 12, 'ITEM-1')
  await changeLotStock(two, 'transfer-stock', item, 'ITEM-1', {
    WORK_QTY: 4,
    TO_STOCK_CD: 'TRACE-OTHER',
  })
  await ship(here, { STOCK_CD: 'TRACE-OTHER', ORDER_QTY: 3, LOT_NO: 'ITEM-1' }, 'NEAR')
  const rows = await trace(item, 'ITEM-1')
  const names = ['STOCK_CD', 'MOVEMENT_CD', 'IN_QTY', 'OUT_QTY', 'OTHER_STOCK_CD', 'PARTNER_NM']
  expect(pickColumns(rows, ...names)).toEqual([
    [item, 'RECEIPT', 12, 0, null, 'Maker'],
    [item, 'TRANSFER', 0, 4, 'TRACE-OTHER', null],
    ['TRACE-OTHER', 'TRANSFER', 4, 0, item, null],
    ['TRACE-OTHER', 'SHIPMENT', 0, 3, null, 'Near store'],
  ])
})

test('a trace follows several changes and stops at a cycle', async () => {
  const item = await addItem(site.db, 'TRACE-CIRCLE', { lot_yn: 'Y' })
  await receive(two, item, 12, 'C1')
  await changeLotStock(two, 'transfer-lot', item, 'C1', { WORK_QTY: 6, TO_LOT_NO: 'C2' })
  await changeLotStock(two, 'transfer-mark', item, 'C2', { WORK_QTY: 6, TO_MARK: 'M' })
  await changeLotStock(two, 'transfer-lot', item, 'C2', { WORK_QTY: 3, TO_LOT_NO: 'C3' })
  await changeLotStock(two, 'transfer-lot', item, 'C3', { WORK_QTY: 1, TO_LOT_NO: 'C1' })
  for (const lot of ['C1', 'C2', 'C3']) {
    const rows = await trace(item, lot)
    expect(new Set(rows.map((row) => row['LOT_NO'])), lot).toEqual(new Set(['C1', 'C2', 'C3']))
  }
})

test('a trace does not follow a reversed change', async () => {
  const item = await addItem(site.db, 'TRACE-REVERSED', { lot_yn: 'Y' })
  await receive(two, item, 12, 'R1')
  await changeLotStock(two, 'transfer-lot', item, 'R1', { WORK_QTY: 6, TO_LOT_NO: 'R2' })
  const [moved] = await here.query('inventory/movements', {
    STOCK_CD: item,
    MOVEMENT_CD: 'TRANSFER',
  })
  const row = { MOVEMENT_NO: moved?.['MOVEMENT_NO'] ?? null, REASON: 'wrong lot' }
  ok(await here.save('inventory/reverse', [row]))
  const rows = await trace(item, 'R1')
  expect(pickColumns(rows, 'MOVEMENT_CD', 'LOT_NO', 'OTHER_LOT_NO', 'REST_QTY')).toEqual([
    ['RECEIPT', 'R1', null, 12],
    ['TRANSFER', 'R1', 'R2', 6],
    ['TRANSFER', 'R1', 'R2', 12],
  ])
})

test('a trace shows only the warehouses and owners of the user', async () => {
  await createWorkedExample(two, 'TRACE-SCOPE')
  const nobody = await site.login('nobody')
  const warehouses = async () =>
    new Set((await trace('TRACE-SCOPE', 'ORG', nobody)).map((row) => row['WCODE']))
  expect(await warehouses()).toEqual(new Set(['W01']))
  await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('nobody', 'W02')`)
  expect(await warehouses()).toEqual(new Set(['W01', 'W02']))
  const customer = await site.login('customer')
  expect(await trace('TRACE-SCOPE', 'ORG', customer)).toEqual([])
})
