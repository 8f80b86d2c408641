import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { stopText } from '#areas/outbound/rules/stop-reasons.ts'
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

let site: TestSite
let user: TestUser
const today = timestampAt(Date.now()).slice(0, 8)

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

async function hold(kind: string, row: Row): Promise<void> {
  const saved = await user.save(`inventory/save-${kind}-hold-rules`, [
    { BATCH_FLAG: 'I', FROM_DT: today, REASON: 'recall', OWNER_CD: 'HANBIT', ...row },
  ])
  expect(saved.body.rows ?? [], saved.body.message).toEqual([])
}

async function getShipment(item: string, until: 'allocated' | 'listed' | 'picked' | 'checked') {
  await addItem(site.db, item)
  await putStock(site.db, { item, qty: 5, lot: 'AB12' })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 2 }])
  await runStep(user, 'allocate', number)
  if (until === 'allocated') return number
  await runStep(user, 'mark-listed', number)
  if (until === 'listed') return number
  await pickAll(user, number)
  if (until === 'picked') return number
  await checkAll(user, number)
  await runStep(user, 'finish-check', number)
  return number
}

const steps = [
  ['mark-listed', 'allocated', {}],
  ['check-scan', 'picked', { CODE: 'STOP-CHECK-SCAN', QTY: 1 }],
  ['finish-check', 'picked', {}],
  ['pack-scan', 'picked', { CODE: 'BOX-1', QTY: 1 }],
  ['finish-packing', 'picked', {}],
  ['ship', 'checked', {}],
] as const

describe('a hold rule set after the allocation', () => {
  test.each(steps)('stops %s', async (name, until, extra) => {
    const item = `STOP-${name}`.toUpperCase()
    const number = await getShipment(item, until)
    await hold('lot', { STOCK_CD: item, LOT_NO: 'ab12' })
    const response = await user.save(`outbound/${name}`, [{ SHIPMENT_NO: number, ...extra }])
    expect(response.status).toBe(409)
    expect(rowErrors(response)).toEqual([
      [1, 'SHIPMENT_NO', stopText({ reason: 'RECALL', stock: item, lot: 'AB12', cell: '' }).ko],
    ])
  })

  test.each(['', '-a', '-b', '-c'])('stops labels%s of its lines only', async (form) => {
    const item = `STOP-LABEL${form}`.toUpperCase()
    const number = await getShipment(item, 'picked')
    await addItem(site.db, `${item}-FREE`)
    await putStock(site.db, { item: `${item}-FREE`, qty: 5, lot: 'CD34' })
    const free = await addOrder(user, [{ STOCK_CD: `${item}-FREE`, ORDER_QTY: 1 }])
    await runStep(user, 'allocate', free)
    await hold('lot', { STOCK_CD: item, LOT_NO: 'AB12' })
    const row = { LINE_NO: 1, LABEL_CD: 'BOX', COPIES: 1, FORMAT_CD: 'ZPL' }
    const print = (DOC_NO: string) =>
      user.call(`/api/print/outbound/labels${form}`, { ROWS: [{ ...row, DOC_NO }] })
    const stopped = await print(number)
    const text = stopText({ reason: 'RECALL', stock: item, lot: 'AB12', cell: '' }).ko
    expect([stopped.status, stopped.body.message]).toEqual([409, text])
    expect((await print(free)).status).toBe(200)
    const recorded = await user.save(`outbound/labels${form}-printed`, [{ ...row, DOC_NO: number }])
    expect(rowErrors(recorded)).toEqual([[1, 'DOC_NO', text]])
  })

  test('stops a pick but allows a pick of zero', async () => {
    const number = await getShipment('STOP-PICK', 'listed')
    await hold('stock', { STOCK_CD: 'STOP-PICK' })
    const [line] = await getUnpicked(user, number)
    const row = { ALLOC_ID: line?.['ALLOC_ID'] ?? null }
    const picked = await user.save('outbound/pick', [{ ...row, PICKED_QTY: 2 }])
    expect(picked.status).toBe(409)
    const nothing = await user.save('outbound/pick', [{ ...row, PICKED_QTY: 0, REASON: 'recall' }])
    expect(nothing.status, nothing.body.message).toBe(200)
  })

  test.each([
    ['Y', 'releases'],
    ['N', 'does not allocate again'],
  ])('lets a pick be cancelled (release %s: %s)', async (RELEASE_YN) => {
    const item = `STOP-BACK-${RELEASE_YN}`
    const number = await getShipment(item, 'picked')
    await hold('lot', { STOCK_CD: item, LOT_NO: 'AB12' })
    const [line] = await user.query('outbound/picked-lines', { SHIPMENT_NO: number })
    const row = { ALLOC_ID: line?.['ALLOC_ID'] ?? null, BACK_QTY: 2, RELEASE_YN }
    const back = await user.save('outbound/cancel-pick', [row])
    expect(back.status, back.body.message).toBe(200)
    const [remaining] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
    expect(remaining).toMatchObject({ ALLOC_QTY: 0, PICK_QTY: 0 })
    await runStep(user, 'cancel-allocation', number)
    expect(await getState(user, number)).toBe('10')
  })

  test('stops stock of its cell until the rule is deleted', async () => {
    const number = await getShipment('STOP-CELL', 'checked')
    const [stock] = await user.query('inventory/by-lot', { STOCK_CD: 'STOP-CELL' })
    const CELL_CD = stock?.['CELL_CD'] ?? null
    await hold('cell', { CELL_CD })
    const stopped = await user.save('outbound/ship', [{ SHIPMENT_NO: number }])
    expect(rowErrors(stopped)).toEqual([
      [1, 'SHIPMENT_NO', expect.stringContaining(`(${String(CELL_CD)})`)],
    ])
    const [rule] = await user.query('inventory/cell-hold-rules', { CELL_CD })
    await user.save('inventory/save-cell-hold-rules', [{ ...rule, BATCH_FLAG: 'D' }])
    await runStep(user, 'ship', number)
  })
})
