import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addSheds, expectCargo, ok } from '#tests/support/customs-floor.ts'
import { addItem, putStock } from '#tests/support/floor.ts'

type Row = Record<string, Value>

interface Line {
  readonly ID: string
  readonly COUNT: number
  readonly ARGS: Row
}

let site: TestSite
let clerk: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  second = await site.login('second')
})
afterAll(() => closeVerified(site))

/** The number of a Home line, and how many rows its screen shows. */
async function awaiting(id: string, query: string): Promise<(number | undefined)[]> {
  const { bytes } = await second.call('/api/home')
  const { data } = JSON.parse(String(bytes)) as { data: { LINES: Line[] } }
  const line = data.LINES.find(({ ID }) => ID === id)
  return [line?.COUNT, (await second.query(query, line?.ARGS ?? {})).length]
}

test('an adjustment that needs a second user is counted until it is decided', async () => {
  const counts = () => awaiting('inventory/adjusts-to-approve', 'inventory/stock-to-work')
  const item = await addItem(site.db, 'LARGE')
  const balance = String(await putStock(site.db, { item, qty: 500 }))
  await putStock(site.db, { item: await addItem(site.db, 'LEFT-ALONE'), qty: 5 })
  expect((await counts())[0]).toBe(0)
  ok(
    await clerk.save('inventory/adjust', [
      { BALANCE_ID: balance, ADJUST_QTY: -200, REASON: 'count' },
    ]),
  )
  expect(await counts()).toEqual([1, 1])
  const [request] = await clerk.query('inventory/adjust-requests', { BALANCE_ID: balance })
  ok(
    await second.save('inventory/reject-adjust', [{ REQUEST_NO: request?.['REQUEST_NO'] ?? null }]),
  )
  expect((await counts())[0]).toBe(0)
})

test('a correction of bonded cargo is counted until it is decided', async () => {
  const counts = () => awaiting('bonded/corrections-to-approve', 'bonded/corrections')
  await addSheds(clerk)
  const item = await addItem(site.db, 'BONDED1')
  const bondNo = await expectCargo(clerk, item)
  ok(
    await clerk.save('bonded/save-corrections', [
      { BATCH_FLAG: 'I', REASON: 'typing error', BOND_NO: bondNo, NEW_KG: 11 },
    ]),
  )
  expect(await counts()).toEqual([1, 1])
  const [correction] = await clerk.query('bonded/corrections', { BOND_NO: bondNo })
  const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
  ok(await second.save('bonded/reject-correction', [{ CORRECTION_NO }]))
  expect((await counts())[0]).toBe(0)
})

test('a correction of a closed document is counted until it is decided', async () => {
  const counts = () => awaiting('billing/corrections-to-approve', 'billing/doc-periods')
  await putStock(site.db, { item: await addItem(site.db, 'BILLED'), qty: 5 })
  const ask = (doc: string) =>
    site.db.execute(sql`insert into doc_request
      (wcode, owner_cd, doc_no, reason, state_cd, requested_by)
      values ('W01', 'HANBIT', ${doc}, 'wrong', '10', 'admin')`)
  await ask('RC-1')
  const [request] = await second.query('billing/doc-requests', { DOC_NO: 'RC-1' })
  ok(
    await second.save('billing/reject-correction', [
      { REQUEST_NO: request?.['REQUEST_NO'] ?? null },
    ]),
  )
  expect((await counts())[0]).toBe(0)
  await ask('RC-2')
  await ask('RC-3')
  expect(await counts()).toEqual([1, 1])
  const [period] = await second.query('billing/doc-periods', { REQUEST_COUNT: '>0' })
  expect(period).toMatchObject({ OWNER_CD: 'HANBIT', REQUEST_COUNT: 2 })
})
