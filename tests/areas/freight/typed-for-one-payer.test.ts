import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeVerified } from '#tests/support/close-verified.ts'
import { freightPrice } from '#tests/support/freight-price.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

/* A typed charge replaces the tariff of its payer, not that of other payers of house bills. */

const { site, user, saved, book, addHouses, typed, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

beforeAll(async () => {
  await site.db.script(`insert into customer (customer_cd, customer_nm, biz_no, country_cd) values
      ('SECOND', 'Second', '1248100998', 'KR'), ('THIRD', 'Third', '1248100998', 'KR');
    insert into freight_item (freight_cd, freight_nm, mode_cd, basis_cd, vat_cd, pay_cd, division_cd)
      values ('HDL', 'Handling', 'ANY', 'BL', 'TAX', 'COLLECT', 'OP')`)
  const handling = { FREIGHT_CD: 'HDL', UNIT_CD: 'DOC', CURRENCY_CD: 'KRW' }
  await saved('freight/save-price-line', [
    freightPrice('HDL', { ...handling, UNIT_PRICE: 10_000 }),
    freightPrice('OFR', { FREIGHT_CD: 'OFR' }),
  ])
})

async function bookWithHouses(...consignees: readonly string[]): Promise<string> {
  const BOOKING_ID = await book()
  await addHouses(BOOKING_ID, ...consignees)
  return BOOKING_ID
}
const rate = (BOOKING_ID: string) => saved('freight/rate-booking', [{ BOOKING_ID }])
const shares = async (BOOKING_ID: string) => {
  const rows = await user.query('freight/charge', { BOOKING_ID, FREIGHT_CD: 'HDL' })
  return new Set(rows.map((row) => `${row['PAYER_CD']} ${row['AMOUNT']} ${row['ORIGIN_CD']}`))
}
const draftText = async (BOOKING_ID: string) =>
  (await saved('billing/draft-freight-invoices', [{ BOOKING_ID }])).message
const typedFor = (PAYER_CD: string) =>
  ['HDL', { PAYER_CD, QTY: 1, UNIT_PRICE: 7000, CURRENCY_CD: 'KRW' }] as const

test.each([
  ['SECOND', 'CONS 10000 TARIFF'],
  ['CONS', 'SECOND 10000 TARIFF'],
])('a typed charge of %s leaves the tariff of the other payer', async (payer, other) => {
  const id = await bookWithHouses('CONS', 'SECOND')
  await typed(id, typedFor(payer))
  await rate(id)
  expect(await shares(id)).toEqual(new Set([`${payer} 7000 TYPED`, other]))
})

test.each(['SECOND', 'CONS'])(
  'a draft with only a typed charge of %s warns that the other payer is not charged',
  async (payer) => {
    const id = await bookWithHouses('CONS', 'SECOND')
    await rate(id)
    const rows = await user.query('freight/charge', { BOOKING_ID: id, FREIGHT_CD: 'HDL' })
    await saved(
      'freight/save-charge',
      rows.map((row) => ({ ...row, BATCH_FLAG: 'D' })),
    )
    await typed(id, typedFor(payer))
    expect(await draftText(id)).toContain('HDL')
  },
)

test('a typed charge of a party without house bills replaces the tariff of the booking', async () => {
  const id = await bookWithHouses('CONS', 'SECOND')
  await typed(id, typedFor('THIRD'))
  await rate(id)
  expect(await shares(id)).toEqual(new Set(['SECOND 10000 TARIFF', 'THIRD 7000 TYPED']))
  expect(await draftText(id)).not.toContain('HDL')
})

test('a typed charge of one payer does not hide that a billed charge of another is outdated', async () => {
  const id = await bookWithHouses('CONS', 'SECOND')
  await rate(id)
  await drafted(id)
  await typed(id, typedFor('SECOND'))
  const [bill] = await user.query('freight/bill', { BOOKING_ID: id, CONSIGNEE_CD: 'CONS' })
  await saved('freight/cancel-bill', [{ BILL_ID: bill?.['BILL_ID'] ?? null, REASON: 'x' }])
  expect((await rate(id)).message).toContain('HDL (1 → 0)')
})
