import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import {
  allocationConditions,
  type AllocationCondition,
} from '#areas/outbound/rules/allocation-conditions.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  orderLine,
  addOrder,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
  type TestStock,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.execute(sql`update cell set lock_yn = 'Y' where cell_cd = 'A-101'`)
  await site.db.execute(sql`insert into cell_hold (wcode, cell_cd, from_dt, reason)
    values ('W01', 'A-102', '20200101', '누수')`)
})
afterAll(() => closeVerified(site))

interface UnavailableStock {
  readonly isMissing?: boolean
  readonly goods?: Partial<TestStock>
  readonly line?: Readonly<Record<string, Value>>
  readonly ofSamples?: boolean
  /** Whether the condition depends on the line, so the stock itself counts as available. */
  readonly ofLine?: boolean
}

/** Stock and a line for each condition. A new condition does not compile without an entry. */
const kept: Readonly<Record<AllocationCondition, UnavailableStock>> = {
  MISSING: { isMissing: true },
  SAMPLE: { goods: { condition: 'SAMPLE' }, ofLine: true },
  NOT_SAMPLE: { ofSamples: true, ofLine: true },
  BONDED: { goods: { bonded: 'BONDED' } },
  INSPECT: { goods: { condition: 'INSPECT' } },
  HELD: { goods: { condition: 'DAMAGED' } },
  EXPIRING: { goods: { valid: '20261119' } },
  LOCKED: { goods: { cell: 'A-101' } },
  OTHER_LOT: { goods: { lot: 'L1' }, line: { LOT_NO: 'L2' }, ofLine: true },
}

/** Picks nothing of an item, which marks all its stock as not found. */
async function pickNothing(item: string): Promise<void> {
  const number = await addOrder(user, [orderLine(item, 5)])
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  const rows = (await getUnpicked(user, number)).map((row) => ({
    ALLOC_ID: row['ALLOC_ID'] ?? null,
    PICKED_QTY: 0,
    REASON: 'empty',
  }))
  await user.save('outbound/pick', rows)
}

async function getReason(language: string, question: string, number: string): Promise<unknown> {
  const response = await user.call(
    `/api/wms/outbound/${question}`,
    { SEARCH: { SHIPMENT_NO: number } },
    { 'x-lang': language },
  )
  return response.body.data[0]?.['REASON']
}

test.each(Object.entries(kept))(
  'stock with condition %s is never allocated and both languages state the reason',
  async (name, { goods, line: asked, ofSamples, isMissing, ofLine = false }) => {
    const text = allocationConditions[name as AllocationCondition]
    const item = await addItem(site.db, `KEPT-${name}`)
    await putStock(site.db, { item, qty: 5, ...goods })
    if (isMissing) await pickNothing(item)
    const number = await addOrder(user, [orderLine(item, 5, asked)])
    if (ofSamples) {
      await site.db.execute(sql`update shipment set sample_yn = 'Y' where shipment_no = ${number}`)
    }
    await runStep(user, 'allocate', number)
    const [tried] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
    expect(tried?.['ALLOC_QTY']).toBe(0)
    // Stock reports show exactly the allocatable quantity as available.
    const [stock] = await user.query('inventory/by-lot', { STOCK_CD: item })
    const free = ofLine ? 5 : 0
    expect(stock?.['AVAILABLE_QTY'], 'the reason is missing in inventory/server/stock.ts').toBe(
      free,
    )
    const [row = {}] = await user.query('inventory/balances', { STOCK_CD: item })
    const pieces = Object.keys(row).filter((name) => /^BLOCK_\w+_QTY$/.test(name))
    expect(
      pieces.reduce((sum, name) => sum + Number(row[name]), 0),
      'the reason has no column in inventory/operations/report-fields.ts',
    ).toBe(5 - free)
    const proof = { STOCK_CD: item, FIGURE: 'AVAILABLE_QTY' }
    const why = await user.query('inventory/why', proof)
    expect(
      why.reduce((sum, line) => sum + Number(line['CHANGE_QTY']), 0),
      'the reason is missing in inventory/server/why.ts',
    ).toBe(free)
    for (const language of ['ko', 'en'] as const) {
      expect(await getReason(language, 'shipment-lines', number)).toBe(`${text[language]} 5`)
      expect(await getReason(language, 'stock-for-line', number)).toBe(text[language])
    }
    const [shown] = await user.query('outbound/stock-for-line', { SHIPMENT_NO: number, LINE_NO: 1 })
    const byHand = { SHIPMENT_NO: number, LINE_NO: 1, BALANCE_ID: shown?.['BALANCE_ID'] ?? null }
    const refused = await user.save('outbound/allocate-by-hand', [
      { ...byHand, TAKE_QTY: 1, SHOWN_QTY: 0 },
    ])
    expect(rowErrors(refused)).toEqual([
      [1, 'TAKE_QTY', "할당할 수 없는 재고입니다. '할당 불가 사유'를 확인하세요."],
    ])
  },
)

