import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { verifyMonth } from '#areas/inventory/server/verify-month.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addItem, expectStock } from '#tests/support/floor.ts'

let site: TestSite
const thisMonth = timestampAt(Date.now()).slice(0, 6)
const earlier = '202512'

/** Two items with one movement each, of which one was posted in the last minute of December. */
beforeAll(async () => {
  site = await testSite()
  const user = await site.login('admin')
  for (const item of ['NOW', 'EARLIER']) {
    await addItem(site.db, item)
    const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: 2 }])
    await user.save('inbound/receive-bulk', [{ RECEIPT_NO }])
  }
  await site.db.script(`
    alter table stock_movement disable trigger user;
    update stock_movement set posted_at = '2025-12-31 23:59 Asia/Seoul' where stock_cd = 'EARLIER';
    alter table stock_movement enable trigger user`)
  await sealLedger(site.db)
})
afterAll(() => site.close())

async function findBreaches(month: string): Promise<string[]> {
  const findings = await verifyMonth(site.db, month)
  return findings.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name)
}

const countChecked = async (month: string) =>
  new Map((await verifyMonth(site.db, month)).map((finding) => [finding.name, finding.looked]))

test('verification of a month covers the keys that its movements touched', async () => {
  const chain = 'Unbroken chain of seals, each matching its movement'
  const sums = 'Stock = sum of movements'
  expect([await findBreaches(thisMonth), await findBreaches(earlier)]).toEqual([[], []])
  for (const [month, count] of [
    [thisMonth, 1],
    [earlier, 1],
    ['202601', 0],
  ] as const) {
    const checks = await countChecked(month)
    expect([month, checks.get(chain), checks.get(sums)]).toEqual([month, count, count])
  }
  await site.db.script(`
    alter table stock_balance disable trigger user;
    update stock_balance set qty = qty + 1 where stock_cd = 'EARLIER'`)
  expect(await findBreaches(thisMonth)).toEqual([])
  expect(await findBreaches(earlier)).toEqual(expect.arrayContaining([sums]))
  await site.db.script(`
    update stock_balance set qty = qty - 1 where stock_cd = 'EARLIER';
    alter table ledger_seal disable trigger user;
    update ledger_seal set hash = sha256('x') where seal_no = (select max(seal_no) from ledger_seal)`)
  const [last] = await site.db.query<{ item: string }>(sql`
    select stock_cd item from ledger_seal join stock_movement using (movement_no)
    order by seal_no desc limit 1`)
  const [wrong, right] = last?.item === 'NOW' ? [thisMonth, earlier] : [earlier, thisMonth]
  expect(await findBreaches(wrong)).toContain(chain)
  // The head of the chain no longer matches, which every month reports.
  expect(await findBreaches(right)).toContain(chain)
  const names = (await verifyLedger(site.db)).map(({ name }) => name)
  expect((await verifyMonth(site.db, earlier)).every(({ name }) => names.includes(name))).toBe(true)
})
