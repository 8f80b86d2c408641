import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { adjustStatus } from '#areas/inventory/rules/adjust-status.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, putStock } from '#tests/support/floor.ts'
import { pastDates } from '#tests/support/past-dates.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)
const closedTo = addDays(today, -30)
const OWNER_CD = 'HANBIT'
const REASON = 'wrong'

let site: TestSite
let admin: TestUser
let second: TestUser
let setDate: (date: string | null) => Promise<void>

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  second = await site.login('second')
  setDate = await pastDates(site.db)
})
afterAll(() => closeVerified(site))

async function saved(user: TestUser, procedure: string, row: Row): Promise<Row> {
  const response = await user.save(procedure, [row])
  expect([procedure, response.status, response.body.rows ?? []]).toEqual([procedure, 200, []])
  return response.body.data.rows[0] ?? {}
}

const close = (NEXT_DT: string) =>
  saved(admin, 'billing/close-period', { OWNER_CD, NEXT_DT, REASON })
const reopen = (by = admin) => saved(by, 'billing/reopen-period', { OWNER_CD, REASON })
const request = (DOC_NO: string) => saved(admin, 'billing/request-correction', { DOC_NO, REASON })
const undo = (DOC_NO: string) => admin.save('inventory/undo-work', [{ DOC_NO }])

async function latestRequest(DOC_NO: string): Promise<Row> {
  const [row] = await admin.query('billing/doc-requests', { DOC_NO })
  return row ?? {}
}

async function approve(doc: string): Promise<void> {
  const { REQUEST_NO = null } = await latestRequest(doc)
  await saved(second, 'billing/approve-correction', { REQUEST_NO })
}

/** Moves stock on a past date. Returns the number of its document. */
async function moveOn(date: string, name: string): Promise<string> {
  await setDate(date)
  const item = await addItem(site.db, name)
  const BALANCE_ID = String(await putStock(site.db, { item, qty: 10 }))
  const move = { BALANCE_ID, WORK_QTY: 4, TO_CELL_CD: 'A-002' }
  const { DOC_NO } = await saved(admin, 'inventory/move', move)
  await setDate(null)
  return String(DOC_NO)
}

test.each([
  ['approved', 'admin'],
  ['waiting', 'admin'],
  ['waiting', 'second'],
])('a correction that is %s ends when its period is reopened by %s', async (state, by) => {
  const doc = await moveOn(addDays(closedTo, -1), `ENDS-${state}-${by}`.toUpperCase())
  await close(closedTo)
  await request(doc)
  if (state === 'approved') await approve(doc)
  await reopen(by === 'admin' ? admin : second)
  expect(await latestRequest(doc)).toMatchObject({
    STATE_CD: adjustStatus.rejected,
    DECIDED_BY: by,
    USED_AT: null,
  })
  await close(closedTo)
  expect((await undo(doc)).status).toBe(409)
  await request(doc)
  expect((await undo(doc)).status).toBe(409)
  await approve(doc)
  expect((await undo(doc)).status).toBe(200)
  await reopen()
})

test('a correction of an earlier period, or already used, remains', async () => {
  const earlier = addDays(closedTo, -10)
  const doc = await moveOn(addDays(earlier, -1), 'EARLIER')
  const used = await moveOn(addDays(closedTo, -1), 'USED')
  await close(earlier)
  await close(closedTo)
  for (const number of [doc, used]) {
    await request(number)
    await approve(number)
  }
  expect((await undo(used)).status).toBe(200)
  await reopen()
  expect(await latestRequest(used)).toMatchObject({ STATE_CD: adjustStatus.approved })
  expect((await undo(doc)).status).toBe(200)
  await reopen()
})
