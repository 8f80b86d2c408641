import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { freightPrice } from '#tests/support/freight-price.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, addHouses, typed, draft, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

await site.db.script(`insert into freight_item (freight_cd, freight_nm, mode_cd, basis_cd, vat_cd)
  values ('DOC', 'Documents', 'ANY', 'BL', 'ZERO'), ('AFR', 'Air freight', 'AIR', 'KG', 'ZERO');
  insert into carrier (carrier_cd, carrier_nm, mode_cd) values ('KE', 'KE', 'AIR')`)
const documents = { FREIGHT_CD: 'DOC', UNIT_CD: 'DOC', CURRENCY_CD: 'KRW' }
await saved('freight/save-price-line', [
  freightPrice('DOC', { ...documents, UNIT_PRICE: 50_000 }),
  freightPrice('DOC-B', { ...documents, UNIT_PRICE: 40_000, SIDE_CD: 'BUY' }),
])

const rate = (BOOKING_ID: string) => saved('freight/rate-booking', [{ BOOKING_ID }])
const addBills = async (BOOKING_ID: string, ...kinds: readonly string[]) => {
  const { data } = await saved(
    'freight/save-bill',
    kinds.map((KIND_CD, index) => ({
      BATCH_FLAG: 'I',
      ROW_TYPE: 'H',
      DOC_REF: `n${index}`,
      BOOKING_ID,
      KIND_CD,
    })),
  )
  return data.rows.map((row) => String(row['BILL_ID']))
}
const quantities = async (BOOKING_ID: string) =>
  (await user.query('freight/charge', { BOOKING_ID })).map((row) => [row['SIDE_CD'], row['QTY']])

test('revenue per bill is charged for each house bill, cost for each master bill', async () => {
  const id = await book()
  await rate(id)
  expect(await quantities(id)).toEqual([
    ['SELL', 1],
    ['BUY', 1],
  ])
  const [, , last] = await addBills(id, 'HBL', 'HBL', 'HBL', 'MBL')
  expect(rowErrors(await draft({ BOOKING_ID: id }))).toEqual([
    [1, 'BOOKING_ID', expect.stringContaining('DOC')],
  ])
  await rate(id)
  expect(await quantities(id)).toEqual([
    ['SELL', 3],
    ['BUY', 1],
  ])
  await saved('freight/cancel-bill', [{ BILL_ID: last ?? null, REASON: 'twice' }])
  await rate(id)
  expect((await quantities(id))[0]).toEqual(['SELL', 2])
  expect(await drafted(id)).toMatchObject([{ SUPPLY_AMT: 100_000 }])
})

test('revenue is charged for each master bill if there are no house bills', async () => {
  const id = await book()
  await addBills(id, 'MBL', 'MBL')
  await typed(id, ['DOC', { UNIT_PRICE: 100, CURRENCY_CD: 'KRW' }])
  expect(await quantities(id)).toEqual([['SELL', 2]])
  await rate(id)
  expect((await quantities(id)).at(-1)).toEqual(['BUY', 2])
})

test('a draft warns of a booking whose house bills add up to another weight', async () => {
  const air = { CARRIER_CD: 'KE', MODE_CD: 'AIR', LOAD_CD: 'AIR', VOYAGE_NO: 'KE017' }
  const cargo = { WEIGHT_KG: 400, CBM: 2, PACKAGE_QTY: 9, POL_CD: 'KRINC' }
  const id = await book({ ...air, ...cargo })
  await typed(id, ['AFR', { UNIT_PRICE: 3000, CURRENCY_CD: 'KRW' }])
  const house = (weight: number): Record<string, Value> => ({
    BATCH_FLAG: 'I',
    ROW_TYPE: 'H',
    DOC_REF: `w${weight}`,
    BOOKING_ID: id,
    KIND_CD: 'HAWB',
    WEIGHT_KG: weight,
    CBM: 1,
  })
  const { data } = await saved('freight/save-bill', [house(150), house(251.5)])
  const [first, second] = data.rows.map((row) => ({ BILL_ID: row['BILL_ID'] ?? null }))
  const drafts = async () => {
    const { message } = await saved('billing/draft-freight-invoices', [{ BOOKING_ID: id }])
    const [invoice] = await user.query('billing/invoices', { BOOKING_ID: id, STATE_CD: '30' })
    await saved('billing/withdraw-freight-invoices', [
      { INVOICE_NO: invoice?.['INVOICE_NO'] ?? null },
    ])
    return message
  }
  expect(await drafts()).not.toContain(id)
  await saved('freight/confirm-bill', [first ?? {}, second ?? {}])
  expect(await drafts()).toContain(`${id} 400 → 401.5 kg`)
  await saved('freight/amend-bill', [{ ...second, REASON: 'weighed again' }])
  const [draftBill] = await user.query('freight/bill', second)
  await saved('freight/save-bill', [
    {
      ...draftBill,
      BATCH_FLAG: 'U',
      ROW_TYPE: 'H',
      DOC_REF: String(second?.BILL_ID),
      WEIGHT_KG: 250,
    },
  ])
  await saved('freight/confirm-bill', [second ?? {}])
  expect(await drafts()).not.toContain(id)
})

