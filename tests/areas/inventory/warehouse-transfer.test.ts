import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, addOrder, putStock, rowErrors, runStep } from '#tests/support/floor.ts'

let site: TestSite
let here: TestUser
let there: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('admin', 'W02')`)
  here = await site.login('admin')
  there = await site.login('admin', 'W02')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

const getRows = (user: TestUser, DIRECTION_CD: string, item: string) =>
  user.query('inventory/warehouse-transfers', { DIRECTION_CD, STOCK_CD: item })
const transfer = (user: TestUser, row: Row | undefined, extra: Row) =>
  user.save('inventory/transfer-warehouse', [{ ...row, ...extra }])
const onHand = async (user: TestUser, item: string) =>
  (await user.query('inventory/by-lot', { STOCK_CD: item })).map((row) => [
    row['CELL_CD'],
    row['QTY'],
    row['LOT_NO'],
    row['VALID_DT'],
  ])

test('stock passes through transit and is received in parts in the other warehouse', async () => {
  const item = await addItem(site.db, 'TRANSIT', { valid_yn: 'Y' })
  await putStock(site.db, { item, qty: 10, lot: 'L1', valid: '20270131' })
  const [row] = await getRows(here, 'OUT', item)
  const sent = await transfer(here, row, { WORK_QTY: 6, TO_WCODE: 'W02' })
  expect(sent.body.rows ?? [], sent.body.message).toEqual([])
  expect(await onHand(here, item)).toEqual([['A-001', 4, 'L1', '20270131']])
  expect(await onHand(there, item)).toEqual([])
  const [underway] = await getRows(here, 'SENT', item)
  expect(underway).toMatchObject({ QTY: 6, TO_WCODE: 'W02', FROM_WCODE: 'W01' })
  const [coming] = await getRows(there, 'IN', item)
  expect(coming).toMatchObject({ WORK_QTY: 6, FROM_WCODE: 'W01', LOT_NO: 'L1' })
  expect(await getRows(here, 'IN', item)).toEqual([])
  const some = await transfer(there, coming, { WORK_QTY: 4, TO_CELL_CD: 'A-100' })
  expect(some.body.rows ?? [], some.body.message).toEqual([])
  const excess = await transfer(there, coming, { WORK_QTY: 3, TO_CELL_CD: 'A-100' })
  expect(rowErrors(excess)).toEqual([[1, 'WORK_QTY', '입고 대기 수량은 2입니다.']])
  expect((await transfer(there, coming, { WORK_QTY: 2, TO_CELL_CD: 'A-101' })).status).toBe(200)
  expect(await onHand(there, item)).toEqual([
    ['A-100', 4, 'L1', '20270131'],
    ['A-101', 2, 'L1', '20270131'],
  ])
  expect(await getRows(there, 'IN', item)).toEqual([])
  const moves = await there.query('inventory/movements', { STOCK_CD: item })
  expect(moves.map((move) => [move['FROM_PLACE_CD'], move['QTY'], move['REASON']])).toEqual([
    ['TRANSIT', 2, `← W01 ${String(sent.body.data.rows[0]?.['WORK_NO'])}`],
    ['TRANSIT', 4, `← W01 ${String(sent.body.data.rows[0]?.['WORK_NO'])}`],
  ])
})

test('allocated stock, bonded stock or more than is available cannot leave', async () => {
  const item = await addItem(site.db, 'TRANSIT-PROMISED')
  await putStock(site.db, { item, qty: 5 })
  await putStock(site.db, { item, qty: 5, bonded: 'BONDED', cell: 'A-002' })
  const number = await addOrder(here, [{ STOCK_CD: item, ORDER_QTY: 3 }])
  await runStep(here, 'allocate', number)
  const rows = await getRows(here, 'OUT', item)
  expect(rows.map((row) => [row['CELL_CD'], row['FREE_QTY']])).toEqual([['A-001', 2]])
  const more = await transfer(here, rows[0], { WORK_QTY: 3, TO_WCODE: 'W02' })
  expect(rowErrors(more)[0]?.[2]).toContain(number)
  const [bonded] = await here.query('inventory/by-lot', { STOCK_CD: item, BONDED_CD: 'BONDED' })
  const TRANSFER_KEY = `B${String(bonded?.['BALANCE_ID'])}`
  const held = await transfer(here, { TRANSFER_KEY }, { WORK_QTY: 1, TO_WCODE: 'W02' })
  expect(rowErrors(held)).toEqual([
    [1, 'TRANSFER_KEY', '대상을 찾을 수 없습니다. 다시 조회하세요.'],
  ])
})

test('stock can only be sent to another warehouse and received there', async () => {
  const item = await addItem(site.db, 'TRANSIT-WRONG')
  await putStock(site.db, { item, qty: 5 })
  const [row] = await getRows(here, 'OUT', item)
  for (const TO_WCODE of ['W01', 'W99', null]) {
    const response = await transfer(here, row, { WORK_QTY: 1, TO_WCODE })
    expect(rowErrors(response)).toEqual([[1, 'TO_WCODE', '다른 창고를 선택하세요.']])
  }
  expect((await transfer(here, row, { WORK_QTY: 5, TO_WCODE: 'W02' })).status).toBe(200)
  const [coming] = await getRows(there, 'IN', item)
  const wrong = await transfer(here, coming, { WORK_QTY: 5, TO_CELL_CD: 'A-001' })
  expect(rowErrors(wrong)[0]?.[1]).toBe('TRANSFER_KEY')
  const nowhere = await transfer(there, coming, { WORK_QTY: 5, TO_CELL_CD: 'NOWHERE' })
  expect(rowErrors(nowhere)[0]?.[1]).toBe('TO_CELL_CD')
  expect((await transfer(there, coming, { WORK_QTY: 5, TO_CELL_CD: 'A-001' })).status).toBe(200)
  expect(await onHand(there, item)).toEqual([['A-001', 5, null, null]])
})
