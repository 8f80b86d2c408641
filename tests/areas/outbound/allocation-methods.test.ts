import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  orderLine,
  addOrder,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { allocationConditions } from '#areas/outbound/rules/allocation-conditions.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

async function getAllocatedUnits(number: string): Promise<string[]> {
  const rows = await site.db.query(sql`
    select coalesce(nullif(concat_ws('/', nullif(b.pallet_no, ''), nullif(b.box_no, '')), ''),
      'loose') || ' ' || a.alloc_qty::float what
    from allocation a join stock_balance b using (balance_id)
    where a.shipment_no = ${number} and a.alloc_qty > 0 order by 1`)
  return rows.map((row) => String(row['what']))
}

describe('whole-unit allocation', () => {
  async function createUnitItem(
    item: string,
    goods: readonly { pallet?: string; box?: string; qty: number; cell?: string; valid?: string }[],
  ): Promise<string> {
    await addItem(site.db, item)
    await site.db.execute(sql`update stock set whole_yn = 'Y' where stock_cd = ${item}`)
    for (const balance of goods) await putStock(site.db, { item, ...balance })
    return item
  }

  async function createAllocated(
    ...lines: readonly ReturnType<typeof orderLine>[]
  ): Promise<string[]> {
    const number = await addOrder(user, lines)
    await runStep(user, 'allocate', number)
    return getAllocatedUnits(number)
  }

  test('takes whole pallets, then boxes, then loose pieces', async () => {
    const item = await createUnitItem('UNITS', [
      { qty: 50, cell: 'A-001' },
      { qty: 40, pallet: 'P-1', cell: 'A-002' },
      { qty: 40, pallet: 'P-2', cell: 'A-003' },
      { qty: 10, box: 'B-1', cell: 'A-004' },
      { qty: 10, box: 'B-2', cell: 'A-005' },
    ])
    expect(await createAllocated(orderLine(item, 93))).toEqual([
      'B-1 10',
      'P-1 40',
      'P-2 40',
      'loose 3',
    ])
  })

  test('an item without the whole-unit setting is taken from the fullest cell, pallet or not', async () => {
    const item = await addItem(site.db, 'NOUNITS')
    await putStock(site.db, { item, qty: 50, cell: 'A-001' })
    await putStock(site.db, { item, qty: 40, cell: 'A-002', pallet: 'P-N' })
    expect(await createAllocated(orderLine(item, 45))).toEqual(['loose 45'])
  })

  test('the earlier expiry date takes precedence over whole pallets', async () => {
    const item = await createUnitItem('UNITDATE', [
      { qty: 40, pallet: 'P-3', cell: 'A-002', valid: '20981231' },
      { qty: 5, cell: 'A-001', valid: '20971231' },
    ])
    expect(await createAllocated(orderLine(item, 45))).toEqual(['P-3 40', 'loose 5'])
    expect(await createAllocated(orderLine(item, 1))).toEqual([])
  })

  test('a pallet or box that no line needs completely is broken only when loose stock runs out', async () => {
    const item = await createUnitItem('BREAK', [
      { qty: 40, pallet: 'P-4', cell: 'A-001' },
      { qty: 10, box: 'B-4', cell: 'A-002' },
      { qty: 3, cell: 'A-003' },
    ])
    expect(await createAllocated(orderLine(item, 8))).toEqual(['B-4 5', 'loose 3'])
    expect(await createAllocated(orderLine(item, 7))).toEqual(['B-4 5', 'P-4 2'])
  })

  test('each order in a wave gets its own complete pallets', async () => {
    const item = await createUnitItem('WAVE', [
      { qty: 40, pallet: 'P-5', cell: 'A-001' },
      { qty: 40, pallet: 'P-6', cell: 'A-002' },
      { qty: 60, cell: 'A-003' },
    ])
    const small = await addOrder(user, [orderLine(item, 20)])
    const large = await addOrder(user, [orderLine(item, 45)])
    const other = await addOrder(user, [orderLine(item, 40)])
    await runStep(user, 'allocate', small, large, other)
    expect(await getAllocatedUnits(small)).toEqual(['loose 20'])
    expect(await getAllocatedUnits(large)).toEqual(['P-5 40', 'loose 5'])
    expect(await getAllocatedUnits(other)).toEqual(['P-6 40'])
  })

  test('a pallet is whole only if all its stock is this item and free', async () => {
    const item = await createUnitItem('MIXED', [
      { qty: 40, pallet: 'P-7', cell: 'A-001' },
      { qty: 40, pallet: 'P-8', cell: 'A-002' },
      { qty: 40, cell: 'A-003' },
    ])
    await addItem(site.db, 'GUEST')
    await putStock(site.db, { item: 'GUEST', qty: 1, pallet: 'P-7', cell: 'A-001' })
    const part = await addOrder(user, [orderLine(item, 41)])
    await runStep(user, 'allocate', part)
    expect(await getAllocatedUnits(part)).toEqual(['P-8 40', 'loose 1'])
    expect(await createAllocated(orderLine(item, 40))).toEqual(['P-7 1', 'loose 39'])
  })
})

