import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  testDay,
  orderLine,
  addOrder,
  getUnpicked,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { allocationConditions } from '#areas/outbound/rules/allocation-conditions.ts'
import { shipmentSteps } from '#areas/outbound/server/lock-shipments.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

async function getAllocatedCells(number: string): Promise<string[]> {
  const rows = await site.db.query(sql`
    select b.cell_cd || ' ' || a.alloc_qty::float what from allocation a
    join stock_balance b using (balance_id)
    where a.shipment_no = ${number} and a.alloc_qty > 0 order by a.alloc_id`)
  return rows.map((row) => String(row['what']))
}

async function getReason(number: string): Promise<Value | undefined> {
  const [first] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
  return first?.['REASON']
}

describe('allocation order', () => {
  /** Two lots: the one in A-001 was received first, the one in A-002 expires first. */
  async function putTwoLots(item: string): Promise<void> {
    await putStock(site.db, {
      item,
      qty: 5,
      cell: 'A-001',
      received: '20261001',
      valid: '20981231',
    })
    await putStock(site.db, {
      item,
      qty: 5,
      cell: 'A-002',
      received: '20261005',
      valid: '20971231',
    })
  }

  test.each([
    ['FEFO', ['A-002 5', 'A-001 2']],
    ['FIFO', ['A-001 5', 'A-002 2']],
    ['LIFO', ['A-002 5', 'A-001 2']],
    [null, ['A-002 5', 'A-001 2']],
  ])('stock with allocation rule %s leaves in the order of that rule', async (alloc, expected) => {
    const item = await addItem(site.db, `BY-${alloc ?? 'OWNER'}`, { alloc_cd: alloc })
    await putTwoLots(item)
    const number = await addOrder(user, [orderLine(item, 7)])
    await runStep(user, 'allocate', number)
    expect((await getAllocatedCells(number)).toSorted()).toEqual(expected.toSorted())
    expect(await getState(user, number)).toBe('20')
  })

  test('LIFO takes the newest receipt first, regardless of expiry dates', async () => {
    const item = await addItem(site.db, 'NEWEST', { alloc_cd: 'LIFO' })
    await putStock(site.db, {
      item,
      qty: 5,
      cell: 'A-003',
      received: '20261001',
      valid: '20970101',
    })
    await putStock(site.db, {
      item,
      qty: 5,
      cell: 'A-004',
      received: '20261005',
      valid: '20980101',
    })
    const number = await addOrder(user, [orderLine(item, 6)])
    await runStep(user, 'allocate', number)
    expect((await getAllocatedCells(number)).toSorted()).toEqual(['A-003 1', 'A-004 5'])
  })

  test('stock without an expiry date follows dated stock, even if received earlier', async () => {
    const item = await addItem(site.db, 'UNDATED')
    await putStock(site.db, { item, qty: 5, cell: 'A-001', received: '20260101' })
    await putStock(site.db, {
      item,
      qty: 5,
      cell: 'A-002',
      received: '20261001',
      valid: '20981231',
    })
    const number = await addOrder(user, [orderLine(item, 6)])
    await runStep(user, 'allocate', number)
    expect((await getAllocatedCells(number)).toSorted()).toEqual(['A-001 1', 'A-002 5'])
  })

  test('equal stock is taken from the first cell in picking order', async () => {
    const item = await addItem(site.db, 'NEAREST')
    for (const cell of ['A-009', 'A-002', 'A-005']) await putStock(site.db, { item, qty: 2, cell })
    const number = await addOrder(user, [orderLine(item, 3)])
    await runStep(user, 'allocate', number)
    expect((await getAllocatedCells(number)).toSorted()).toEqual(['A-002 2', 'A-005 1'])
  })

  test('equal stock is taken from the fewest cells, the remainder from the nearest sufficient cell', async () => {
    const item = await addItem(site.db, 'FEWEST')
    const cells = [
      ['A-001', 2],
      ['A-002', 7],
      ['A-003', 3],
      ['A-004', 8],
      ['A-005', 7],
    ] as const
    for (const [cell, qty] of cells) await putStock(site.db, { item, qty, cell })
    const first = await addOrder(user, [orderLine(item, 6)])
    await runStep(user, 'allocate', first)
    expect(await getAllocatedCells(first)).toEqual(['A-002 6'])
    const two = await addOrder(user, [orderLine(item, 11)])
    await runStep(user, 'allocate', two)
    expect((await getAllocatedCells(two)).toSorted()).toEqual(['A-003 3', 'A-004 8'])
  })

  test('the expiry order takes precedence over using fewer cells', async () => {
    const item = await addItem(site.db, 'DATEFIRST')
    await putStock(site.db, { item, qty: 9, cell: 'A-001', valid: '20981231' })
    await putStock(site.db, { item, qty: 2, cell: 'A-002', valid: '20971231' })
    const number = await addOrder(user, [orderLine(item, 4)])
    await runStep(user, 'allocate', number)
    expect((await getAllocatedCells(number)).toSorted()).toEqual(['A-001 2', 'A-002 2'])
  })

  test('a line that names a lot is allocated before lines that accept any lot', async () => {
    const item = await addItem(site.db, 'NAMED')
    await putStock(site.db, { item, qty: 4, lot: 'L1', cell: 'A-001' })
    await putStock(site.db, { item, qty: 4, lot: 'L2', cell: 'A-002' })
    const anyLot = await addOrder(user, [orderLine(item, 4)])
    const named = await addOrder(user, [orderLine(item, 4, { LOT_NO: 'L1' })])
    await runStep(user, 'allocate', anyLot, named)
    expect(await getAllocatedCells(named)).toEqual(['A-001 4'])
    expect(await getAllocatedCells(anyLot)).toEqual(['A-002 4'])
  })

  test('a line that names a mark is allocated stock with that mark', async () => {
    const item = await addItem(site.db, 'MARKED')
    await putStock(site.db, { item, qty: 4, mark: 'M1', cell: 'A-001' })
    await putStock(site.db, { item, qty: 4, mark: 'M2', cell: 'A-002' })
    const number = await addOrder(user, [orderLine(item, 2, { MARK: 'M2' })])
    await runStep(user, 'allocate', number)
    expect(await getAllocatedCells(number)).toEqual(['A-002 2'])
  })
})