test('the stock list shows the first of several reasons, and the order line all with quantities', async () => {
  const item = await addItem(site.db, 'KEPT-TWICE')
  await putStock(site.db, { item, qty: 5, cell: 'A-101', condition: 'HELD' })
  await putStock(site.db, { item, qty: 2 })
  const number = await addOrder(user, [orderLine(item, 9)])
  expect(await getReason('ko', 'shipment-lines', number)).toBe(
    '할당 가능 2 · 보류·불량 5 · 잠긴 셀 5',
  )
  expect(await getReason('en', 'shipment-lines', number)).toBe(
    'Available 2 · Held or damaged 5 · Locked cell 5',
  )
  const rows = await user.query('outbound/stock-for-line', { SHIPMENT_NO: number })
  expect(rows.map((row) => row['REASON'])).toEqual([null, allocationConditions.HELD.ko])
})

test('an order not yet allocated is short only by the quantity that stock does not cover', async () => {
  const item = await addItem(site.db, 'UNTRIED')
  await putStock(site.db, { item, qty: 204 })
  await putStock(site.db, { item, qty: 7, condition: 'HELD' })
  const covered = await addOrder(user, [orderLine(item, 204)])
  const beyond = await addOrder(user, [orderLine(item, 210)])
  const getReports = async (number: string) => {
    const [head] = await user.query('outbound/shipments', { SHIPMENT_NO: number })
    const [row] = await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })
    return [head?.['SHORT_QTY'], row?.['SHORT_QTY'], row?.['REASON']]
  }
  expect(await getReports(covered)).toEqual([0, 0, null])
  expect(await getReports(beyond)).toEqual([6, 6, '할당 가능 204 · 보류·불량 7'])
  // After a partial allocation, the unallocated remainder is short.
  await runStep(user, 'allocate', beyond)
  expect(await getReports(beyond)).toEqual([6, 6, `${allocationConditions.HELD.ko} 7`])
})

/* Stock that an all-or-nothing shipment cannot use is allocated to the next one. */

test.each<[string, Partial<TestStock>, Record<string, Value>]>([
  ['held', { condition: 'HELD' }, {}],
  ['a sample', { condition: 'SAMPLE' }, {}],
  ['under bond', { bonded: 'BONDED' }, {}],
  ['in a locked cell', { cell: 'A-101' }, {}],
  ['under a hold rule', { cell: 'A-102' }, {}],
  ['of a short life', { valid: '20970101' }, { SHIP_TO_CD: 'FRESH', SHIPMENT_DT: '20961120' }],
  ['of another lot', { lot: 'L2' }, { LOT_NO: 'L1' }],
])(
  'an unfillable all-or-nothing shipment leaves its stock to another when the remainder is %s',
  async (...row) => {
    const [name, goods, { LOT_NO = null, ...head }] = row
    const item = await addItem(site.db, `REST-${name.toUpperCase().replaceAll(' ', '-')}`)
    await putStock(site.db, { item, qty: 10, lot: 'L1', valid: '20991231' })
    await putStock(site.db, { item, qty: 10, lot: 'L1', valid: '20991231', ...goods })
    const whole = { PARTIAL_YN: 'N', ...head }
    const tooMuch = await addOrder(user, [orderLine(item, 15, { LOT_NO })], whole)
    const possible = await addOrder(user, [orderLine(item, 10, { LOT_NO })], whole)
    await runStep(user, 'allocate', tooMuch, possible)
    const cells = async (number: string) =>
      (await getUnpicked(user, number)).map((row) => [row['CELL_CD'], row['ALLOC_QTY']])
    await runStep(user, 'mark-listed', possible)
    expect(await cells(tooMuch)).toEqual([])
    expect(await cells(possible)).toEqual([['A-001', 10]])
  },
)
