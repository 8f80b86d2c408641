import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkStarted } from '#areas/outbound/server/lock-shipments.ts'
import { findNextCells, noOtherCellText } from '#areas/outbound/server/short-picks.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  checkAll,
  orderLine,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { expectSaved, createShortPicks } from '#tests/support/short-picks.ts'

let site: TestSite
let user: TestUser
let floor: ReturnType<typeof createShortPicks>

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  floor = createShortPicks(site, user)
})
afterAll(() => closeVerified(site))

describe('a short pick', () => {
  test('allocates the rest from another cell and names it', async () => {
    const { number } = await floor.listed(5, { 'A-001': 5, 'A-002': 9 })
    expect(await floor.allocatedTo(number)).toEqual([['A-001', 5]])
    const response = await floor.pick(number, 3)
    expect(response.body.message).toContain(findNextCells('A-002 2').ko)
    expect(response.body.data.rows[0]).toMatchObject({ CELL_CD: 'A-002' })
    expect(await floor.allocatedTo(number)).toEqual([['A-002', 2]])
    expect(await getState(user, number)).toBe('35')
    await pickAll(user, number)
    expect(await floor.lineOf(number)).toMatchObject({ PICK_QTY: 5 })
  })

  test('names the next cell only once for a line that is short in two cells', async () => {
    const { item, number } = await floor.listed(6, { 'A-001': 3, 'A-002': 3 })
    await putStock(site.db, { item, qty: 9, cell: 'A-003' })
    const rows = (await getUnpicked(user, number)).map((row) => ({
      ALLOC_ID: row['ALLOC_ID'] ?? null,
      PICKED_QTY: 2,
      REASON: 'empty',
    }))
    const response = await expectSaved(user.save('outbound/pick', rows))
    expect(response.body.message).toContain(findNextCells('A-003 2').ko)
    expect(response.body.data.rows.map((row) => row['CELL_CD'])).toEqual(['A-003', 'A-003'])
    expect(await floor.allocatedTo(number)).toEqual([['A-003', 2]])
  })

  test('keeps the reasons of all cells of a line, the same reason once', async () => {
    const { number } = await floor.listed(9, { 'A-001': 3, 'A-002': 3, 'A-003': 3 })
    const rows = (await getUnpicked(user, number)).map((row, index) => ({
      ALLOC_ID: row['ALLOC_ID'] ?? null,
      PICKED_QTY: 2,
      REASON: index === 1 ? 'broken' : 'empty',
    }))
    await expectSaved(user.save('outbound/pick', rows))
    expect(await floor.lineOf(number)).toMatchObject({ REMARK: 'empty / broken' })
  })

  test('states that no other cell has stock', async () => {
    const { number } = await floor.listed(5, { 'A-001': 5 })
    const response = await floor.pick(number, 3)
    expect(response.body.message).toContain(noOtherCellText.ko)
    expect(await getState(user, number)).toBe('40')
  })

  test('chooses the other cell in allocation order', async () => {
    const item = await floor.newItem()
    await putStock(site.db, { item, qty: 5, cell: 'A-001', lot: 'A', valid: '20270101' })
    await putStock(site.db, { item, qty: 5, cell: 'A-002', lot: 'C', valid: '20270301' })
    await putStock(site.db, { item, qty: 5, cell: 'A-003', lot: 'B', valid: '20270201' })
    const number = await addOrder(user, [orderLine(item, 5)])
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await floor.pick(number, 0)
    expect(await floor.allocatedTo(number)).toEqual([['A-003', 5]])
  })

  test('does not release the rest of a shipment without partial shipping', async () => {
    const { number } = await floor.listed(9, { 'A-001': 5, 'A-002': 4 }, { PARTIAL_YN: 'N' })
    await floor.pick(number, 3)
    expect(await floor.allocatedTo(number)).toEqual([['A-002', 4]])
  })

  test('has no further effect when the request is repeated', async () => {
    const { item, number } = await floor.listed(5, { 'A-001': 5, 'A-002': 9 })
    const [allocation] = await getUnpicked(user, number)
    const rows = [{ ALLOC_ID: allocation?.['ALLOC_ID'] ?? null, PICKED_QTY: 3, REASON: 'x' }]
    const first = await user.save('outbound/pick', rows, `short-${item}`)
    const again = await user.save('outbound/pick', rows, `short-${item}`)
    expect(again.body).toEqual(first.body)
    expect(await floor.allocatedTo(number)).toEqual([['A-002', 2]])
  })

  test('withholds nothing if one row is rejected', async () => {
    const { item, number } = await floor.listed(4, { 'A-001': 2, 'A-002': 2 })
    const rows = (await getUnpicked(user, number)).map((row, index) => ({
      ALLOC_ID: row['ALLOC_ID'] ?? null,
      PICKED_QTY: index === 0 ? 1 : 99,
      REASON: 'x',
    }))
    expect((await user.save('outbound/pick', rows)).status).toBe(422)
    expect(await floor.allocatedTo(number)).toHaveLength(2)
    await runStep(user, 'cancel-allocation', number)
    expect(await floor.available(item)).toBe(4)
  })

  test('sends two pickers at the same time to the other cell', async () => {
    const { item, number } = await floor.listed(2, { 'A-001': 2, 'A-002': 2, 'A-003': 9 })
    const second = await addOrder(user, [orderLine(item, 2)])
    await runStep(user, 'allocate', second)
    await runStep(user, 'mark-listed', second)
    await Promise.all([floor.pick(number, 1), floor.pick(second, 1)])
    expect(await floor.allocatedTo(number)).toEqual([['A-003', 1]])
    expect(await floor.allocatedTo(second)).toEqual([['A-003', 1]])
  })

  test('a short pick still withholds the rest when its pick is cancelled', async () => {
    const { item, number, balances } = await floor.listed(5, { 'A-001': 5 })
    await floor.pick(number, 3)
    const [picked] = await user.query('outbound/picked-lines', { SHIPMENT_NO: number })
    const rows = [{ ALLOC_ID: picked?.['ALLOC_ID'] ?? null, BACK_QTY: 3 }]
    await expectSaved(user.save('outbound/cancel-pick', rows))
    expect(await floor.allocatedTo(number)).toEqual([['A-001', 3]])
    expect(await floor.isAllocated(item)).toBe(false)
    await expectSaved(floor.release(balances[0] ?? 0))
    expect(await floor.available(item)).toBe(2)
    await pickAll(user, number)
  })

  test('stops the check until the rest is picked if partial shipping is not allowed', async () => {
    const { item, number } = await floor.listed(5, { 'A-001': 5 }, { PARTIAL_YN: 'N' })
    await floor.pick(number, 3)
    await checkAll(user, number)
    const named = [{ SHIPMENT_NO: number }]
    const early = await user.save('outbound/finish-check', named)
    expect([early.status, rowErrors(early)[0]?.[1]]).toEqual([409, 'STATE_CD'])
    await runStep(user, 'cancel-check', number)
    await putStock(site.db, { item, qty: 2, cell: 'A-002' })
    await runStep(user, 'allocate', number)
    await pickAll(user, number)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
    expect(await floor.lineOf(number)).toMatchObject({ SHIP_QTY: 5 })
  })
})

