import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { matchedByAge, matchedByAmount } from '#areas/billing/server/payments.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, one } = await createFreightSite()
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

/** Issues an invoice of a net amount, with tax. */
async function createIssuedInvoice(UNIT_PRICE: number): Promise<Value> {
  const id = await book()
  await typed(id, ['THC', { QTY: 1, UNIT_PRICE }])
  const INVOICE_NO = await one(id)
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  return INVOICE_NO
}

const invoices: Value[] = []
beforeAll(async () => {
  for (const price of [100_000, 100_000, 40_000, 10_000])
    invoices.push(await createIssuedInvoice(price))
  await saved(
    'billing/write-payments',
    [110_000, 110_000, 30_000, 20_000].map((AMOUNT, index) => {
      return { PAID_DT: `2026040${index + 1}`, PAYER_NM: 'Shipper', PAYER_CD: 'SHIP', AMOUNT }
    }),
  )
})

const open = () => user.query('billing/open-payments', { PAYER_CD: 'SHIP' })
const matchOf = ({ PAYMENT_NO = null, INVOICE_NO = null, MATCH_AMT = null }: Row): Row => {
  return { PAYMENT_NO, INVOICE_NO, MATCH_AMT }
}

test('payments are proposed for different invoices, and never for more than the open amount', async () => {
  const rows = await open()
  expect(rows.map((row) => [row['INVOICE_NO'], row['MATCH_AMT'], row['PROPOSAL']])).toEqual([
    [invoices[0], 110_000, matchedByAmount.ko],
    [invoices[1], 110_000, matchedByAmount.ko],
    // The remaining payments are proposed in order of their amount, smallest first.
    [invoices[2], 24_000, matchedByAge.ko],
    [invoices[2], 20_000, matchedByAge.ko],
  ])
  await saved('billing/match-payments', rows.map(matchOf))
  const [remaining, ...others] = await open()
  expect([remaining, others]).toMatchObject([{ INVOICE_NO: invoices[3], MATCH_AMT: 6000 }, []])
})

test('the rest of a payment is matched with an invoice that it paid in part', async () => {
  const [remaining] = await open()
  const match = matchOf(remaining ?? {})
  await saved('billing/match-payments', [{ ...match, MATCH_AMT: 1000 }])
  await saved('billing/match-payments', (await open()).map(matchOf))
  expect(await open()).toEqual([])
  const [owed] = await user.query('billing/receivables', { INVOICE_NO: invoices[3] ?? null })
  expect(owed).toMatchObject({ OPEN_AMT: 5000 })
})
