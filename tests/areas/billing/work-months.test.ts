import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

let site: TestSite
let user: TestUser

/** One receipt line, received in four parts around the closing days of two months. */
const parts = [
  ['2026-05-29 09:00:00', 1],
  ['2026-06-18 09:00:00', 2],
  ['2026-06-22 09:00:00', 4],
  ['2026-07-02 09:00:00', 8],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  for (const owner of ['CALENDAR', 'CYCLE']) {
    await addPastStock(site.db, { owner, item: 'J', kind: 'RECEIPT', moved: parts })
    const price = { price_cd: owner, owner_cd: owner, charge_cd: 'IN', basis_cd: 'WORK' }
    await addPrices(site.db, { ...price, unit_cd: 'EA', unit_price: 100 })
  }
  await site.db.script(`
    insert into billing_terms (owner_cd, close_day) values ('CYCLE', 20);
    insert into receipt (receipt_no, wcode, owner_cd, receipt_dt)
      select distinct doc_no, wcode, owner_cd, '2026-05-29'::date from stock_movement
      where movement_cd = 'RECEIPT';
    insert into receipt_line (receipt_no, line_no, owner_cd, stock_cd, order_qty, receive_qty,
        limit_qty)
      select distinct doc_no, 1, owner_cd, stock_cd, 15, 15, 15 from stock_movement
      where movement_cd = 'RECEIPT'`)
  await closeUntil(site.db, '20260731')
  await chargeAll(site.db)
})
// Without the ledger check, because these past receipts have no documents.
afterAll(() => site.close())

const work = async (OWNER_CD: string, extra = {}) => {
  const search = { WORK_DT: '20260501~20260731', OWNER_CD, ...extra }
  const rows = await user.query('billing/real-receipts', search)
  return rows.map((row) => [row['OF_MONTH'], row['RECEIVE_QTY'], row['CHARGE_AMT']])
}

test('the charge of a line appears on its first movement of each calendar month', async () => {
  expect(await work('CALENDAR')).toEqual([
    ['202605', 1, 100],
    ['202606', 2, 600],
    ['202606', 4, null],
    ['202607', 8, 800],
  ])
})

test('the months of an owner with a closing day are its billing months', async () => {
  expect(await work('CYCLE')).toEqual([
    ['202606', 1, 300],
    ['202606', 2, null],
    ['202607', 4, 1200],
    ['202607', 8, null],
  ])
  const [charged] = await site.db.query<{ amount: string }>(sql`
    select trim_scale(sum(amount))::text amount from charge
    where owner_cd = 'CYCLE' and bill_month = '202607'`)
  expect(charged?.amount).toBe('1200')
})

test('actual work can be searched by the billing month', async () => {
  expect(await work('CYCLE', { OF_MONTH: '202607' })).toEqual([
    ['202607', 4, 1200],
    ['202607', 8, null],
  ])
})
