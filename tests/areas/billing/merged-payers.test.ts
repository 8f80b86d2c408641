import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeVerified } from '#tests/support/close-verified.ts'
import { freightPrice } from '#tests/support/freight-price.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

beforeAll(async () => {
  await site.db.script(`
    insert into customer (customer_cd, customer_nm, biz_no, country_cd) values
      ('OLD', 'Former', '1248100998', 'KR'), ('KEPT', 'Remaining', '1248100998', 'KR')`)
  await saved('freight/save-price-line', [
    freightPrice('ALL', { FREIGHT_CD: 'OFR' }),
    freightPrice('OFOLD', { FREIGHT_CD: 'OFR', UNIT_PRICE: 70, CUSTOMER_CD: 'OLD' }),
  ])
  await saved('freight/merge-customers', [{ CUSTOMER_CD: 'OLD', MERGED_TO_CD: 'KEPT' }])
})

test.each(['OLD', 'KEPT'])(
  'tariffs of a merged customer apply to a booking of %s',
  async (code) => {
    const id = await book({ SHIPPER_CD: code })
    await saved('freight/rate-booking', [{ BOOKING_ID: id }])
    const charges = await user.query('freight/charge', { BOOKING_ID: id })
    expect(charges).toMatchObject([{ PRICE_CD: 'OFOLD', UNIT_PRICE: 70, PAYER_CD: 'KEPT' }])
  },
)

test('a tariff of the remaining customer takes precedence over tariffs of the merged one', async () => {
  await saved('freight/save-price-line', [
    freightPrice('OFKEPT', { FREIGHT_CD: 'OFR', UNIT_PRICE: 60, CUSTOMER_CD: 'KEPT' }),
  ])
  const id = await book({ SHIPPER_CD: 'OLD' })
  await saved('freight/rate-booking', [{ BOOKING_ID: id }])
  const charges = await user.query('freight/charge', { BOOKING_ID: id })
  expect(charges).toMatchObject([{ PRICE_CD: 'OFKEPT', UNIT_PRICE: 60 }])
})

test('a payment of a merged customer is proposed for and matched with the remaining one', async () => {
  const id = await book({ SHIPPER_CD: 'KEPT' })
  await typed(id, ['THC', { QTY: 1, UNIT_PRICE: 123_450 }])
  const [invoice] = await drafted(id)
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  await saved('billing/write-payments', [
    { PAID_DT: '20260401', PAYER_NM: 'Former bank', PAYER_CD: 'OLD', AMOUNT: 135_795 },
  ])
  const [paid] = await user.query('billing/open-payments', { PAYER_NM: 'Former bank' })
  expect(paid).toMatchObject({ INVOICE_NO, MATCH_AMT: 135_795 })
  await saved('billing/match-payments', [
    { PAYMENT_NO: paid?.['PAYMENT_NO'] ?? null, INVOICE_NO, MATCH_AMT: 135_795 },
  ])
})

test('a payment without a code is proposed by any name of merged customers', async () => {
  await site.db.script(`
    insert into customer (customer_cd, customer_nm, customer_en, biz_no, country_cd) values
      ('EAST', 'East', 'East Inc', '1248100998', 'KR'),
      ('WEST', 'West', 'West Inc', '1248100998', 'KR')`)
  const bill = async (SHIPPER_CD: string) => {
    const id = await book({ SHIPPER_CD })
    await typed(id, ['THC', { QTY: 1, UNIT_PRICE: 1000 }])
    const [{ INVOICE_NO = null } = {}] = await drafted(id)
    await saved('billing/issue-invoices', [{ INVOICE_NO }])
    return INVOICE_NO
  }
  const numbers = [await bill('EAST'), await bill('WEST')]
  await saved('freight/merge-customers', [{ CUSTOMER_CD: 'EAST', MERGED_TO_CD: 'WEST' }])
  for (const PAYER_NM of ['East', 'West', 'East Inc', 'West Inc']) {
    await saved('billing/write-payments', [{ PAID_DT: '20260401', PAYER_NM, AMOUNT: 1100 }])
    const [{ PAYMENT_NO = null, ...proposed } = {}] = await user.query('billing/open-payments', {
      PAYER_NM,
    })
    expect([PAYER_NM, proposed['INVOICE_NO']]).toEqual([PAYER_NM, numbers[0]])
    for (const INVOICE_NO of numbers)
      await saved('billing/match-payments', [{ PAYMENT_NO, INVOICE_NO, MATCH_AMT: 1 }])
    await saved('billing/cancel-payments', [{ PAYMENT_NO, CANCEL_REASON: 'x' }])
  }
})

test('a search for the remaining customer finds records of the merged one, and no others', async () => {
  await site.db.script(`insert into customer (customer_cd, customer_nm, biz_no, country_cd) values
    ('LATER', 'Merged later', '1248100998', 'KR'), ('STAYS', 'Stays', '1248100998', 'KR')`)
  const id = await book({ SHIPPER_CD: 'LATER' })
  await typed(id, ['THC', { QTY: 1, UNIT_PRICE: 1000 }])
  const [invoice] = await drafted(id)
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  await saved('billing/write-payments', [
    { PAID_DT: '20260401', PAYER_NM: 'Later', PAYER_CD: 'LATER', AMOUNT: 100 },
  ])
  await saved('freight/merge-customers', [{ CUSTOMER_CD: 'LATER', MERGED_TO_CD: 'STAYS' }])
  const findOpenDocuments = async (search: Record<string, string>) =>
    [
      await user.query('billing/receivables', search),
      await user.query('billing/invoices', search),
      await user.query('billing/payments', search),
      await user.query('billing/open-payments', search),
      await user.query('freight/charge', search),
    ].map((rows) => rows.length)
  expect(await findOpenDocuments({ PAYER_CD: 'STAYS' })).toEqual([1, 1, 1, 1, 1])
  expect(await findOpenDocuments({ PAYER_CD: 'KEPT,STAYS' })).toEqual([
    1,
    2,
    2,
    1,
    expect.any(Number),
  ])
  expect(await findOpenDocuments({ PAYER_CD: 'LATER' })).toEqual([1, 1, 1, 1, 1])
  expect(await user.query('freight/booking', { SHIPPER_CD: 'STAYS' })).toHaveLength(1)
  expect(await findOpenDocuments({ PAYER_CD: 'CONS' })).toEqual([0, 0, 0, 0, 0])
})

test('an invoice that was written before the merge is issued to the remaining customer', async () => {
  await site.db.script(`insert into customer (customer_cd, customer_nm, country_cd)
    values ('TWIN', 'Duplicate without a number', 'KR')`)
  const id = await book({ SHIPPER_CD: 'TWIN' })
  await typed(id, ['THC', { QTY: 1, UNIT_PRICE: 1000 }])
  const [invoice] = await drafted(id)
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await saved('freight/merge-customers', [{ CUSTOMER_CD: 'TWIN', MERGED_TO_CD: 'KEPT' }])
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  const [sheet] = await user.query('billing/tax-sheet', { INVOICE_NO })
  expect(sheet).toMatchObject({ BUYER_BIZ_NO: '124-81-00998', BUYER_CORP_NM: 'Remaining' })
})
