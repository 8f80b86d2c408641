import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

// The payer is billed in dollars, at the TT selling rate of 1,399.9 on the issue date.
const rateOfInvoice = 1399.9
const billed = async (price: number) => {
  const id = await book({ SHIPPER_CD: 'USCO' })
  await typed(id, ['OFR', { QTY: 1, UNIT_PRICE: price }])
  const [invoice] = await drafted(id, { WRITE_DT: '20260320' })
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  return INVOICE_NO
}
let payments = 0
const paid = async (AMOUNT: number, CURRENCY_CD = 'KRW') => {
  payments += 1
  const PAYER_NM = `Transfer ${payments}`
  await saved('billing/write-payments', [
    { PAID_DT: '20260401', PAYER_NM, PAYER_CD: 'USCO', AMOUNT, CURRENCY_CD },
  ])
  const [payment] = await user.query('billing/payments', { PAYER_NM })
  return payment?.['PAYMENT_NO'] ?? null
}
const match = (row: Record<string, Value>) => user.save('billing/match-payments', [row])
const errors = async (row: Record<string, Value>) =>
  rowErrors(await match(row)).map(([, column]) => column)
const state = async (INVOICE_NO: Value, PAYMENT_NO: Value) => {
  const [invoice] = await user.query('billing/receivables', {
    INVOICE_NO,
    PAY_STATE_CD: 'PAID,PART,OPEN',
  })
  const [payment] = await user.query('billing/payments', { PAYMENT_NO })
  return [invoice?.['OPEN_AMT'], payment?.['LEFT_AMT'], payment?.['PAYMENT_STATE_CD']]
}

test('won pay an invoice in dollars in parts, with the gain or loss of each part', async () => {
  const [INVOICE_NO, PAYMENT_NO] = [await billed(1000.5), await paid(1_410_000)]
  const first = { INVOICE_NO, PAYMENT_NO, MATCH_AMT: 700, PAID_AMT: 983_500 }
  expect((await match(first)).status).toBe(200)
  expect(await state(INVOICE_NO, PAYMENT_NO)).toEqual([300.5, 426_500, 'PART'])
  const rest = { INVOICE_NO, PAYMENT_NO, MATCH_AMT: 300.5, PAID_AMT: 419_700 }
  expect((await match(rest)).body.message).not.toContain(String(INVOICE_NO))
  expect(await state(INVOICE_NO, PAYMENT_NO)).toEqual([0, 6800, 'PART'])
  const rows = await user.query('billing/matches', { INVOICE_NO })
  expect(rows).toMatchObject([
    { AMOUNT: 300.5, CURRENCY_CD: 'USD', PAID_AMT: 419_700, PAY_CURRENCY_CD: 'KRW' },
    { AMOUNT: 700, CURRENCY_CD: 'USD', PAID_AMT: 983_500, PAY_CURRENCY_CD: 'KRW' },
  ])
  expect(rows.map((row) => row['FX_AMT'])).toEqual([
    419_700 - Math.round(300.5 * rateOfInvoice),
    983_500 - Math.round(700 * rateOfInvoice),
  ])
})

test('the gains and losses of the parts add up to that of the invoice', async () => {
  const [INVOICE_NO, PAYMENT_NO] = [await billed(5.01), await paid(7100)]
  const match = (MATCH_AMT: number, PAID_AMT: number) =>
    saved('billing/match-payments', [{ INVOICE_NO, PAYMENT_NO, MATCH_AMT, PAID_AMT }])
  const matches = () => user.query('billing/matches', { INVOICE_NO })
  const gain = async () => (await matches()).reduce((sum, row) => sum + Number(row['FX_AMT']), 0)
  await match(0.08, 112)
  await match(4.93, 6950)
  const [invoice] = await user.query('billing/invoices', { INVOICE_NO })
  expect(await gain()).toBe(7062 - Number(invoice?.['WON_AMT']))
  const [last, first] = await matches()
  for (const { PAY_MATCH_NO } of [first ?? {}, last ?? {}])
    await saved('billing/unmatch-payments', [{ PAY_MATCH_NO: PAY_MATCH_NO ?? null }])
  expect(await gain()).toBe(0)
})

test('a cancelled match or payment opens both amounts again', async () => {
  const [INVOICE_NO, PAYMENT_NO] = [await billed(100), await paid(140_000)]
  const whole = { INVOICE_NO, PAYMENT_NO, MATCH_AMT: 100, PAID_AMT: 140_000 }
  await saved('billing/match-payments', [whole])
  expect(await state(INVOICE_NO, PAYMENT_NO)).toEqual([0, 0, 'MATCHED'])
  const [made] = await user.query('billing/matches', { INVOICE_NO })
  await saved('billing/unmatch-payments', [{ PAY_MATCH_NO: made?.['PAY_MATCH_NO'] ?? null }])
  expect(await state(INVOICE_NO, PAYMENT_NO)).toEqual([100, 140_000, 'OPEN'])
  await saved('billing/match-payments', [whole])
  await saved('billing/cancel-payments', [{ PAYMENT_NO, CANCEL_REASON: 'bounced' }])
  expect(await state(INVOICE_NO, PAYMENT_NO)).toEqual([100, 0, 'CANCELLED'])
  const gains = await user.query('billing/matches', { INVOICE_NO })
  expect(gains.reduce((sum, row) => sum + Number(row['FX_AMT']), 0)).toBe(0)
})

test('the amount of the payment is required, and limited by its balance and currency', async () => {
  const [INVOICE_NO, PAYMENT_NO] = [await billed(100), await paid(130_000)]
  const row = { INVOICE_NO, PAYMENT_NO, MATCH_AMT: 100 }
  expect(await errors(row)).toEqual(['PAID_AMT'])
  expect(await errors({ ...row, PAID_AMT: 130_000.5 })).toEqual(['PAID_AMT'])
  expect(await errors({ ...row, PAID_AMT: 130_001 })).toEqual(['PAID_AMT'])
  expect(await errors({ ...row, MATCH_AMT: 100.01, PAID_AMT: 130_000 })).toEqual(['MATCH_AMT'])
  const dollars = await paid(100, 'USD')
  expect(await errors({ ...row, PAYMENT_NO: dollars, PAID_AMT: 99 })).toEqual(['PAID_AMT'])
  expect((await match({ ...row, PAYMENT_NO: dollars, PAID_AMT: 100 })).status).toBe(200)
})

test('a rate far from that of the invoice is named', async () => {
  const [INVOICE_NO, PAYMENT_NO] = [await billed(100), await paid(140_000)]
  const { body } = await match({ INVOICE_NO, PAYMENT_NO, MATCH_AMT: 10, PAID_AMT: 140_000 })
  expect(body.message).toContain(String(INVOICE_NO))
})