describe('stock excluded from allocation', () => {
  async function getRefusals(item: string, head: Record<string, Value> = {}) {
    const number = await addOrder(user, [orderLine(item, 5)], head)
    await runStep(user, 'allocate', number)
    expect(await getAllocatedCells(number)).toEqual([])
    expect(await getState(user, number)).toBe('10')
    return getReason(number)
  }

  test.each([
    ['held', { condition: 'HELD' }, `${allocationConditions.HELD.ko} 5`],
    ['damaged', { condition: 'DAMAGED' }, `${allocationConditions.HELD.ko} 5`],
    ['a sample', { condition: 'SAMPLE' }, `${allocationConditions.SAMPLE.ko} 5`],
    ['under bond', { bonded: 'BONDED' }, `${allocationConditions.BONDED.ko} 5`],
    ['expired the day before', { valid: '20261119' }, `${allocationConditions.EXPIRING.ko} 5`],
  ])('an item that is %s is not allocated', async (name, goods, reason) => {
    const item = await addItem(site.db, name.toUpperCase().replaceAll(' ', '-').slice(0, 30))
    await putStock(site.db, { item, qty: 5, ...goods })
    expect(await getRefusals(item)).toBe(reason)
  })

  test('stock in a locked cell or zone is not allocated', async () => {
    const item = await addItem(site.db, 'LOCKED')
    await putStock(site.db, { item, qty: 5, cell: 'A-100' })
    await site.db.execute(sql`update cell set lock_yn = 'Y' where cell_cd = 'A-100'`)
    expect(await getRefusals(item)).toBe(`${allocationConditions.LOCKED.ko} 5`)
    await site.db.execute(sql`update cell set lock_yn = 'N' where cell_cd = 'A-100'`)
    await site.db.execute(sql`update zone set lock_yn = 'Y' where wcode = 'W01'`)
    expect(await getRefusals(item)).toBe(`${allocationConditions.LOCKED.ko} 5`)
    await site.db.execute(sql`update zone set lock_yn = 'N' where wcode = 'W01'`)
  })

  test('stock with too little shelf life left for the ship-to is not allocated', async () => {
    const item = await addItem(site.db, 'FRESHLY')
    await putStock(site.db, { item, qty: 5, valid: '20970217' })
    const SHIPMENT_DT = '20961120'
    expect(await getRefusals(item, { SHIP_TO_CD: 'FRESH', SHIPMENT_DT })).toBe(
      `${allocationConditions.EXPIRING.ko} 5`,
    )
    const elsewhere = await addOrder(user, [orderLine(item, 5)], { SHIP_TO_CD: 'ST1', SHIPMENT_DT })
    await runStep(user, 'allocate', elsewhere)
    expect(await getAllocatedCells(elsewhere)).toEqual(['A-001 5'])
  })

  test('stock on the last permitted day of its shelf life is allocated', async () => {
    const item = await addItem(site.db, 'LASTDAY')
    await putStock(site.db, { item, qty: 5, valid: '20970218' })
    const late = { SHIP_TO_CD: 'FRESH', SHIPMENT_DT: '20961120' }
    const number = await addOrder(user, [orderLine(item, 5)], late)
    await runStep(user, 'allocate', number)
    expect(await getAllocatedCells(number)).toEqual(['A-001 5'])
  })

  test('stock that has expired since the shipment date is not allocated', async () => {
    const item = await addItem(site.db, 'OVERDUE')
    await putStock(site.db, { item, qty: 5, valid: '20200101' })
    expect(await getRefusals(item, { SHIPMENT_DT: '20191120' })).toBe(
      `${allocationConditions.EXPIRING.ko} 5`,
    )
  })

  test('stock of another owner or warehouse with the same item code is not allocated', async () => {
    await putStock(site.db, { owner: 'GIFT', item: 'PLAIN', qty: 50 })
    await putStock(site.db, { item: 'PLAIN', qty: 50, wcode: 'W02' })
    expect(await getRefusals('PLAIN')).toBe('재고 없음')
  })

  test('stock allocated to another shipment is unavailable and the reason names that shipment', async () => {
    const item = await addItem(site.db, 'PROMISED')
    await putStock(site.db, { item, qty: 5 })
    const first = await addOrder(user, [orderLine(item, 5)])
    await runStep(user, 'allocate', first)
    expect(await getRefusals(item)).toBe(`다른 출고에 할당 5 (${first})`)
  })

  test('stock of a lot other than the ordered one is not allocated', async () => {
    const item = await addItem(site.db, 'OTHERLOT')
    await putStock(site.db, { item, qty: 5, lot: 'L1' })
    const number = await addOrder(user, [orderLine(item, 5, { LOT_NO: 'L9' })])
    await runStep(user, 'allocate', number)
    expect(await getReason(number)).toBe(`${allocationConditions.OTHER_LOT.ko} 5`)
  })

  test('a sample order is allocated sample stock only', async () => {
    const item = await addItem(site.db, 'TASTER')
    await putStock(site.db, { item, qty: 5, cell: 'A-001' })
    await putStock(site.db, { item, qty: 2, cell: 'A-002', condition: 'SAMPLE' })
    const number = await addOrder(user, [orderLine(item, 5)])
    await site.db.execute(sql`update shipment set sample_yn = 'Y' where shipment_no = ${number}`)
    await runStep(user, 'allocate', number)
    expect(await getAllocatedCells(number)).toEqual(['A-002 2'])
    expect(await getReason(number)).toBe(`${allocationConditions.NOT_SAMPLE.ko} 5`)
  })
})

