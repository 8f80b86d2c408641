import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import {
  allocationRemedies,
  allocationConditions,
} from '#areas/outbound/rules/allocation-conditions.ts'
import { planTexts } from '#areas/outbound/server/allocation-plan.ts'
import { shortageTexts } from '#areas/outbound/server/shortage-reason.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, orderLine, addOrder, putStock, runStep } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const path = '/api/wms/comm/wmsCommon/saveProcedure'

interface Plan {
  readonly mark: string
  readonly rows: readonly WireRow[]
}

interface Rehearsed {
  readonly PLAN: { readonly MARK: string; readonly ROWS: readonly WireRow[] }
}

async function rehearse(...numbers: readonly string[]): Promise<Plan> {
  const ROWS = numbers.map((SHIPMENT_NO, index) => ({ SHIPMENT_NO, NO: index + 1 }))
  const body = { PROCEDURE: 'outbound/allocate-as-planned', ROWS, DRY_RUN: 'Y' }
  const response = await user.call(path, body)
  expect(response.status).toBe(200)
  const { data }: { data: Rehearsed } = JSON.parse(response.bytes.toString())
  const { MARK, ROWS: rows } = data.PLAN
  return { mark: MARK, rows }
}

function summarisePlan({ rows }: Plan): unknown[] {
  return rows.map((row) => {
    const { LINE_NO, CELL_CD, PLAN_QTY, SHORT_QTY, KEPT_QTY, REASON, FREED_BY } = row
    const [kind, qty] = PLAN_QTY
      ? ['plan', PLAN_QTY]
      : SHORT_QTY
        ? ['short', SHORT_QTY]
        : ['kept', KEPT_QTY]
    return [LINE_NO, kind, qty, CELL_CD, REASON, FREED_BY].filter((candidate) => candidate !== null)
  })
}

async function getAllocated(number: string): Promise<unknown> {
  const [row] = await site.db.query(sql`
    select coalesce(sum(alloc_qty), 0)::float qty from allocation where shipment_no = ${number}`)
  return row?.['qty']
}

function executePlan(number: string, mark: string) {
  return user.save('outbound/allocate-as-planned', [{ SHIPMENT_NO: number, PLAN_MARK: mark }])
}

test('a preview shows cells, shortages with reasons and remedies, and saves nothing', async () => {
  const item = await addItem(site.db, 'PLAN')
  await putStock(site.db, { item, qty: 7, cell: 'A-001' })
  await putStock(site.db, { item, qty: 5, cell: 'A-002', condition: 'HELD' })
  await putStock(site.db, { item, qty: 3, cell: 'A-003', bonded: 'BONDED' })
  const none = await addItem(site.db, 'PLAN-NONE')
  const number = await addOrder(user, [orderLine(item, 10), orderLine(none, 2)])
  const plan = await rehearse(number)
  expect(summarisePlan(plan)).toEqual([
    [1, 'plan', 7, 'A-001'],
    [1, 'short', 3, `${allocationConditions.BONDED.ko} 3 · ${allocationConditions.HELD.ko} 5`],
    [1, 'kept', 5, 'A-002', allocationConditions.HELD.ko, allocationRemedies.HELD.ko],
    [1, 'kept', 3, 'A-003', allocationConditions.BONDED.ko, allocationRemedies.BONDED.ko],
    [2, 'short', 2, shortageTexts.none.ko, planTexts.receive.ko],
  ])
  expect(await getAllocated(number)).toBe(0)
  await runStep(user, 'allocate', number)
  expect(await getAllocated(number)).toBe(7)
})

test('a shortage distinguishes missing stock from blocked stock', async () => {
  const item = await addItem(site.db, 'PLAN-LESS')
  await putStock(site.db, { item, qty: 5, cell: 'A-001' })
  await putStock(site.db, { item, qty: 2, cell: 'A-002', condition: 'DAMAGED' })
  const number = await addOrder(user, [orderLine(item, 9)])
  expect(summarisePlan(await rehearse(number))).toEqual([
    [1, 'plan', 5, 'A-001'],
    [
      1,
      'short',
      4,
      `${allocationConditions.HELD.ko} 2 · ${planTexts.absent.ko} 2`,
      planTexts.receive.ko,
    ],
    [1, 'kept', 2, 'A-002', allocationConditions.HELD.ko, allocationRemedies.HELD.ko],
  ])
})

test('stock allocated to another shipment is listed with that shipment', async () => {
  const item = await addItem(site.db, 'PLAN-ELSE')
  await putStock(site.db, { item, qty: 4, cell: 'A-001' })
  const first = await addOrder(user, [orderLine(item, 4)])
  await runStep(user, 'allocate', first)
  const late = await addOrder(user, [orderLine(item, 1)])
  const [, kept] = summarisePlan(await rehearse(late))
  expect(kept).toEqual([
    1,
    'kept',
    4,
    'A-001',
    `${planTexts.elsewhere.ko}${first}`,
    planTexts.cancelOther.ko,
  ])
})

test('a short all-or-nothing shipment lists the available stock it does not allocate', async () => {
  const item = await addItem(site.db, 'PLAN-WHOLE')
  const lacking = await addItem(site.db, 'PLAN-LACKING')
  await putStock(site.db, { item, qty: 4, cell: 'A-001' })
  const number = await addOrder(user, [orderLine(item, 4), orderLine(lacking, 1)])
  await site.db.execute(sql`update shipment set partial_yn = 'N' where shipment_no = ${number}`)
  expect(summarisePlan(await rehearse(number))).toEqual([
    [1, 'short', 4, `${planTexts.whole.ko}${shortageTexts.free.ko} 4`],
    [1, 'kept', 4, 'A-001', planTexts.givenUp.ko, planTexts.allowPartial.ko],
    [2, 'short', 1, `${planTexts.whole.ko}${shortageTexts.none.ko}`, planTexts.receive.ko],
  ])
})

test('a plan runs as previewed and is rejected if the result would differ', async () => {
  const item = await addItem(site.db, 'PLAN-MARK')
  await putStock(site.db, { item, qty: 9, cell: 'A-001' })
  const number = await addOrder(user, [orderLine(item, 6)])
  const { mark } = await rehearse(number)
  const other = await addOrder(user, [orderLine(item, 5)])
  await runStep(user, 'allocate', other)
  const refused = await executePlan(number, mark)
  expect([refused.status, refused.headers['x-error-code']]).toEqual([409, 'PLAN_CHANGED'])
  expect(await getAllocated(number)).toBe(0)
  const again = await rehearse(number)
  expect(again.mark).not.toBe(mark)
  expect((await executePlan(number, again.mark)).status).toBe(200)
  expect(await getAllocated(number)).toBe(4)
})

test('a plan contains additional stock only, not existing allocations', async () => {
  const item = await addItem(site.db, 'PLAN-MORE')
  await putStock(site.db, { item, qty: 2, cell: 'A-001' })
  const number = await addOrder(user, [orderLine(item, 5)])
  await runStep(user, 'allocate', number)
  await putStock(site.db, { item, qty: 8, cell: 'A-002' })
  expect(summarisePlan(await rehearse(number))).toEqual([[1, 'plan', 3, 'A-002']])
})
