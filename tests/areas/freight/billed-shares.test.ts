import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { freightPrice } from '#tests/support/freight-price.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, addHouses, typed, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

await site.db.script(`insert into customer (customer_cd, customer_nm, biz_no, country_cd) values
    ('SECOND', 'Second', '1248100998', 'KR'), ('DEAR', 'Dear', '1248100998', 'KR');
  insert into freight_item (freight_cd, freight_nm, mode_cd, basis_cd, vat_cd, pay_cd, division_cd)
    values ('HDL', 'Handling', 'ANY', 'BL', 'TAX', 'COLLECT', 'OP')`)
await saved('freight/save-price-line', [
  freightPrice('HDL', {
    FREIGHT_CD: 'HDL',
    UNIT_CD: 'DOC',
    CURRENCY_CD: 'KRW',
    UNIT_PRICE: 10_000,
  }),
])

const rate = (BOOKING_ID: string) => saved('freight/rate-booking', [{ BOOKING_ID }])
const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))
const shares = async (BOOKING_ID: string) =>
  (await user.query('freight/charge', { BOOKING_ID, FREIGHT_CD: 'HDL' }))
    .map((row) => [row['PAYER_CD'], row['QTY'], row['ORIGIN_CD']])
    .toSorted(byText)
const change = async (name: 'bill' | 'booking', key: Record<string, Value>, values: object) => {
  const [row] = await user.query(`freight/${name}`, key)
  const DOC_REF = String(Object.values(key)[0])
  await saved(`freight/save-${name}`, [
    { ...row, BATCH_FLAG: 'U', ROW_TYPE: 'H', DOC_REF, ...values },
  ])
}
const withdraw = async (BOOKING_ID: string) => {
  const invoices = await user.query('billing/invoices', { BOOKING_ID, STATE_CD: '30' })
  const rows = invoices.map(({ INVOICE_NO = null }) => ({ INVOICE_NO }))
  await saved('billing/withdraw-freight-invoices', rows)
}

test('a bill whose consignee changes after billing is not charged to both', async () => {
  const id = await book()
  const [, second, third] = await addHouses(id, 'CONS', 'CONS', 'CONS')
  await rate(id)
  await drafted(id)
  await change('bill', { BILL_ID: second ?? null }, { CONSIGNEE_CD: 'SECOND' })
  await change('bill', { BILL_ID: third ?? null }, { CONSIGNEE_CD: 'SECOND' })
  const { message } = await rate(id)
  expect(await shares(id)).toEqual([['CONS', 3, 'TARIFF']])
  expect(message).toContain('HDL (3 → 1)')
  expect(message).toContain('HDL SECOND 2')
  await withdraw(id)
  await rate(id)
  expect(await shares(id)).toEqual([
    ['CONS', 1, 'TARIFF'],
    ['SECOND', 2, 'TARIFF'],
  ])
})

test('charges that were billed remain those of their payers when the consignee of the booking changes', async () => {
  const id = await book()
  await addHouses(id, 'CONS', 'SECOND')
  await rate(id)
  await drafted(id)
  const billed = await shares(id)
  await change('booking', { BOOKING_ID: id }, { CONSIGNEE_CD: 'SECOND' })
  expect((await rate(id)).message).not.toContain('HDL')
  expect(await shares(id)).toEqual(billed)
})

test('a house bill that is added after billing is charged to its consignee', async () => {
  const id = await book()
  await addHouses(id, 'CONS')
  await rate(id)
  await drafted(id)
  await addHouses(id, 'SECOND', 'DEAR')
  await change('booking', { BOOKING_ID: id }, { CONSIGNEE_CD: 'SECOND' })
  expect((await rate(id)).message).not.toContain('HDL')
  const charged = [
    ['CONS', 1, 'TARIFF'],
    ['DEAR', 1, 'TARIFF'],
    ['SECOND', 1, 'TARIFF'],
  ]
  expect(await shares(id)).toEqual(charged)
  const invoices = await drafted(id)
  expect(invoices.map((row) => row['PAYER_CD']).toSorted(byText)).toEqual([
    'CONS',
    'DEAR',
    'SECOND',
  ])
})

test('a charge typed for the consignee of one house bill leaves those of the others', async () => {
  const id = await book()
  await addHouses(id, 'CONS', 'SECOND')
  await typed(id, ['HDL', { PAYER_CD: 'SECOND', QTY: 1, UNIT_PRICE: 8000, CURRENCY_CD: 'KRW' }])
  await rate(id)
  expect(await shares(id)).toEqual([
    ['CONS', 1, 'TARIFF'],
    ['SECOND', 1, 'TYPED'],
  ])
})

test('a charge moved to another payer is not charged to the former one again', async () => {
  const id = await book()
  await addHouses(id, 'CONS', 'SECOND')
  await rate(id)
  const [first] = await user.query('freight/charge', { BOOKING_ID: id, PAYER_CD: 'CONS' })
  await saved('freight/save-charge', [{ ...first, BATCH_FLAG: 'U', PAYER_CD: 'DEAR' }])
  await rate(id)
  expect(await shares(id)).toEqual([
    ['DEAR', 1, 'TYPED'],
    ['SECOND', 1, 'TARIFF'],
  ])
})