describe('insufficient stock', () => {
  test('fills shipments in order, the last one in part', async () => {
    const item = await addItem(site.db, 'SCARCE')
    await putStock(site.db, { item, qty: 12 })
    const late = await addOrder(user, [orderLine(item, 5)], { SHIPMENT_DT: '20261122' })
    const first = await addOrder(user, [orderLine(item, 5)])
    const second = await addOrder(user, [orderLine(item, 5)])
    const response = await runStep(user, 'allocate', late, first, second)
    expect(response.body.message).toBe('3건 중 2건을 모두 할당했습니다. 1건이 부족합니다.')
    expect(response.body.data.rows[0]).toMatchObject({ STATE_CD: '15', SHORT_QTY: 3 })
    expect([
      await getAllocatedCells(first),
      await getAllocatedCells(second),
      await getAllocatedCells(late),
    ]).toEqual([['A-001 5'], ['A-001 5'], ['A-001 2']])
  })

  test('remains for other shipments if an all-or-nothing shipment cannot be filled', async () => {
    const item = await addItem(site.db, 'WHOLE')
    await putStock(site.db, { item, qty: 8 })
    const whole = await addOrder(user, [orderLine(item, 10)], { PARTIAL_YN: 'N' })
    const other = await addOrder(user, [orderLine(item, 7)])
    await runStep(user, 'allocate', whole, other)
    expect(await getAllocatedCells(whole)).toEqual([])
    expect(await getState(user, whole)).toBe('10')
    expect(await getAllocatedCells(other)).toEqual(['A-001 7'])
  })

  test('does not starve a second all-or-nothing shipment that can be filled', async () => {
    const item = await addItem(site.db, 'PAIR')
    const missing = await addItem(site.db, 'MISSING')
    await putStock(site.db, { item, qty: 10 })
    const hopeless = await addOrder(user, [orderLine(item, 6), orderLine(missing, 1)], {
      PARTIAL_YN: 'N',
    })
    const possible = await addOrder(user, [orderLine(item, 6)], { PARTIAL_YN: 'N' })
    await runStep(user, 'allocate', hopeless, possible)
    expect(await getAllocatedCells(hopeless)).toEqual([])
    expect(await getAllocatedCells(possible)).toEqual(['A-001 6'])
  })

  test('a later allocation tops up a partly allocated shipment', async () => {
    const item = await addItem(site.db, 'TOPUP')
    await putStock(site.db, { item, qty: 2 })
    const number = await addOrder(user, [orderLine(item, 5)])
    await runStep(user, 'allocate', number)
    expect(await getState(user, number)).toBe('15')
    expect(await getReason(number)).toBe('재고 부족')
    await putStock(site.db, { item, qty: 9, cell: 'A-002' })
    await runStep(user, 'allocate', number)
    expect(await getState(user, number)).toBe('20')
    expect(await getAllocatedCells(number)).toEqual(['A-001 2', 'A-002 3'])
  })
})

