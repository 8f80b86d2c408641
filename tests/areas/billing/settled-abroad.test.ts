import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

/** Paid amount, open amount and status of an invoice or a credit. */
const settled = async (INVOICE_NO: Value) => {
  const PAY_STATE_CD = 'PAID,PART,OPEN'
  const [row] = await user.query('billing/receivables', { INVOICE_NO, PAY_STATE_CD })
  return [row?.['PAID_AMT'], row?.['OPEN_AMT'], row?.['STATE_CD']]
}
/** Balances of the payments and credits of the payer, and the amounts proposed for the invoice. */
const left = async () => {
  const rows = await user.query('billing/open-payments', { PAYER_CD: 'USCO' })
  return rows.map((row) => [row['PAYMENT_NO'], row['LEFT_AMT'], row['MATCH_AMT']])
}

async function issueAndPay() {
  const id = await book({ SHIPPER_CD: 'USCO' })
  await typed(id, ['OFR', { QTY: 1, UNIT_PRICE: 1000.5 }])
  const [invoice] = await drafted(id, { WRITE_DT: '20260320' })
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  const dollars = { PAYER_CD: 'USCO', AMOUNT: 800, CURRENCY_CD: 'USD' }
  await saved('billing/write-payments', [{ PAID_DT: '20260401', PAYER_NM: 'Transfer', ...dollars }])
  const [payment] = await user.query('billing/payments', { PAYER_NM: 'Transfer' })
  const PAYMENT_NO = payment?.['PAYMENT_NO'] ?? null
  await saved('billing/match-payments', [{ PAYMENT_NO, INVOICE_NO, MATCH_AMT: 700 }])
  return { INVOICE_NO, PAYMENT_NO }
}

async function correct(row: Record<string, Value>): Promise<Value> {
  const { data } = await saved('billing/correct-invoice', [row])
  return data.rows[0]?.['INVOICE_NO'] ?? null
}

test('an invoice in dollars is paid in part, objected to, credited, refunded, and each step undone', async () => {
  const { INVOICE_NO, PAYMENT_NO } = await issueAndPay()
  const line = { INVOICE_NO, LINE_NO: 1 }
  await saved('billing/object-to-line', [{ ...line, OBJECTION: 'too much' }])
  await saved('billing/answer-objection', [{ ...line, ANSWER: 'agreed' }])
  const change = { INVOICE_NO, CORRECT_CD: '2', DIFF_AMT: -500.25, WRITE_DT: '20260402' }
  const credit = await correct(change)
  expect(await settled(INVOICE_NO)).toEqual([1000.5, 0, '60'])
  expect(await settled(credit)).toEqual([-300.5, -199.75, '40'])
  const refund = { REFUND_DT: '20260410', BANK_REF: 'OUT', REASON: 'agreed' }
  await saved('billing/refund-payments', [
    { ...refund, PAYMENT_NO, REFUND_AMT: 100 },
    { ...refund, PAYMENT_NO: credit, REFUND_AMT: 199.75 },
  ])
  expect([await settled(credit), await left()]).toEqual([[-500.25, 0, '60'], []])
  for (const { PAY_MATCH_NO } of await user.query('billing/matches', { INVOICE_NO }))
    await saved('billing/unmatch-payments', [{ PAY_MATCH_NO: PAY_MATCH_NO ?? null }])
  expect(await settled(INVOICE_NO)).toEqual([0, 1000.5, '40'])
  const open = [
    { PAYMENT_NO, INVOICE_NO, MATCH_AMT: 700 },
    { PAYMENT_NO: credit, INVOICE_NO, MATCH_AMT: 300.5 },
  ]
  expect(await left()).toEqual(open.map((row) => [row.PAYMENT_NO, row.MATCH_AMT, row.MATCH_AMT]))
  await saved('billing/match-payments', open)
  const rest = await correct({ INVOICE_NO, CORRECT_CD: '4', WRITE_DT: '20260411' })
  expect(await left()).toEqual([[rest, 500.25, null]])
  const refunds = await user.query('billing/refunds', { PAYER_CD: 'USCO' })
  await saved(
    'billing/cancel-refunds',
    refunds.map(({ REFUND_NO }) => ({ REFUND_NO: REFUND_NO ?? null, CANCEL_REASON: 'bounced' })),
  )
  // 800 were paid, and nothing of the invoice is left.
  expect(await left()).toEqual([
    [PAYMENT_NO, 100, null],
    [credit, 199.75, null],
    [rest, 500.25, null],
  ])
})