const shares = async (BOOKING_ID: string) =>
  (await user.query('freight/charge', { BOOKING_ID, FREIGHT_CD: 'HDL' })).map((row) => [
    row['PAYER_CD'],
    row['QTY'],
    row['AMOUNT'],
    row['ORIGIN_CD'],
  ])

test('each consignee of a house bill pays for its own bills', async () => {
  await site.db.script(`insert into customer (customer_cd, customer_nm, biz_no, country_cd) values
      ('SECOND', 'Second', '1248100998', 'KR'), ('DEAR', 'Dear', '1248100998', 'KR');
    insert into freight_item (freight_cd, freight_nm, mode_cd, basis_cd, vat_cd, pay_cd, division_cd)
      values ('HDL', 'Handling', 'ANY', 'BL', 'TAX', 'COLLECT', 'OP')`)
  const handling = { FREIGHT_CD: 'HDL', UNIT_CD: 'DOC', CURRENCY_CD: 'KRW' }
  await saved('freight/save-price-line', [
    freightPrice('HDL', { ...handling, UNIT_PRICE: 10_000 }),
    freightPrice('HDL-D', { ...handling, UNIT_PRICE: 30_000, CUSTOMER_CD: 'DEAR' }),
  ])
  const id = await book()
  const [, , dear] = await addHouses(id, 'CONS', 'SECOND', 'DEAR', 'SECOND')
  await rate(id)
  expect(await shares(id)).toEqual([
    ['CONS', 1, 10_000, 'TARIFF'],
    ['DEAR', 1, 30_000, 'TARIFF'],
    ['SECOND', 2, 20_000, 'TARIFF'],
  ])
  await saved('freight/cancel-bill', [{ BILL_ID: dear ?? null, REASON: 'x' }])
  expect(rowErrors(await draft({ BOOKING_ID: id }))).toContainEqual([
    1,
    'BOOKING_ID',
    expect.stringContaining('HDL'),
  ])
  await rate(id)
  const [, second] = await user.query('freight/charge', { BOOKING_ID: id, FREIGHT_CD: 'HDL' })
  await saved('freight/save-charge', [{ ...second, BATCH_FLAG: 'U', UNIT_PRICE: 9000 }])
  const warned = await rate(id)
  expect(warned.message).not.toContain('HDL')
  expect(await shares(id)).toEqual([
    ['CONS', 1, 10_000, 'TARIFF'],
    ['SECOND', 2, 18_000, 'TYPED'],
  ])
  const invoices = await drafted(id)
  expect(
    invoices.flatMap((row) =>
      row['VAT_CD'] === 'TAX' ? [[row['PAYER_CD'], row['SUPPLY_AMT']]] : [],
    ),
  ).toEqual(
    expect.arrayContaining([
      ['CONS', 10_000],
      ['SECOND', 18_000],
    ]),
  )
})

test('the payer of a house bill that was merged after billing is not charged again', async () => {
  await site.db.script(`insert into customer (customer_cd, customer_nm, biz_no, country_cd) values
    ('FORMER', 'Former', '1248100998', 'KR'), ('LATER', 'Later', '1248100998', 'KR')`)
  const id = await book()
  await addHouses(id, 'CONS', 'FORMER')
  await rate(id)
  await drafted(id)
  await saved('freight/merge-customers', [{ CUSTOMER_CD: 'FORMER', MERGED_TO_CD: 'LATER' }])
  expect((await rate(id)).message).not.toContain('HDL')
  expect(await shares(id)).toEqual([
    ['CONS', 1, 10_000, 'TARIFF'],
    ['FORMER', 1, 10_000, 'TARIFF'],
  ])
})
