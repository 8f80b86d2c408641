import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, addOrder, putStock, rowErrors, runStep } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

async function getStockPlaces(sameMovement: string): Promise<string[]> {
  const rows = await site.db.query<{ what: string }>(sql`
    select concat_ws(' ', cell_cd, condition_cd, stock_cd, qty::float) what from stock_balance
    where stock_cd like ${sameMovement} and qty > 0 order by 1`)
  return rows.map(({ what }) => what)
}

async function runWork(name: string, row: Row): Promise<number> {
  const response = await user.save(`inventory/${name}`, [row])
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  const [last] = await site.db.query<{ no: number }>(sql`
    select max(movement_no) no from stock_movement`)
  return last?.no ?? 0
}

const reverseMovements = (...numbers: number[]) =>
  user.save(
    'inventory/reverse',
    numbers.map((MOVEMENT_NO) => ({ MOVEMENT_NO, REASON: 'pressed by mistake' })),
  )

const kinds: readonly (readonly [string, string, Row])[] = [
  ['a move', 'move', { WORK_QTY: 4, TO_CELL_CD: 'A-002' }],
  ['a hold', 'hold', { HOLD_CD: 'HOLD', WORK_QTY: 4, REASON: 'wet' }],
  ['a change of lot', 'transfer-lot', { WORK_QTY: 4, TO_LOT_NO: 'NEW', REASON: 'read wrong' }],
  ['a change of item', 'transfer-stock', { WORK_QTY: 4, TO_STOCK_CD: 'BACK-OTHER', REASON: 'x' }],
  ['a small adjustment up', 'adjust', { ADJUST_QTY: 4, REASON: 'found' }],
  ['a small adjustment down', 'adjust', { ADJUST_QTY: -4, REASON: 'lost' }],
]

test.each(kinds)('%s is reversed once, as one opposite movement', async (title, name, row) => {
  const item = await addItem(site.db, `BACK-${title.replaceAll(' ', '-').toUpperCase()}`)
  if (name === 'transfer-stock') await addItem(site.db, 'BACK-OTHER')
  const balance = await putStock(site.db, { item, qty: 10 })
  const before = await getStockPlaces('BACK-%')
  const movement = await runWork(name, { BALANCE_ID: String(balance), ...row })
  expect(await getStockPlaces('BACK-%')).not.toEqual(before)
  const response = await reverseMovements(movement)
  expect(rowErrors(response)).toEqual([])
  expect(await getStockPlaces('BACK-%')).toEqual(before)
  const [reversal] = await user.query('inventory/movements', { STOCK_CD: item })
  expect(reversal).toMatchObject({ REASON: 'pressed by mistake' })
  expect(reversal?.['REVERSES_NO']).not.toBeNull()
  expect(rowErrors(await reverseMovements(movement))[0]?.[2]).toContain('이미')
  // A reversal cannot be reversed.
  expect(rowErrors(await reverseMovements(Number(reversal?.['MOVEMENT_NO'])))[0]?.[2]).toContain(
    '이미',
  )
})

test('stock that is allocated or has moved on cannot be moved back', async () => {
  const item = await addItem(site.db, 'GONE-ON')
  const balance = await putStock(site.db, { item, qty: 10 })
  const movement = await runWork('move', {
    BALANCE_ID: String(balance),
    WORK_QTY: 10,
    TO_CELL_CD: 'A-003',
  })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 2 }])
  await runStep(user, 'allocate', number)
  expect(rowErrors(await reverseMovements(movement))).toEqual([
    [1, 'MOVEMENT_NO', expect.stringContaining(number)],
  ])
  await runStep(user, 'cancel-allocation', number)
  const [there] = await user.query('inventory/stock-to-work', { STOCK_CD: item })
  const on = { BALANCE_ID: there?.['BALANCE_ID'] ?? null, WORK_QTY: 1, TO_CELL_CD: 'A-004' }
  const onward = await runWork('move', on)
  expect(rowErrors(await reverseMovements(movement))[0]?.[2]).toContain('9')
  // Stock that one reversal returns cannot leave by another reversal of the same save.
  expect((await reverseMovements(movement, onward)).status).toBe(409)
  expect((await reverseMovements(onward)).status).toBe(200)
  expect((await reverseMovements(movement)).status).toBe(200)
  expect(await getStockPlaces(item)).toEqual([`A-001 NORMAL ${item} 10`])
})

test('reversals into a locked cell, of approved work and of other screens’ work are rejected', async () => {
  const item = await addItem(site.db, 'NOT-BACK')
  const balance = await putStock(site.db, { item, qty: 300, cell: 'A-120' })
  const row = { BALANCE_ID: String(balance) }
  const movement = await runWork('move', { ...row, WORK_QTY: 5, TO_CELL_CD: 'A-121' })
  await site.db.execute(sql`update cell set lock_yn = 'Y' where cell_cd = 'A-120'`)
  expect(rowErrors(await reverseMovements(movement))[0]?.[2]).toContain('A-120')
  await site.db.execute(sql`update cell set lock_yn = 'N' where cell_cd = 'A-120'`)
  await user.save('inventory/adjust', [{ ...row, ADJUST_QTY: -150, REASON: 'burnt' }])
  const [asked] = await user.query('inventory/adjust-requests', { BALANCE_ID: String(balance) })
  const second = await site.login('second')
  const request = { REQUEST_NO: asked?.['REQUEST_NO'] ?? null }
  expect((await second.save('inventory/approve-adjust', [request])).status).toBe(200)
  const [approved] = await user.query('inventory/movements', {
    STOCK_CD: item,
    MOVEMENT_CD: 'ADJUST',
  })
  expect(rowErrors(await reverseMovements(Number(approved?.['MOVEMENT_NO'])))[0]?.[2]).toContain(
    '승인',
  )
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  await runStep(user, 'allocate', number)
  const [first] = await site.db.query<{ no: number }>(sql`
    select min(movement_no) no from stock_movement where doc_no like 'ADJ-%'`)
  expect(rowErrors(await reverseMovements(first?.no ?? 0))[0]?.[2]).toContain('취소 화면')
  expect(rowErrors(await reverseMovements(999_999))[0]?.[2]).toContain('찾을 수 없습니다')
})

test('concurrent reversals of one movement reverse it once', async () => {
  const item = await addItem(site.db, 'TWICE-BACK')
  const balance = await putStock(site.db, { item, qty: 10 })
  const row = { BALANCE_ID: String(balance), WORK_QTY: 10, TO_CELL_CD: 'A-005' }
  const movement = await runWork('move', row)
  const responses = await Promise.all([reverseMovements(movement), reverseMovements(movement)])
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await getStockPlaces(item)).toEqual([`A-001 NORMAL ${item} 10`])
})
