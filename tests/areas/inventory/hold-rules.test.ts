import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { timestampAt, addDays } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  expectStock,
  addOrder,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { allocationConditions } from '#areas/outbound/rules/allocation-conditions.ts'

let site: TestSite
let user: TestUser
const today = timestampAt(Date.now()).slice(0, 8)

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

const saveRule = (kind: string, row: Row) =>
  user.save(`inventory/save-${kind}-hold-rules`, [
    { BATCH_FLAG: 'I', FROM_DT: today, REASON: 'claim survey', OWNER_CD: 'HANBIT', ...row },
  ])

async function saveRuleOrThrow(kind: string, row: Row): Promise<void> {
  const response = await saveRule(kind, row)
  expect(response.body.rows ?? [], response.body.message).toEqual([])
}

async function tryAllocating(item: string): Promise<Value | undefined> {
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 1 }])
  await runStep(user, 'allocate', number)
  return getState(user, number)
}

const receiveItem = async (item: string, cell: string, extra: Row = {}) => {
  const number = await expectStock(user, [
    { STOCK_CD: item, ORDER_QTY: 4, CELL_CD: cell, ...extra },
  ])
  expect((await user.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])).status).toBe(200)
}

describe('a hold rule', () => {
  test.each([
    ['cell', { CELL_CD: 'A-101' }, 'A-101', {}],
    ['stock', { STOCK_CD: 'HOLD-STOCK' }, 'A-102', {}],
    ['lot', { STOCK_CD: 'HOLD-LOT', LOT_NO: 'L9' }, 'A-103', { LOT_NO: 'L9' }],
  ])('holds stock received later for its %s, until it is deleted', async (kind, row, cell, lot) => {
    const item = await addItem(site.db, `HOLD-${kind}`.toUpperCase())
    await saveRuleOrThrow(kind, row)
    await receiveItem(item, cell, lot)
    expect(await tryAllocating(item)).toBe('10')
    const [stock] = await user.query('inventory/by-lot', { STOCK_CD: item })
    expect(stock).toMatchObject({
      QTY: 4,
      AVAILABLE_QTY: 0,
      CONDITION_CD: 'NORMAL',
      HOLD_REASON: 'claim survey',
    })
    const [existing] = await user.query(`inventory/${kind}-hold-rules`, row)
    expect(existing).toMatchObject({ HELD_QTY: 4, VERSION: 1 })
    const ended = { ...existing, BATCH_FLAG: 'U', TO_DT: today }
    expect((await user.save(`inventory/save-${kind}-hold-rules`, [ended])).status).toBe(200)
    expect(await tryAllocating(item), 'the last day still holds').toBe('10')
    const gone = { ...existing, BATCH_FLAG: 'D', VERSION: 2 }
    expect((await user.save(`inventory/save-${kind}-hold-rules`, [gone])).status).toBe(200)
    expect(await tryAllocating(item)).toBe('20')
  })

  test('holds stock moved into its zone and releases stock moved out', async () => {
    await site.db.script(`
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'Q', '격리존');
      insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'Q-1', 'Q')`)
    await saveRuleOrThrow('zone', { ZONE_CD: 'Q' })
    const item = await addItem(site.db, 'HOLD-ZONE')
    const BALANCE_ID = String(await putStock(site.db, { item, qty: 2 }))
    const move = (id: string, TO_CELL_CD: string) =>
      user.save('inventory/move-rows', [{ BALANCE_ID: id, TO_CELL_CD, REASON: 'x' }])
    expect((await move(BALANCE_ID, 'Q-1')).status).toBe(200)
    expect(await tryAllocating(item)).toBe('10')
    const [held] = await user.query('inventory/by-lot', { STOCK_CD: item })
    expect((await move(String(held?.['BALANCE_ID']), 'A-104')).status).toBe(200)
    expect(await tryAllocating(item)).toBe('20')
  })

  test('applies only between its dates', async () => {
    const item = await addItem(site.db, 'HOLD-PERIOD')
    await putStock(site.db, { item, qty: 5 })
    const past = { FROM_DT: addDays(today, -9), TO_DT: addDays(today, -1) }
    await saveRuleOrThrow('stock', { STOCK_CD: item, ...past })
    await saveRuleOrThrow('stock', { STOCK_CD: item, FROM_DT: addDays(today, 1) })
    expect(await tryAllocating(item)).toBe('20')
  })

  test('reports the shipments that retain their existing allocations', async () => {
    const item = await addItem(site.db, 'HOLD-PROMISED')
    await putStock(site.db, { item, qty: 5 })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 2 }])
    await runStep(user, 'allocate', number)
    const response = await saveRule('stock', { STOCK_CD: item })
    expect(response.body.message).toContain(`이미 할당된 출고 1건은 할당이 유지됩니다: ${number}`)
    expect(await tryAllocating(item)).toBe('10')
    await runStep(user, 'cancel-allocation', number)
    await runStep(user, 'allocate', number)
    expect(await getState(user, number)).toBe('10')
    const [line] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
    expect(line?.['REASON']).toContain(`${allocationConditions.HELD.ko} 5`)
  })

  test('reports a lot that was never received', async () => {
    const item = await addItem(site.db, 'HOLD-TYPO')
    await putStock(site.db, { item, qty: 1, lot: 'L77' })
    const badRule = await saveRule('lot', { STOCK_CD: item, LOT_NO: 'L78' })
    expect(badRule.body.message).toContain('아직 입고된 적이 없는 로트입니다: L78.')
    const known = await saveRule('lot', { STOCK_CD: item, LOT_NO: 'L77' })
    expect(known.body.message).not.toContain('입고된 적이 없는')
  })

  test('rejects an end before its start, and an unknown cell or item', async () => {
    const backwards = { STOCK_CD: 'PLAIN', TO_DT: addDays(today, -1) }
    expect(rowErrors(await saveRule('stock', backwards))).toEqual([
      [1, 'TO_DT', '보류종료일이 시작일보다 빠릅니다.'],
    ])
    const unknown = [
      await saveRule('cell', { CELL_CD: 'NOWHERE' }),
      await saveRule('stock', { STOCK_CD: 'NOTHING' }),
    ]
    expect(unknown.flatMap(rowErrors).map(([, column]) => column)).toEqual(['CELL_CD', 'STOCK_CD'])
  })

  test('prevents allocation in the database itself', async () => {
    const item = await addItem(site.db, 'HOLD-GUARD')
    const balance = await putStock(site.db, { item, qty: 5 })
    await saveRuleOrThrow('stock', { STOCK_CD: item })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 2 }])
    const promise = site.db.execute(sql`
      insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
      values (${number}, 1, ${balance}, 1, 'admin')`)
    await expect(promise).rejects.toThrow('may not be promised')
  })
})
