import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import {
  composeTaxDocuments,
  factsMissingText,
  negativeDocument,
  negativeTotalText,
} from '#areas/billing/server/tax-papers.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
let INVOICE_NO: Value = null

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await addPastStock(site.db, { owner: 'CREDIT', item: 'J', moved: [['2026-06-10 09:00:00', 1]] })
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
  const discount = { OWNER_CD: 'CREDIT', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260615', REASON: 'x' }
  const row = { ...discount, QTY: 1, UNIT_CD: 'DOC', UNIT_PRICE: -5000, VAT_CD: 'TAX' }
  expect(rowErrors(await user.save('billing/write-charges', [row]))).toEqual([])
  const month = { OWNER_CD: 'CREDIT', BILL_MONTH: '202606', REASON: 'no price' }
  expect(rowErrors(await user.save('billing/close-month', [month]))).toEqual([])
  await site.db.script(
    `insert into billing_terms (owner_cd, biz_no) values ('CREDIT', '124-81-00998')`,
  )
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'CREDIT' })
  INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
})
// Without the ledger check, because this past movement has no document.
afterAll(() => site.close())

test('cash paid out with a negative invoice reduces what the customer is owed', async () => {
  await user.save('billing/issue-invoices', [{ INVOICE_NO, CASH_AMT: 500 }])
  const [owed] = await user.query('billing/receivables', { INVOICE_NO })
  expect(owed).toMatchObject({ TOTAL_AMT: -5500, OPEN_AMT: -5000, PAY_STATE_CD: 'PART' })
  const [sheet] = await user.query('billing/tax-sheet', { INVOICE_NO })
  expect(sheet).toMatchObject({ CASH_AMT: -500, CREDIT_AMT: -5000 })
})

test('a negative invoice that corrects no other invoice is listed as not ready', async () => {
  const [sheet] = await user.query('billing/tax-sheet', { INVOICE_NO })
  expect(sheet?.['FAULT']).toContain(negativeTotalText)
})

const composeDocuments = (number: Value) =>
  composeTaxDocuments({
    userId: 'admin',
    scope: { wcode: 'W01', owners: null },
    language: 'ko',
    today: '20260701',
    db: site.db,
    rows: [{ INVOICE_NO: number }],
  })

test('a negative invoice that corrects no other invoice is not written as a tax document', async () => {
  await expect(composeDocuments(INVOICE_NO)).rejects.toMatchObject({
    text: negativeDocument(String(INVOICE_NO)),
  })
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'CREDIT' })
  expect(invoice?.['SENT_AT']).toBeNull()
  expect((await user.save('billing/undo-issue', [{ INVOICE_NO }])).status).toBe(200)
})

test('an invoice without a field of a tax invoice is not written and can still be undone', async () => {
  await site.db.script(`insert into owner (owner_cd, owner_nm, biz_no)
      values ('PLUS', 'PLUS', '124-81-00998');
    insert into corp (corp_cd, corp_nm, biz_no, president_nm)
      values ('OWN', 'Own', '124-81-00998', 'Kim')`)
  const typed = { OWNER_CD: 'PLUS', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260615', REASON: 'x' }
  const row = { ...typed, QTY: 1, UNIT_CD: 'DOC', UNIT_PRICE: 5000, VAT_CD: 'TAX' }
  expect(rowErrors(await user.save('billing/write-charges', [row]))).toEqual([])
  const month = { OWNER_CD: 'PLUS', BILL_MONTH: '202606' }
  expect(rowErrors(await user.save('billing/close-month', [month]))).toEqual([])
  const [invoice] = await user.query('billing/invoices', month)
  const number = { INVOICE_NO: invoice?.['INVOICE_NO'] ?? null }
  expect(rowErrors(await user.save('billing/issue-invoices', [number]))).toEqual([])
  const [sheet] = await user.query('billing/tax-sheet', number)
  const missing = label('공급받는자 대표자', 'buyer representative')
  expect(sheet?.['FAULT']).toBe(missing.ko)
  await expect(composeDocuments(number.INVOICE_NO)).rejects.toMatchObject({
    text: factsMissingText(String(number.INVOICE_NO), [missing]),
  })
  expect(rowErrors(await user.save('billing/undo-issue', [number]))).toEqual([])
  await site.db.script(`insert into billing_terms (owner_cd, rep_nm) values ('PLUS', 'Lee')`)
  expect(rowErrors(await user.save('billing/issue-invoices', [number]))).toEqual([])
  expect((await composeDocuments(number.INVOICE_NO)).files[0]?.content).toContain(
    '<NameText>Lee</NameText>',
  )
})
