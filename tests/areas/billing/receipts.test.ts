import { afterAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, one } = await createFreightSite()
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

/** Issues an invoice of 110,000 won with tax that was received as far as stated. */
async function createIssuedInvoice(received: Row) {
  const id = await book()
  await typed(id, ['THC', { QTY: 1, UNIT_PRICE: 100_000 }])
  const INVOICE_NO = await one(id)
  await saved('billing/issue-invoices', [{ INVOICE_NO, ...received }])
  return { id, INVOICE_NO }
}
const receipt = { CLAIM_CD: '01' }

const getReceivables = async (INVOICE_NO: Value, extra: Row = {}) =>
  (await user.query('billing/receivables', { INVOICE_NO, ...extra })).map((row) => [
    row['PAY_STATE_CD'],
    row['OPEN_AMT'],
  ])

/** Number of a new payment by the payer of these invoices, with the invoice proposed for it. */
async function pay(AMOUNT: number) {
  const PAYER_NM = `bank ${await count()}`
  await saved('billing/write-payments', [
    { PAID_DT: '20260401', PAYER_NM, PAYER_CD: 'SHIP', AMOUNT },
  ])
  const [row] = await user.query('billing/open-payments', { PAYER_NM })
  return { PAYMENT_NO: row?.['PAYMENT_NO'] ?? null, proposed: row?.['INVOICE_NO'] ?? null }
}
const count = async () => (await site.db.query(sql`select from payment`)).length
const match = (PAYMENT_NO: Value, INVOICE_NO: Value, MATCH_AMT: number) =>
  user.save('billing/match-payments', [{ PAYMENT_NO, INVOICE_NO, MATCH_AMT }])

describe('an invoice issued as a receipt', () => {
  test('owes nothing, and no payment is proposed or accepted for it', async () => {
    const { id, INVOICE_NO } = await createIssuedInvoice(receipt)
    expect(await getReceivables(INVOICE_NO)).toEqual([])
    expect(await getReceivables(INVOICE_NO, { PAY_STATE_CD: 'PAID' })).toEqual([['PAID', 0]])
    expect(await site.db.query(sql`select * from freight_unpaid(${id}, '{SHIP}')`)).toEqual([])
    const { PAYMENT_NO, proposed } = await pay(110_000)
    expect(proposed).toBeNull()
    const again = await match(PAYMENT_NO, INVOICE_NO, 110_000)
    expect(rowErrors(again).map(([, column]) => column)).toEqual(['INVOICE_NO'])
  })

  test('leaves its credit owed to the customer', async () => {
    const { INVOICE_NO } = await createIssuedInvoice(receipt)
    await saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '4' }])
    const [credit] = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
    expect(await getReceivables(credit?.['INVOICE_NO'] ?? null)).toEqual([['OPEN', -110_000]])
    expect(await getReceivables(INVOICE_NO)).toEqual([])
  })

  test('makes the invoices that correct a mistake in it receipts as well', async () => {
    const { INVOICE_NO } = await createIssuedInvoice(receipt)
    await saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '1' }])
    for (const row of await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })) {
      const number = row['INVOICE_NO'] ?? null
      expect(await getReceivables(number)).toEqual([])
      const [sheet] = await user.query('billing/tax-sheet', { INVOICE_NO: number })
      expect(sheet).toMatchObject({ CREDIT_AMT: 0, CASH_AMT: row['TOTAL_AMT'] })
    }
  })

  test('gets a claim for a change of its amount', async () => {
    const { INVOICE_NO } = await createIssuedInvoice(receipt)
    await saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '2', DIFF_AMT: 5000 }])
    const [row] = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
    expect(row).toMatchObject({ TOTAL_AMT: 5500, CLAIM_CD: '02', CASH_AMT: 0 })
    await saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '1' }])
    const rows = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO, CORRECT_CD: '1' })
    expect(rows.map((each) => each['CLAIM_CD'])).toEqual(['01', '01'])
    await saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '4' }])
    // The claim is set off against the credit.
    expect(await getReceivables(row?.['INVOICE_NO'] ?? null)).toEqual([])
  })

  test('an invoice issued as a receipt can be issued again as a claim', async () => {
    const { INVOICE_NO } = await createIssuedInvoice(receipt)
    await saved('billing/undo-issue', [{ INVOICE_NO }])
    await saved('billing/issue-invoices', [{ INVOICE_NO, CLAIM_CD: '02' }])
    expect(await getReceivables(INVOICE_NO)).toEqual([['OPEN', 110_000]])
    const { PAYMENT_NO } = await pay(110_000)
    expect((await match(PAYMENT_NO, INVOICE_NO, 110_000)).status).toBe(200)
  })
})

test('an invoice received in part is paid by a payment of the remainder', async () => {
  const { INVOICE_NO } = await createIssuedInvoice({ CASH_AMT: 10_000, NOTE_AMT: 40_000 })
  expect(await getReceivables(INVOICE_NO)).toEqual([['PART', 60_000]])
  const { PAYMENT_NO, proposed } = await pay(70_000)
  expect(proposed).toBe(INVOICE_NO)
  expect(rowErrors(await match(PAYMENT_NO, INVOICE_NO, 60_001))[0]?.[1]).toBe('MATCH_AMT')
  expect((await match(PAYMENT_NO, INVOICE_NO, 60_000)).status).toBe(200)
  const state = async () => (await user.query('billing/invoices', { INVOICE_NO }))[0]?.['STATE_CD']
  expect(await state()).toBe('60')
  const [matched] = await user.query('billing/matches', { INVOICE_NO })
  await saved('billing/unmatch-payments', [{ PAY_MATCH_NO: matched?.['PAY_MATCH_NO'] ?? null }])
  expect(await state()).toBe('40')
  expect(await getReceivables(INVOICE_NO)).toEqual([['PART', 60_000]])
})
