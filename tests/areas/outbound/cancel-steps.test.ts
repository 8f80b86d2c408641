import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { shipmentSteps } from '#areas/outbound/server/lock-shipments.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

let items = 0

async function createPicked(): Promise<{ item: string; number: string }> {
  items += 1
  const item = await addItem(site.db, `UNDO-${items}`)
  await putStock(site.db, { item, qty: 3, cell: 'A-001', received: '20261001' })
  await putStock(site.db, { item, qty: 7, cell: 'A-002' })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 5 }])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  await pickAll(user, number)
  return { item, number }
}

async function createShipped() {
  const pickedShipment = await createPicked()
  await checkAll(user, pickedShipment.number)
  await runStep(user, 'finish-check', pickedShipment.number)
  await runStep(user, 'ship', pickedShipment.number)
  return pickedShipment
}

async function getStock(item: string): Promise<Value[][]> {
  const rows = await user.query('inventory/by-lot', { STOCK_CD: item })
  return rows.map((row) =>
    ['CELL_CD', 'QTY', 'ALLOC_QTY', 'PICK_QTY'].map((name) => row[name] ?? 0),
  )
}

const getPickedRows = (number: string) =>
  user.query('outbound/picked-lines', { SHIPMENT_NO: number })

const cancelPicks = (rows: readonly Row[], extra: Row = {}) =>
  user.save(
    'outbound/cancel-pick',
    rows.map((row) => ({
      ALLOC_ID: row['ALLOC_ID'] ?? null,
      BACK_QTY: row['BACK_QTY'] ?? null,
      ...extra,
    })),
  )

describe('cancelling a pick', () => {
  test('returns the stock to its allocation, ready to be picked again', async () => {
    const { item, number } = await createPicked()
    const rows = await getPickedRows(number)
    expect(rows.map((row) => [row['CELL_CD'], row['PICK_QTY'], row['BACK_QTY']])).toEqual([
      ['A-001', 3, 3],
      ['A-002', 2, 2],
    ])
    expect((await cancelPicks(rows.slice(0, 1))).status).toBe(200)
    expect(await getState(user, number)).toBe('35')
    expect(await getStock(item)).toEqual([
      ['A-001', 3, 3, 0],
      ['A-002', 7, 0, 2],
    ])
    expect((await cancelPicks(rows.slice(1))).status).toBe(200)
    expect(await getState(user, number)).toBe('30')
    expect(await getUnpicked(user, number)).toHaveLength(2)
    await pickAll(user, number)
    expect(await getState(user, number)).toBe('40')
  })

  test('releases the stock for other shipments on request', async () => {
    const { item, number } = await createPicked()
    const rows = await getPickedRows(number)
    expect((await cancelPicks(rows, { RELEASE_YN: 'Y' })).status).toBe(200)
    expect(await getStock(item)).toEqual([
      ['A-001', 3, 0, 0],
      ['A-002', 7, 0, 0],
    ])
    expect(await getUnpicked(user, number)).toEqual([])
    const [line] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
    expect(line).toMatchObject({ ALLOC_QTY: 0, PICK_QTY: 0, SHORT_QTY: 5 })
  })

  test('reverses part of a pick but never more than was picked', async () => {
    const { item, number } = await createPicked()
    const [first] = await getPickedRows(number)
    const response = await cancelPicks([first ?? {}], { BACK_QTY: 4 })
    expect(rowErrors(response)).toEqual([[1, 'BACK_QTY', '피킹한 수량을 넘습니다.']])
    expect((await cancelPicks([first ?? {}], { BACK_QTY: 1 })).status).toBe(200)
    expect((await getStock(item))[0]).toEqual(['A-001', 3, 1, 2])
    expect(await getState(user, number)).toBe('35')
  })

  test('rejects a row repeated within one save', async () => {
    const { number } = await createPicked()
    const [first] = await getPickedRows(number)
    const response = await cancelPicks([first ?? {}, first ?? {}])
    expect(rowErrors(response)).toEqual([
      [2, 'ALLOC_ID', '피킹되지 않았거나 이미 검수·출하된 행입니다. 다시 조회하세요.'],
    ])
  })

  test('fails once checking has started, until the check is cancelled', async () => {
    const { number } = await createPicked()
    const rows = await getPickedRows(number)
    await checkAll(user, number)
    const counted = await cancelPicks(rows)
    expect(counted.status).toBe(409)
    expect(counted.body.rows[0]?.POERROR).toBe('검수가 시작된 출고입니다. 검수를 먼저 취소하세요.')
    await runStep(user, 'finish-check', number)
    expect((await cancelPicks(rows)).status).toBe(422)
    await runStep(user, 'cancel-check', number)
    expect(await getState(user, number)).toBe('40')
    expect((await cancelPicks(rows)).status).toBe(200)
    expect(await getState(user, number)).toBe('30')
  })

  test('fails from another warehouse', async () => {
    const { number } = await createPicked()
    const rows = await getPickedRows(number)
    const elsewhere = await site.login('admin', 'W02')
    const row = { ALLOC_ID: rows[0]?.['ALLOC_ID'] ?? null, BACK_QTY: 1 }
    expect((await elsewhere.save('outbound/cancel-pick', [row])).status).toBe(422)
    expect(await elsewhere.query('outbound/picked-lines', { SHIPMENT_NO: number })).toEqual([])
  })
})