test('allocating selected lines leaves the other lines unallocated', async () => {
  const item = await addItem(site.db, 'BYLINE')
  const other = await addItem(site.db, 'BYLINE-2')
  for (const code of [item, other]) await putStock(site.db, { item: code, qty: 9 })
  const number = await addOrder(user, [orderLine(item, 4), orderLine(other, 4)])
  const response = await user.save('outbound/allocate-lines', [{ SHIPMENT_NO: number, LINE_NO: 2 }])
  expect(response.body.data.rows).toEqual([{ ROW: 1, POSTATUS: 0, STATE_CD: '15', SHORT_QTY: 4 }])
  const lines = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
  expect(lines.map((row) => row['ALLOC_QTY'])).toEqual([0, 4])
  const unknown = await user.save('outbound/allocate-lines', [{ SHIPMENT_NO: number, LINE_NO: 9 }])
  expect(rowErrors(unknown)).toEqual([
    [1, 'LINE_NO', '출고 행을 찾을 수 없습니다. 다시 조회하세요.'],
  ])
})

describe('manual allocation', () => {
  const getRows = (number: string) =>
    user.query('outbound/stock-for-line', { SHIPMENT_NO: number, LINE_NO: 1 })

  async function allocateRows(number: string, wanted: Readonly<Record<string, number>>) {
    const rows = await getRows(number)
    return user.save(
      'outbound/allocate-by-hand',
      Object.entries(wanted).map(([cell, qty]) => {
        const row = rows.find((candidate) => candidate['CELL_CD'] === cell)
        return {
          SHIPMENT_NO: number,
          LINE_NO: 1,
          BALANCE_ID: row?.['BALANCE_ID'] ?? null,
          TAKE_QTY: qty,
          SHOWN_QTY: row?.['SHOWN_QTY'] ?? null,
        }
      }),
    )
  }

  async function createInThreeCells(item: string): Promise<string> {
    await addItem(site.db, item)
    await putStock(site.db, { item, qty: 5, cell: 'A-001' })
    await putStock(site.db, { item, qty: 5, cell: 'A-002' })
    await putStock(site.db, { item, qty: 5, cell: 'A-003', condition: 'HELD' })
    return addOrder(user, [orderLine(item, 6)])
  }

  test('fully and partly allocated shipments offer their lines once they are released', async () => {
    const item = await addItem(site.db, 'RELEASED')
    await putStock(site.db, { item, qty: 7 })
    const [full, partly] = [
      await addOrder(user, [orderLine(item, 5)]),
      await addOrder(user, [orderLine(item, 5)]),
    ]
    await runStep(user, 'allocate', full, partly)
    expect([await getState(user, full), await getState(user, partly)]).toEqual(['20', '15'])
    const toPick = async (SHIPMENT_NO: string) =>
      (await user.query('outbound/picking-lines', { SHIPMENT_NO })).map((row) => row['ALLOC_QTY'])
    expect([await toPick(full), await toPick(partly)]).toEqual([[], []])
    await runStep(user, 'mark-listed', full, partly)
    expect([await toPick(full), await toPick(partly)]).toEqual([[5], [2]])
  })

  test('stock is allocated and released row by row', async () => {
    const number = await createInThreeCells('HAND')
    expect(
      (await getRows(number)).map((row) => [row['CELL_CD'], row['FREE_QTY'], row['REASON']]),
    ).toEqual([
      ['A-001', 5, null],
      ['A-002', 5, null],
      ['A-003', 5, allocationConditions.HELD.ko],
    ])
    await allocateRows(number, { 'A-002': 4 })
    expect(await getState(user, number)).toBe('15')
    await allocateRows(number, { 'A-001': 2 })
    expect(await getState(user, number)).toBe('20')
    expect((await getRows(number)).map((row) => row['TAKE_QTY'])).toEqual([2, 4, 0])
    await allocateRows(number, { 'A-001': 5, 'A-002': 1 })
    expect((await getRows(number)).map((row) => row['TAKE_QTY'])).toEqual([5, 1, 0])
    await allocateRows(number, { 'A-001': 0, 'A-002': 0 })
    expect(await getState(user, number)).toBe('10')
  })

  test('blocked stock and quantities above the free or ordered quantity are rejected', async () => {
    const number = await createInThreeCells('HANDNO')
    const getErrorTexts = async (wanted: Readonly<Record<string, number>>) =>
      rowErrors(await allocateRows(number, wanted)).map(([, , reason]) => reason)
    expect(await getErrorTexts({ 'A-003': 1 })).toEqual([
      "할당할 수 없는 재고입니다. '할당 불가 사유'를 확인하세요.",
    ])
    expect(await getErrorTexts({ 'A-001': 6 })).toEqual(['가용 수량을 넘습니다.'])
    expect(await getErrorTexts({ 'A-001': 4, 'A-002': 3 })).toEqual([
      '할당이 주문 수량을 넘습니다.',
      '할당이 주문 수량을 넘습니다.',
    ])
    expect(await getState(user, number)).toBe('10')
  })

  test('a row that changed since it was displayed is rejected', async () => {
    const number = await createInThreeCells('HANDOLD')
    const [row] = await getRows(number)
    const saved = { SHIPMENT_NO: number, LINE_NO: 1, BALANCE_ID: row?.['BALANCE_ID'] ?? null }
    await allocateRows(number, { 'A-001': 3 })
    const late = await user.save('outbound/allocate-by-hand', [
      { ...saved, TAKE_QTY: 5, SHOWN_QTY: 0 },
    ])
    expect(late.status).toBe(409)
    expect((await getRows(number))[0]?.['TAKE_QTY']).toBe(3)
  })

  test('only one of two concurrent users gets the last pieces', async () => {
    const item = await addItem(site.db, 'HANDRACE')
    await putStock(site.db, { item, qty: 5 })
    const numbers = [
      await addOrder(user, [orderLine(item, 4)]),
      await addOrder(user, [orderLine(item, 4)]),
    ]
    const responses = await Promise.all(
      numbers.map((number) => allocateRows(number, { 'A-001': 4 })),
    )
    const good = responses.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
  })

  test('a partly allocated all-or-nothing shipment cannot be picked', async () => {
    const item = await addItem(site.db, 'HANDHALF')
    await putStock(site.db, { item, qty: 5 })
    const number = await addOrder(user, [orderLine(item, 4)], { PARTIAL_YN: 'N' })
    await allocateRows(number, { 'A-001': 3 })
    const listed = await user.save('outbound/mark-listed', [{ SHIPMENT_NO: number }])
    expect(rowErrors(listed)).toEqual([
      [1, 'STATE_CD', '부분출고가 허용되지 않는 출고입니다. 모든 행을 할당한 뒤 피킹하세요.'],
    ])
    await allocateRows(number, { 'A-001': 4 })
    await runStep(user, 'mark-listed', number)
  })
})
