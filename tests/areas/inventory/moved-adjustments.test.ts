import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { adjustStatus } from '#areas/inventory/rules/adjust-status.ts'
import { movedSinceRequest } from '#areas/inventory/server/changed-requests.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock, rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  second = await site.login('second')
  await site.db.execute(sql`update warehouse set adjust_limit_qty = 100 where wcode = 'W01'`)
})
afterAll(() => closeVerified(site))

const REASON = 'lost'

async function place(name: string, qty = 300): Promise<{ item: string; id: string }> {
  const item = await addItem(site.db, name)
  return { item, id: String(await putStock(site.db, { item, qty, lot: 'L1' })) }
}

async function saved(procedure: string, row: Row, by = user): Promise<SaveResponse> {
  const response = await by.save(procedure, [row])
  expect([procedure, response.status, rowErrors(response)]).toEqual([procedure, 200, []])
  return response
}

const adjust = async (BALANCE_ID: string, ADJUST_QTY: number, by = user) =>
  (await saved('inventory/adjust', { BALANCE_ID, ADJUST_QTY, REASON }, by)).body.data.rows[0]?.[
    'STATE_CD'
  ]

/** The only balance of an item with stock, other than `old`. */
async function getOther(item: string, old: string): Promise<string> {
  const rows = await user.query('inventory/by-lot', { STOCK_CD: item })
  return String(rows.find(({ BALANCE_ID }) => BALANCE_ID !== old)?.['BALANCE_ID'])
}

const changes: readonly (readonly [string, string, Row])[] = [
  ['moved', 'inventory/move', { TO_CELL_CD: 'A-002', REASON }],
  ['given another lot', 'inventory/transfer-lot', { TO_LOT_NO: 'L2', REASON }],
  ['held', 'inventory/hold', { HOLD_CD: 'HOLD', REASON }],
]

test.each(changes)('the limit of a day includes adjustments before stock was %s', async (...to) => {
  const [name, procedure, more] = to
  const { item, id } = await place(`LIMIT-${changes.findIndex(([each]) => each === name)}`)
  expect(await adjust(id, -90)).toBe(adjustStatus.approved)
  await saved(procedure, { BALANCE_ID: id, WORK_QTY: 210, ...more })
  const moved = await getOther(item, id)
  expect(await adjust(moved, -90, second)).toBe(adjustStatus.approved)
  expect(await adjust(moved, -10)).toBe(adjustStatus.approved)
  expect(await adjust(moved, -1)).toBe(adjustStatus.waiting)
})

test('the limit includes adjustments before stock became another item, and moved back', async () => {
  const { item, id } = await place('LIMIT-ITEM')
  const TO_STOCK_CD = await addItem(site.db, 'LIMIT-ITEM2')
  expect(await adjust(id, -90)).toBe(adjustStatus.approved)
  const change = { TO_STOCK_CD, TO_LOT_NO: 'L1', REASON }
  await saved('inventory/transfer-stock', { BALANCE_ID: id, WORK_QTY: 210, ...change })
  const other = await getOther(TO_STOCK_CD, id)
  expect(await adjust(other, 20)).toBe(adjustStatus.waiting)
  const back = { TO_STOCK_CD: item, TO_LOT_NO: 'L1', REASON }
  await saved('inventory/transfer-stock', { BALANCE_ID: other, WORK_QTY: 210, ...back })
  expect(await adjust(id, -10)).toBe(adjustStatus.approved)
  expect(await adjust(id, -1)).toBe(adjustStatus.waiting)
})

async function requestOf(BALANCE_ID: string): Promise<Row> {
  const [row] = await user.query('inventory/adjust-requests', { BALANCE_ID })
  return { REQUEST_NO: row?.['REQUEST_NO'] ?? null }
}

test.each(changes)('a surplus is not approved if all of its stock was %s', async (...to) => {
  const [name, procedure, more] = to
  const { id } = await place(`GONE-${changes.findIndex(([each]) => each === name)}`)
  expect(await adjust(id, 150)).toBe(adjustStatus.waiting)
  const request = await requestOf(id)
  const work = await saved(procedure, { BALANCE_ID: id, WORK_QTY: 300, ...more })
  const refused = await second.save('inventory/approve-adjust', [request])
  expect(rowErrors(refused)).toEqual([[1, 'ADJUST_QTY', movedSinceRequest.ko]])
  await saved('inventory/undo-work', { DOC_NO: work.body.data.rows[0]?.['DOC_NO'] ?? null })
  await saved('inventory/approve-adjust', request, second)
})

test('a surplus is approved after part of its stock was moved, or all of it was gone before', async () => {
  const { id } = await place('PART')
  expect(await adjust(id, 150)).toBe(adjustStatus.waiting)
  const move = { WORK_QTY: 299, TO_CELL_CD: 'A-002', REASON }
  await saved('inventory/move', { BALANCE_ID: id, ...move })
  await saved('inventory/approve-adjust', await requestOf(id), second)
  const empty = await place('EMPTY-BEFORE', 5)
  await saved('inventory/move', { BALANCE_ID: empty.id, ...move, WORK_QTY: 5 })
  expect(await adjust(empty.id, 150)).toBe(adjustStatus.waiting)
  await saved('inventory/approve-adjust', await requestOf(empty.id), second)
})