describe('a line that was not found at all', () => {
  async function createTwoLines() {
    const [first, second] = [await floor.newItem(), await floor.newItem()]
    await putStock(site.db, { item: first, qty: 5 })
    await putStock(site.db, { item: second, qty: 5, cell: 'A-002' })
    const number = await addOrder(user, [orderLine(first, 5), orderLine(second, 5)])
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    const rows = (await getUnpicked(user, number)).map((row) => ({
      ALLOC_ID: row['ALLOC_ID'] ?? null,
      PICKED_QTY: row['STOCK_CD'] === first ? 5 : 0,
      ...(row['STOCK_CD'] === second && { REASON: 'empty' }),
    }))
    await expectSaved(user.save('outbound/pick', rows))
    expect(await getState(user, number)).toBe('40')
    await putStock(site.db, { item: second, qty: 5, cell: 'A-003' })
    return number
  }

  test('a missing line can be allocated again while the other line stays picked', async () => {
    const number = await createTwoLines()
    await expectSaved(user.save('outbound/allocate-lines', [{ SHIPMENT_NO: number, LINE_NO: 2 }]))
    expect(await floor.allocatedTo(number)).toEqual([['A-003', 5]])
    expect(await floor.lineOf(number)).toMatchObject({ PICK_QTY: 5 })
    await pickAll(user, number)
    expect(await getState(user, number)).toBe('40')
  })

  test.each(['by rule', 'by hand'])('a check prevents allocation %s', async (way) => {
    const number = await createTwoLines()
    const stock = await user.query('outbound/stock-for-line', { SHIPMENT_NO: number, LINE_NO: 2 })
    const rows = stock.filter((row) => row['CELL_CD'] === 'A-003')
    await checkAll(user, number)
    const response =
      way === 'by rule'
        ? await user.save('outbound/allocate', [{ SHIPMENT_NO: number }])
        : await user.save('outbound/allocate-by-hand', [
            { ...rows[0], TAKE_QTY: 5, SHOWN_QTY: 0, REASON: null },
          ])
    expect(rowErrors(response).map(([, , text]) => text)).toEqual([checkStarted.ko])
    await runStep(user, 'cancel-check', number)
    await runStep(user, 'allocate', number)
    expect(await floor.allocatedTo(number)).toEqual([['A-003', 5]])
  })

  test('a missing line can be allocated again by hand', async () => {
    const number = await createTwoLines()
    const stock = await user.query('outbound/stock-for-line', { SHIPMENT_NO: number, LINE_NO: 2 })
    const rows = stock.filter((row) => row['CELL_CD'] === 'A-003')
    expect(rows).toMatchObject([{ REASON: null }])
    await expectSaved(
      user.save('outbound/allocate-by-hand', [
        { ...rows[0], TAKE_QTY: 5, SHOWN_QTY: 0, REASON: null },
      ]),
    )
    expect(await floor.allocatedTo(number)).toEqual([['A-003', 5]])
  })

  test('stays in the list of orders to allocate until nothing is short', async () => {
    const number = await createTwoLines()
    const getListedAllocations = async () =>
      user.query('outbound/shipments', { SHIPMENT_NO: number, ALLOC_YN: 'Y' })
    expect(await getListedAllocations()).toHaveLength(1)
    await runStep(user, 'allocate', number)
    expect(await getListedAllocations()).toEqual([])
    const again = await user.save('outbound/allocate', [{ SHIPMENT_NO: number }])
    expect(rowErrors(again)[0]?.[1]).toBe('STATE_CD')
  })

  test('keeps the existing allocations of a shipment without partial shipping', async () => {
    const { number } = await floor.listed(9, { 'A-001': 5, 'A-002': 4 }, { PARTIAL_YN: 'N' })
    await floor.pick(number, 3)
    await runStep(user, 'allocate', number)
    expect(await floor.allocatedTo(number)).toEqual([['A-002', 4]])
  })
})