test('a dry run returns the same result as the allocation and saves nothing', async () => {
  const item = await addItem(site.db, 'DRY')
  await putStock(site.db, { item, qty: 3 })
  const number = await addOrder(user, [orderLine(item, 5)])
  const rehearsed = await user.check('outbound/allocate', [{ SHIPMENT_NO: number }])
  expect(rehearsed.body.data.rows).toEqual([{ ROW: 1, POSTATUS: 0, STATE_CD: '15', SHORT_QTY: 2 }])
  expect(await getAllocatedCells(number)).toEqual([])
  expect(await getState(user, number)).toBe('10')
  const real = await runStep(user, 'allocate', number)
  expect(real.body.data.rows).toEqual(rehearsed.body.data.rows)
})

test('an allocation can be cancelled until picking starts', async () => {
  const item = await addItem(site.db, 'BACK')
  await putStock(site.db, { item, qty: 5 })
  const number = await addOrder(user, [orderLine(item, 5)])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  await runStep(user, 'cancel-allocation', number)
  expect(await getState(user, number)).toBe('10')
  expect(await getAllocatedCells(number)).toEqual([])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  const [first] = await getUnpicked(user, number)
  const ALLOC_ID = first?.['ALLOC_ID'] ?? null
  await user.save('outbound/pick', [{ ALLOC_ID, PICKED_QTY: 5 }])
  const late = await user.save('outbound/cancel-allocation', [{ SHIPMENT_NO: number }])
  expect(late.status).toBe(409)
  expect(rowErrors(late)).toEqual([[1, 'STATE_CD', shipmentSteps.refusal('40').ko]])
})

