import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  addOrder,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { requiredMessage } from '#kernel/required.ts'
import { columnLabels } from '#tests/support/labels.ts'
import { insufficientStock } from '#areas/inventory/server/work-engine.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'H', '격리존');
    insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'H-001', 'H'), ('W01', 'H-002', 'H')`)
})
afterAll(() => closeVerified(site))

async function getConditions(item: string): Promise<string[]> {
  const rows = await site.db.query(sql`
    select cell_cd || ' ' || condition_cd || ' ' || sum(qty)::float what
    from stock_balance where stock_cd = ${item} and qty > 0
    group by cell_cd, condition_cd order by 1`)
  return rows.map((row) => String(row['what']))
}

const hold = (name: string, row: Record<string, Value>) =>
  user.save(`inventory/${name}`, [{ HOLD_CD: 'HOLD', REASON: 'quality check', ...row }])

test('held stock is not allocated until it is released', async () => {
  const item = await addItem(site.db, 'QUALITY')
  const id = String(await putStock(site.db, { item, qty: 10 }))
  expect((await hold('hold', { BALANCE_ID: id, WORK_QTY: 4 })).status).toBe(200)
  expect(await getConditions(item)).toEqual(['A-001 HELD 4', 'A-001 NORMAL 6'])
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 10 }])
  await runStep(user, 'allocate', number)
  expect((await getUnpicked(user, number)).length).toBe(0)
  const [line] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
  expect(line).toMatchObject({ ALLOC_QTY: 6, SHORT_QTY: 4 })
  const rows = await user.query('inventory/stock-to-work', { STOCK_CD: item, CONDITION_CD: 'HELD' })
  expect(rows[0]).toMatchObject({ HOLD_CD: 'RELEASE', WORK_QTY: 4 })
  const released = await hold('hold', {
    BALANCE_ID: rows[0]?.['BALANCE_ID'] ?? null,
    WORK_QTY: 4,
    HOLD_CD: 'RELEASE',
  })
  expect(released.status).toBe(200)
  await runStep(user, 'allocate', number)
  const [after] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
  expect(after).toMatchObject({ ALLOC_QTY: 10, SHORT_QTY: 0 })
})

test('a hold needs a reason', async () => {
  const item = await addItem(site.db, 'NO-REASON')
  const id = String(await putStock(site.db, { item, qty: 1 }))
  const response = await hold('hold', { BALANCE_ID: id, WORK_QTY: 1, REASON: null })
  expect(rowErrors(response)).toEqual([[1, 'REASON', requiredMessage(columnLabels.REASON).ko]])
})

test('allocated stock cannot be held, and the error names the shipment', async () => {
  const item = await addItem(site.db, 'TAKEN')
  const id = String(await putStock(site.db, { item, qty: 10 }))
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 6 }])
  await runStep(user, 'allocate', number)
  const text = insufficientStock(4, number).ko
  expect(rowErrors(await hold('hold', { BALANCE_ID: id, WORK_QTY: 5 }))).toEqual([
    [1, 'WORK_QTY', text],
  ])
  expect(rowErrors(await hold('hold-stock', { OWNER_CD: 'HANBIT', STOCK_CD: item }))).toEqual([
    [1, 'HOLD_CD', text],
  ])
  expect(await getConditions(item)).toEqual(['A-001 NORMAL 10'])
})

test('samples and damaged stock can be neither held nor released', async () => {
  const item = await addItem(site.db, 'KEPT')
  const none = '이 작업에 맞는 상태의 재고가 없습니다. 재고상태를 확인하세요.'
  for (const condition of ['SAMPLE', 'DAMAGED']) {
    const id = String(await putStock(site.db, { item, qty: 1, condition }))
    for (const HOLD_CD of ['HOLD', 'RELEASE']) {
      const response = await hold('hold', { BALANCE_ID: id, WORK_QTY: 1, HOLD_CD })
      expect(rowErrors(response)).toEqual([[1, 'WORK_QTY', none]])
    }
  }
})

test('damaged stock is not allocated until it is returned to normal with a reason', async () => {
  const item = await addItem(site.db, 'BROKEN')
  const id = String(await putStock(site.db, { item, qty: 10 }))
  const damage = { BALANCE_ID: id, WORK_QTY: 4, HOLD_CD: 'DAMAGE', REASON: 'damaged' }
  expect((await hold('hold', damage)).status).toBe(200)
  expect(await getConditions(item)).toEqual(['A-001 DAMAGED 4', 'A-001 NORMAL 6'])
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 10 }])
  await runStep(user, 'allocate', number)
  const [line] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
  expect(line).toMatchObject({ ALLOC_QTY: 6, SHORT_QTY: 4 })
  const [row] = await user.query('inventory/stock-to-work', {
    STOCK_CD: item,
    CONDITION_CD: 'DAMAGED',
  })
  expect(row).toMatchObject({ HOLD_CD: 'REPAIR', WORK_QTY: 4 })
  const back = { BALANCE_ID: row?.['BALANCE_ID'] ?? null, WORK_QTY: 4, HOLD_CD: 'REPAIR' }
  const withoutReason = await hold('hold', { ...back, REASON: null })
  expect(rowErrors(withoutReason)[0]?.[1]).toBe('REASON')
  expect((await hold('hold', { ...back, REASON: 'passed again' })).status).toBe(200)
  expect(await getConditions(item)).toEqual(['A-001 NORMAL 10'])
})

describe('holds by cell, lot, item and zone', () => {
  async function spreadOverCells(item: string): Promise<void> {
    await addItem(site.db, item)
    await putStock(site.db, { item, qty: 1, cell: 'A-001', lot: 'L1' })
    await putStock(site.db, { item, qty: 2, cell: 'A-002', lot: 'L2' })
    await putStock(site.db, { item, qty: 4, cell: 'H-001', lot: 'L2' })
  }

  test.each([
    ['hold-cell', { ZONE_CD: 'H', CELL_CD: 'H-001' }, ['H-001 HELD 4']],
    ['hold-lot', { LOT_NO: 'L2' }, ['A-002 HELD 2', 'H-001 HELD 4']],
    ['hold-stock', {}, ['A-001 HELD 1', 'A-002 HELD 2', 'H-001 HELD 4']],
    ['hold-zone', { ZONE_CD: 'H' }, ['H-001 HELD 4']],
  ])('%s holds only its target, and releases it again', async (name, search, held) => {
    const item = `BY-${name.toUpperCase()}`
    await spreadOverCells(item)
    const byItem = name === 'hold-lot' || name === 'hold-stock' ? { STOCK_CD: item } : {}
    const find = async () => {
      const [row] = await user.query(`inventory/${name}-rows`, { ...search, ...byItem })
      return row ?? {}
    }
    const normal = ['A-001 NORMAL 1', 'A-002 NORMAL 2', 'H-001 NORMAL 4']
    const before = await find()
    expect(before['HOLD_CD']).toBe('HOLD')
    const all = { ...before, REASON: 'recall' }
    expect((await user.save(`inventory/${name}`, [all])).status).toBe(200)
    const cells = new Set(held.map((text) => text.slice(0, 5)))
    const rest = normal.filter((text) => !cells.has(text.slice(0, 5)))
    expect(await getConditions(item)).toEqual([...held, ...rest].toSorted())
    const after = await find()
    expect(after).toMatchObject({ HOLD_CD: 'RELEASE', HELD_QTY: after['QTY'] })
    expect((await user.save(`inventory/${name}`, [{ ...after, REASON: 'fine' }])).status).toBe(200)
    expect(await getConditions(item)).toEqual(normal)
    // Clears the zone for the next test, which also reads it.
    const remaining = await user.query('inventory/stock-to-work', { STOCK_CD: item, ZONE_CD: 'H' })
    await user.save(
      'inventory/move-rows',
      remaining.map((row) => ({ BALANCE_ID: row['BALANCE_ID'] ?? null, TO_CELL_CD: 'A-100' })),
    )
  })
})
