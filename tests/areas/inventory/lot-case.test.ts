import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  expectStock,
  addOrder,
  putStock,
  getState,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
const today = timestampAt(Date.now()).slice(0, 8)

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const hold = (item: string, lot: string) =>
  user.save('inventory/save-lot-hold-rules', [
    {
      BATCH_FLAG: 'I',
      FROM_DT: today,
      REASON: 'recall',
      OWNER_CD: 'HANBIT',
      STOCK_CD: item,
      LOT_NO: lot,
    },
  ])

async function tryAllocating(item: string, lot?: string): Promise<Value | undefined> {
  const line = { STOCK_CD: item, ORDER_QTY: 1, ...(lot && { LOT_NO: lot }) }
  const number = await addOrder(user, [line])
  await runStep(user, 'allocate', number)
  return getState(user, number)
}

async function receive(item: string, ...lots: string[]): Promise<void> {
  const lines = lots.map((LOT_NO) => ({ STOCK_CD: item, ORDER_QTY: 4, CELL_CD: 'A-103', LOT_NO }))
  const number = await expectStock(user, lines)
  expect((await user.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])).status).toBe(200)
}

const getLotQuantities = async (item: string) =>
  (await user.query('inventory/by-lot', { STOCK_CD: item })).map((row) => [
    row['LOT_NO'],
    row['QTY'],
  ])

describe('letter case of lot numbers', () => {
  test.each([
    ['CASE-UPPER', 'AB12', 'ab12'],
    ['CASE-LOWER', 'ab12', 'AB12'],
    ['CASE-MIXED', 'Lot-x9', 'LOT-X9'],
  ])('a rule blocks a lot with the other spelling (%s)', async (name, stocked, ruled) => {
    const item = await addItem(site.db, name)
    const balance = await putStock(site.db, { item, qty: 4, lot: stocked })
    const saved = await hold(item, ruled)
    expect(saved.body.message).not.toContain(`: ${ruled}.`)
    expect(await tryAllocating(item)).toBe('10')
    const [stock] = await user.query('inventory/by-lot', { STOCK_CD: item })
    expect(stock).toMatchObject({ AVAILABLE_QTY: 0, HOLD_REASON: 'recall' })
    const [rule] = await user.query('inventory/lot-hold-rules', { STOCK_CD: item })
    expect(rule).toMatchObject({ HELD_QTY: 4 })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
    const promise = site.db.execute(sql`
      insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
      values (${number}, 1, ${balance}, 1, 'admin')`)
    await expect(promise).rejects.toThrow('may not be promised')
  })

  test('a lot under two rules is listed once', async () => {
    const item = await addItem(site.db, 'CASE-TWO-RULES')
    await putStock(site.db, { item, qty: 4, lot: 'AB12' })
    await hold(item, 'AB12')
    await hold(item, 'ab12')
    expect(await getLotQuantities(item)).toEqual([['AB12', 4]])
  })

  test('an order line matches its lot', async () => {
    const item = await addItem(site.db, 'CASE-ORDER')
    await putStock(site.db, { item, qty: 4, lot: 'AB12' })
    expect(await tryAllocating(item, 'ab12')).toBe('20')
    expect(await tryAllocating(item, 'ab13')).toBe('10')
  })

  test('a second receipt uses the same lot', async () => {
    const item = await addItem(site.db, 'CASE-RECEIVED')
    await receive(item, 'AB12')
    await receive(item, 'ab12')
    expect(await getLotQuantities(item)).toEqual([['AB12', 8]])
  })

  test('two spellings in one receipt make one lot', async () => {
    const item = await addItem(site.db, 'CASE-ONE-RECEIPT')
    await receive(item, 'zz1', 'ZZ1')
    expect(await getLotQuantities(item)).toHaveLength(1)
  })

  test('a renamed lot joins the same lot', async () => {
    const item = await addItem(site.db, 'CASE-RENAMED')
    await receive(item, 'AB12', 'OTHER')
    const rows = await user.query('inventory/by-lot', { STOCK_CD: item })
    const other = rows.find((row) => row['LOT_NO'] === 'OTHER')
    const renamed = await user.save('inventory/transfer-lot', [
      { BALANCE_ID: String(other?.['BALANCE_ID']), WORK_QTY: 4, TO_LOT_NO: 'ab12', REASON: 'x' },
    ])
    expect(renamed.status, renamed.body.message).toBe(200)
    expect(await getLotQuantities(item)).toEqual([['AB12', 8]])
  })
})

test('full-width letters are stored as ASCII, in receipts, orders, rules and lot changes', async () => {
  const item = await addItem(site.db, 'WIDE')
  await receive(item, 'ＡＢ１２', 'ab12')
  expect(await getLotQuantities(item)).toEqual([['AB12', 8]])
  expect(await tryAllocating(item, 'ａｂ１２')).toBe('20')
  const [stock] = await user.query('inventory/by-lot', { STOCK_CD: item })
  const renamed = await user.save('inventory/transfer-lot', [
    { BALANCE_ID: stock?.['BALANCE_ID'] ?? null, WORK_QTY: 2, TO_LOT_NO: 'Ｚ－9', REASON: 'label' },
  ])
  expect(renamed.status, renamed.body.message).toBe(200)
  expect((await hold(item, 'Ｚ－９')).status).toBe(200)
  expect((await hold(item, 'Ａb12')).status).toBe(200)
  expect(await tryAllocating(item)).toBe('10')
})

test('full-width lots stored earlier are found under their ASCII spelling after the migration', async () => {
  const item = await addItem(site.db, 'WIDE-OLD')
  await putStock(site.db, { item, qty: 3, lot: 'ＡＢ１２' })
  await putStock(site.db, { item, qty: 4, lot: 'AB12', cell: 'A-002' })
  await putStock(site.db, { item, qty: 5, lot: 'Ｃ－３', cell: 'A-003' })
  await site.db.execute(sql`
    insert into recall (recall_no, owner_cd, stock_cd, lot_no, level_cd, blocked_by)
    values ('RCL-WIDE', 'HANBIT', ${item}, 'Ｃ－３', '1', 'admin')`)
  await site.db.execute(sql`insert into lot_hold (owner_cd, stock_cd, lot_no, reason, from_dt)
    values ('HANBIT', ${item}, 'Ｄ４', 'old', '20200101')`)
  const migration = (await readMigrations()).find(({ version }) => version === 789)
  await site.db.script(migration?.text ?? '')
  expect(await getLotQuantities(item)).toEqual([
    ['AB12', 3],
    ['AB12', 4],
    ['C-3', 5],
  ])
  const rules = await site.db.query(sql`select lot_no from lot_hold where stock_cd = ${item}`)
  expect(rules).toEqual([{ lot_no: 'D4' }])
  expect(await tryAllocating(item, 'c-3'), 'recalled').toBe('10')
  expect((await hold(item, 'ab12')).status).toBe(200)
  expect(await tryAllocating(item)).toBe('10')
})
