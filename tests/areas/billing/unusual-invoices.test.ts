import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { ownerNumberMissing, repeatedInvoice } from '#areas/billing/server/invoices.ts'
import { foreignNumber } from '#areas/billing/rules/tax-xml.ts'
import {
  composeTaxDocuments,
  emptyDocument,
  emptyTotalText,
} from '#areas/billing/server/tax-papers.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  user = await site.login('admin')
  await site.db.script(`
    insert into corp (corp_cd, corp_nm, biz_no, president_nm)
      values ('OWN', 'Own', '124-81-00998', 'Kim');
    insert into owner (owner_cd, owner_nm) values ('NIL', 'Nil'), ('ABROAD', 'Abroad Inc');
    insert into billing_terms (owner_cd, biz_no, rep_nm) values ('NIL', '124-81-00998', 'Lee')`)
})
afterAll(() => closeVerified(site))

async function saveOrThrow(name: string, ...rows: Row[]) {
  const { status, body } = await user.save(name, rows)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Closes a month with typed charges and returns the number of its only invoice. */
async function getInvoice(OWNER_CD: string, prices: readonly number[], VAT_CD = 'TAX') {
  const work = { OWNER_CD, CHARGE_CD: 'EXTRA', SERVICE_DT: '20260615', UNIT_CD: 'DOC', VAT_CD }
  const rows = prices.map((UNIT_PRICE) => ({ ...work, QTY: 1, UNIT_PRICE, REASON: 'x' }))
  await saveOrThrow('billing/write-charges', ...rows)
  await saveOrThrow('billing/close-month', { OWNER_CD, BILL_MONTH: '202606' })
  const [invoice] = await user.query('billing/invoices', { OWNER_CD })
  return invoice?.['INVOICE_NO'] ?? null
}

const composeDocuments = (number: Value) =>
  composeTaxDocuments({
    userId: 'admin',
    scope: { wcode: 'W01', owners: null },
    language: 'ko',
    today: '20260701',
    db: site.db,
    rows: [{ INVOICE_NO: number }],
  })

test('an invoice whose total is zero is neither listed as ready nor written as a tax document', async () => {
  const INVOICE_NO = await getInvoice('NIL', [5000, -5000])
  await saveOrThrow('billing/issue-invoices', { INVOICE_NO })
  const [sheet] = await user.query('billing/tax-sheet', { INVOICE_NO })
  expect(sheet?.['FAULT']).toBe(emptyTotalText)
  await expect(composeDocuments(INVOICE_NO)).rejects.toMatchObject({
    text: emptyDocument(String(INVOICE_NO)),
  })
  expect((await user.query('billing/invoices', { INVOICE_NO }))[0]?.['SENT_AT']).toBeNull()
  await saveOrThrow('billing/undo-issue', { INVOICE_NO })
})

test('an owner abroad is billed without a business number, as a foreigner in tax documents', async () => {
  const INVOICE_NO = await getInvoice('ABROAD', [7000], 'ZERO')
  expect(rowErrors(await user.save('billing/issue-invoices', [{ INVOICE_NO }]))).toEqual([
    [1, 'INVOICE_NO', ownerNumberMissing.ko],
  ])
  const terms = { OWNER_CD: 'ABROAD', TAX_CD: 'LINE', SECOND_YN: 'N', REP_NM: 'Smith' }
  await saveOrThrow('billing/save-terms', { BATCH_FLAG: 'I', ...terms, COUNTRY_CD: 'US' })
  await saveOrThrow('billing/issue-invoices', { INVOICE_NO })
  const [sheet] = await user.query('billing/tax-sheet', { INVOICE_NO })
  expect(sheet).toMatchObject({ FAULT: null, BUYER_BIZ_NO: foreignNumber, BUYER_REP_NM: 'Smith' })
  const content = String((await composeDocuments(INVOICE_NO)).files[0]?.content)
  const buyer = content.slice(
    content.indexOf('<InvoiceeParty>'),
    content.indexOf('</InvoiceeParty>'),
  )
  expect(buyer).toContain(`<ID>${foreignNumber}</ID>`)
  expect(buyer).toContain('<BusinessTypeCode>03</BusinessTypeCode>')
})

test('an owner abroad with a Korean business number is identified by that number', async () => {
  await site.db.script(`insert into owner (owner_cd, owner_nm) values ('BRANCH', 'Branch')`)
  const INVOICE_NO = await getInvoice('BRANCH', [7000])
  const terms = { OWNER_CD: 'BRANCH', TAX_CD: 'LINE', SECOND_YN: 'N', REP_NM: 'Smith' }
  const number = { BIZ_NO: '124-81-00998', COUNTRY_CD: 'US' }
  await saveOrThrow('billing/save-terms', { BATCH_FLAG: 'I', ...terms, ...number })
  await saveOrThrow('billing/issue-invoices', { INVOICE_NO })
  const content = String((await composeDocuments(INVOICE_NO)).files[0]?.content)
  expect(content).toContain('<BusinessTypeCode>01</BusinessTypeCode>')
  expect(content).not.toContain(foreignNumber)
})

test('an invoice named twice in one save receives neither of two approval numbers', async () => {
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'BRANCH' })
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  const response = await user.save('billing/approve-invoices', [
    { INVOICE_NO, APPROVAL_NO: '1'.repeat(24) },
    { INVOICE_NO, APPROVAL_NO: '2'.repeat(24) },
  ])
  expect(rowErrors(response)).toEqual([[2, 'INVOICE_NO', repeatedInvoice.ko]])
  const [after] = await user.query('billing/invoices', { INVOICE_NO })
  expect(after?.['APPROVAL_NO']).toBeNull()
})