test('concurrent allocations of different shipments wait for each other and all succeed', async () => {
  const item = await addItem(site.db, 'QUEUE')
  for (const cell of ['A-001', 'A-002', 'A-003']) await putStock(site.db, { item, qty: 10, cell })
  const numbers: string[] = []
  for (let n = 0; n < 10; n += 1) numbers.push(await addOrder(user, [orderLine(item, 4)]))
  const responses = await Promise.all(
    [0, 2, 4, 6, 8].map((at) => runStep(user, 'allocate', ...numbers.slice(at, at + 2))),
  )
  const short = responses.flatMap(({ body }) =>
    body.data.rows.map((row) => Number(row['SHORT_QTY'])),
  )
  expect(short.reduce((sum, qty) => sum + qty, 0)).toBe(10)
})

test('concurrent allocations never allocate the same piece twice', async () => {
  const item = await addItem(site.db, 'HOT')
  for (const cell of ['A-001', 'A-002', 'A-003']) await putStock(site.db, { item, qty: 10, cell })
  const numbers: string[] = []
  for (let n = 0; n < 10; n += 1) numbers.push(await addOrder(user, [orderLine(item, 7)]))
  const workers = await Promise.all(
    ['admin', 'second', 'admin', 'second', 'admin'].map((name) => site.login(name)),
  )
  const responses = await Promise.all(
    workers.map((worker, index) =>
      worker.save(
        'outbound/allocate',
        // Each worker starts at a different shipment, and some request the same ones.
        numbers.map((_, n) => ({ SHIPMENT_NO: numbers[(n + index * 3) % 10] ?? null })).slice(0, 6),
      ),
    ),
  )
  const refusedAnswers = responses.filter(({ status }) => status !== 200)
  for (const response of refusedAnswers) expect(response.status).toBe(409)
  const [sum] = await site.db.query(sql`
    select sum(alloc_qty)::float n from stock_balance where stock_cd = ${item}`)
  expect(sum?.['n']).toBe(30)
  const lines = await user.query('outbound/shipment-lines', { STOCK_CD: item })
  expect(lines.reduce((total, row) => total + Number(row['ALLOC_QTY']), 0)).toBe(30)
  expect(lines.every((row) => Number(row['ALLOC_QTY']) <= 7)).toBe(true)
})

test('a user restricted to one owner does not find another owner’s shipment', async () => {
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions) values ('CUSTOMER', 'Alloc', '{search,save}')`)
  const number = await addOrder(user, [orderLine('PLAIN', 1)])
  const customer = await site.login('customer')
  const response = await customer.save('outbound/allocate', [{ SHIPMENT_NO: number }])
  expect(rowErrors(response)).toEqual([[1, 'STATE_CD', shipmentSteps.refusal(undefined).ko]])
  const nowhere = await customer.save('outbound/allocate', [{ SHIPMENT_NO: `SH-${testDay}-9999` }])
  expect(rowErrors(nowhere)).toEqual(rowErrors(response))
})
