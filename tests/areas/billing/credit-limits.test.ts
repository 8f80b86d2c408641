import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeVerified } from '#tests/support/close-verified.ts'
import { freightPrice } from '#tests/support/freight-price.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

beforeAll(async () => {
  await site.db.script(`
    insert into customer (customer_cd, customer_nm, biz_no, country_cd, credit_limit, won_bill_yn,
      rate_kind_cd, rate_day_cd, rounding_cd) values
      ('LIMIT', 'Limited', '1248100998', 'KR', 400000, 'Y', 'BASE', 'DEPART', '2'),
      ('OLD', 'Former', '1248100998', 'KR', null, 'Y', 'BASE', 'DEPART', '2')`)
  await saved('freight/save-price-line', [freightPrice('ALL', { FREIGHT_CD: 'OFR' })])
  await saved('freight/merge-customers', [{ CUSTOMER_CD: 'OLD', MERGED_TO_CD: 'LIMIT' }])
})

/** Books and rates 200 USD. At 1,385.55 won per dollar, 277,110 won are billed without tax. */
const rate = async (head: Record<string, string>) => {
  const id = await book(head)
  const { message } = await saved('freight/rate-booking', [{ BOOKING_ID: id }])
  return { id, message }
}
const draftText = async (BOOKING_ID: string) =>
  (await saved('billing/draft-freight-invoices', [{ BOOKING_ID }])).message

test('rating and billing warn of payers who owe more than their credit limit', async () => {
  const first = await rate({ SHIPPER_CD: 'LIMIT' })
  expect(first.message).not.toContain('LIMIT')
  const [invoice] = await drafted(first.id)
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  const second = await rate({ SHIPPER_CD: 'OLD' })
  expect(second.message).toContain('LIMIT 554,220 > 400,000')
  expect(await draftText(second.id)).toContain('LIMIT 554,220 > 400,000')
  const payment = { PAYER_CD: 'OLD', PAYER_NM: 'Former', PAID_DT: '20260401', AMOUNT: 277_110 }
  await saved('billing/write-payments', [payment])
  const [paid] = await user.query('billing/open-payments', { PAYER_CD: 'LIMIT' })
  const third = await rate({ SHIPPER_CD: 'SHIP' })
  expect(third.message).not.toContain('LIMIT')
  await saved('billing/match-payments', [
    { PAYMENT_NO: paid?.['PAYMENT_NO'] ?? null, INVOICE_NO, MATCH_AMT: 277_110 },
  ])
  const fourth = await rate({ SHIPPER_CD: 'LIMIT' })
  expect(fourth.message).toContain('LIMIT 554,220 > 400,000')
  await saved('freight/move-booking', [
    { BOOKING_ID: fourth.id, STATE_CD: 'CANCELLED', REASON: 'x' },
  ])
  const fifth = await rate({ SHIPPER_CD: 'LIMIT' })
  expect(fifth.message).toContain('LIMIT 554,220 > 400,000')
})
