import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { composeTaxDocuments } from '#areas/billing/server/tax-papers.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, one } = await createFreightSite()
afterAll(() => closeVerified(site))

const caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko' as const,
  today: '20260701',
}

let INVOICE_NO: Value = null

beforeEach(async () => {
  const id = await book()
  await typed(id, ['OFR'])
  INVOICE_NO = await one(id)
})

const issue = (CLAIM_CD = '02') => saved('billing/issue-invoices', [{ INVOICE_NO, CLAIM_CD }])
const undo = () => user.save('billing/undo-issue', [{ INVOICE_NO }])
const getInvoice = async () => (await user.query('billing/invoices', { INVOICE_NO }))[0]

test('an issue is undone, and the invoice can be issued again or withdrawn', async () => {
  const drafted = await getInvoice()
  await issue('01')
  expect((await getInvoice())?.['CASH_AMT']).toBe(2_772_480)
  expect((await undo()).status).toBe(200)
  expect({ ...(await getInvoice()), CLAIM_CD: '02' }).toEqual(drafted)
  expect(rowErrors(await undo())).toHaveLength(1)
  await issue()
  expect(await getInvoice()).toMatchObject({ STATE_CD: '40', ISSUED_BY: 'admin' })
  await undo()
  await saved('billing/withdraw-freight-invoices', [{ INVOICE_NO }])
})

test.each([
  [
    'sent',
    async () => {
      await site.db.script(`update customer set tax_email = 'a@b.kr' where customer_cd = 'SHIP'`)
      await undo()
      await issue()
      await saved('billing/mail-invoices', [{ INVOICE_NO }])
      expect((await getInvoice())?.['SENT_AT']).not.toBeNull()
    },
  ],
  ['written as XML', () => composeTaxDocuments({ ...caller, db: site.db, rows: [{ INVOICE_NO }] })],
  [
    'approved',
    () =>
      saved('billing/approve-invoices', [{ INVOICE_NO, APPROVAL_NO: '202603201234567890123456' }]),
  ],
  [
    'objected to',
    () => saved('billing/object-to-line', [{ INVOICE_NO, LINE_NO: 1, OBJECTION: 'x' }]),
  ],
  ['corrected', () => saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '1' }])],
  [
    'part paid',
    async () => {
      await saved('billing/write-payments', [
        { PAID_DT: '20260401', PAYER_NM: 'x', PAYER_CD: 'SHIP', AMOUNT: 10 },
      ])
      const [paid] = await user.query('billing/open-payments', { PAYER_NM: 'x' })
      const PAYMENT_NO = paid?.['PAYMENT_NO'] ?? null
      await saved('billing/match-payments', [{ PAYMENT_NO, INVOICE_NO, MATCH_AMT: 10 }])
    },
  ],
])('the issue of an invoice that was %s is not undone', async (_event, runEvent) => {
  await issue()
  await runEvent()
  expect(rowErrors(await undo()).map(([, column]) => column)).toEqual(['INVOICE_NO'])
  if (_event === 'objected to') return
  await expect(
    site.db.script(`update invoice set state_cd = '30', issued_by = null, issued_at = null,
      buyer = null, supplier = null where invoice_no = '${String(INVOICE_NO)}'`),
  ).rejects.toMatchObject({ code: 'WM001' })
})