describe('cancelling shipping', () => {
  test('reverses each movement and leaves the stock picked and checked', async () => {
    const { item, number } = await createShipped()
    expect(await getStock(item)).toEqual([['A-002', 5, 0, 0]])
    await runStep(user, 'cancel-shipping', number)
    expect(await getState(user, number)).toBe('50')
    expect(await getStock(item)).toEqual([
      ['A-001', 3, 0, 3],
      ['A-002', 7, 0, 2],
    ])
    const moved = await user.query('inventory/movements', { DOC_NO: number })
    const out = moved.filter((row) => row['REVERSES_NO'] === null)
    const reversed = moved.flatMap((row) => row['REVERSES_NO'] ?? [])
    expect(new Set(reversed)).toEqual(new Set(out.map((row) => row['MOVEMENT_NO'])))
    expect([reversed.length, out.length]).toEqual([2, 2])
    const [line] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
    expect(line).toMatchObject({ ALLOC_QTY: 5, PICK_QTY: 5, CHECK_QTY: 5, SHIP_QTY: 0 })
  })

  test('needs a reason, which the reversals store', async () => {
    const { item, number } = await createShipped()
    for (const CANCEL_REASON of [null, '', '  ']) {
      const bare = await user.save('outbound/cancel-shipping', [
        { SHIPMENT_NO: number, CANCEL_REASON },
      ])
      expect(rowErrors(bare).map(([, column]) => column)).toEqual(['CANCEL_REASON'])
    }
    expect(await getState(user, number)).toBe('60')
    expect(await getStock(item)).toEqual([['A-002', 5, 0, 0]])
    await runStep(user, 'cancel-shipping', number)
    const moved = await user.query('inventory/movements', { DOC_NO: number })
    const reasons = moved.filter((row) => row['REVERSES_NO'] !== null).map((row) => row['REASON'])
    expect(reasons).toEqual(['wrong order', 'wrong order'])
    const [shipment] = await user.query('outbound/shipments', { SHIPMENT_NO: number })
    expect(shipment).toMatchObject({ LAST_CANCEL_REASON: 'wrong order', CANCEL_REASON: null })
    const report = await user.query('reports/shipment-cancels', { SHIPMENT_NO: number })
    expect(new Set(report.map((row) => row['REASON']))).toEqual(new Set(['wrong order']))
  })

  test('undoes only one step and rejects a shipment that is not shipped', async () => {
    const { number } = await createShipped()
    await runStep(user, 'cancel-shipping', number)
    const again = await user.save('outbound/cancel-shipping', [
      { SHIPMENT_NO: number, CANCEL_REASON: 'wrong order' },
    ])
    expect(rowErrors(again)).toEqual([[1, 'STATE_CD', shipmentSteps.refusal('50').ko]])
  })

  test('a shipment shipped, cancelled and shipped again balances to the piece', async () => {
    const { item, number } = await createShipped()
    await runStep(user, 'cancel-shipping', number)
    await runStep(user, 'ship', number)
    await runStep(user, 'cancel-shipping', number, number)
    await runStep(user, 'ship', number)
    expect(await getStock(item)).toEqual([['A-002', 5, 0, 0]])
    expect(await user.query('inventory/movements', { DOC_NO: number })).toHaveLength(10)
  })

  test('concurrent cancellations by two users cancel once', async () => {
    const { item, number } = await createShipped()
    const other = await site.login('second')
    const row = { SHIPMENT_NO: number, CANCEL_REASON: 'wrong order' }
    const responses = await Promise.all(
      [user, other].map((who) => who.save('outbound/cancel-shipping', [row])),
    )
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect((await getStock(item))[0]).toEqual(['A-001', 3, 0, 3])
  })

  test('every step can be undone one by one, back to the order', async () => {
    const { item, number } = await createShipped()
    const states: unknown[] = []
    for (const name of ['cancel-shipping', 'cancel-check']) {
      await runStep(user, name, number)
      states.push(await getState(user, number))
    }
    await cancelPicks(await getPickedRows(number))
    states.push(await getState(user, number))
    await runStep(user, 'cancel-allocation', number)
    states.push(await getState(user, number))
    expect(states).toEqual(['50', '40', '30', '10'])
    expect(await getStock(item)).toEqual([
      ['A-001', 3, 0, 0],
      ['A-002', 7, 0, 0],
    ])
  })
})
