import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { composeStatement } from '#areas/billing/server/papers.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { refusals } from '#tests/support/floor.ts'
import { addPast, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

let site: TestSite
let user: TestUser
let INVOICE_NO: Value = null

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await addPast(site.db, { owner: 'AA', item: 'J', moved: [['2026-06-29 09:00:00', 100]] })
  await addPrices(site.db, { price_cd: 'AA', owner_cd: 'AA', unit_price: 300 })
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
  await site.db.execute(sql`insert into corp (corp_cd, corp_nm, biz_no, president_nm)
    values ('OWN', '우리물류 <주>', '124-81-00998', '김대표')`)
  const terms = { OWNER_CD: 'AA', BIZ_NO: '124-81-00998', REP_NM: '이대표', TAX_EMAIL: 'a@b.kr' }
  await user.save('billing/save-terms', [
    { BATCH_FLAG: 'I', ...terms, TAX_CD: 'LINE', SECOND_YN: 'N' },
  ])
  await user.save('billing/close-month', [{ OWNER_CD: 'AA', BILL_MONTH: '202606' }])
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'AA' })
  INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await user.save('billing/issue-invoices', [{ INVOICE_NO }])
})
afterAll(() => closeVerified(site))

const caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko' as const,
  today: '20260701',
}

test('the statement carries its evidence down to the day', async () => {
  const document = await composeStatement({ ...caller, db: site.db, rows: [{ INVOICE_NO }] })
  const [page] = document.pages
  expect(page?.rows.map((row) => [row[1]?.trim(), row[2], row[5], row[8]])).toEqual([
    ['보관료', '', '10', '3,000'],
    ['·', '06-29', '5', '1,500'],
    ['·', '06-30', '5', '1,500'],
  ])
  expect(page?.heading.find(({ label }) => label === '공급받는자')?.value).toBe('AA 124-81-00998')
})

test('the bulk sheet has every field, and the document of the invoice escapes its text', async () => {
  const [row] = await user.query('billing/tax-sheet', { INVOICE_NO })
  expect(row).toMatchObject({
    KIND_CD: '0101',
    SUPPLIER_BIZ_NO: '124-81-00998',
    BUYER_REP_NM: '이대표',
    ITEM_NM: '보관료',
    LINE_SUPPLY_AMT: 3000,
    LINE_TAX_AMT: 300,
    FAULT: null,
  })
  const xml = String(row?.['XML'])
  expect(xml).toContain('<NameText>우리물류 &lt;주&gt;</NameText>')
  expect(xml).toContain('<GrandTotalAmount>3300</GrandTotalAmount>')
  expect(xml).toContain('<ID>1248100998</ID>')
})

test('a corrected invoice stands beside the one it corrects, with its reason', async () => {
  const missing = await user.save('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '2' }])
  expect(refusals(missing)[0]?.[1]).toBe('DIFF_AMT')
  const changed = { INVOICE_NO, CORRECT_CD: '2', DIFF_AMT: -505 }
  expect((await user.save('billing/correct-invoice', [changed])).status).toBe(200)
  expect(
    (await user.save('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '1' }])).status,
  ).toBe(200)
  const made = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
  const sums = made.map((row) => [row['CORRECT_CD'], row['SUPPLY_AMT'], row['TAX_AMT']])
  expect(sums.toReversed()).toEqual([
    ['2', -505, -50],
    ['1', -3000, -300],
    ['1', 3000, 300],
  ])
  const [row] = await user.query('billing/tax-sheet', {
    INVOICE_NO: made[0]?.['INVOICE_NO'] ?? null,
  })
  expect(row).toMatchObject({ KIND_CD: '0201', CORRECT_CD: '1' })
})

test('the statement goes to the owner by mail', async () => {
  expect((await user.save('billing/mail-invoices', [{ INVOICE_NO }])).status).toBe(200)
  const [job] = await site.db.query(sql`select kind from job where kind = 'bill-mail'`)
  expect(job).toEqual({ kind: 'bill-mail' })
})
