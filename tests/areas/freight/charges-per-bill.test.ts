import { afterAll, expect, test } from 'vitest'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { freightPrice } from '#tests/support/freight-price.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, draft, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

await site.db.script(`insert into freight_item (freight_cd, freight_nm, mode_cd, basis_cd, vat_cd)
  values ('DOC', 'Documents', 'ANY', 'BL', 'ZERO')`)
const documents = { FREIGHT_CD: 'DOC', UNIT_CD: 'DOC', CURRENCY_CD: 'KRW' }
await saved('freight/save-price-line', [
  freightPrice('DOC', { ...documents, UNIT_PRICE: 50_000 }),
  freightPrice('DOC-B', { ...documents, UNIT_PRICE: 40_000, SIDE_CD: 'BUY' }),
])

const rate = (BOOKING_ID: string) => saved('freight/rate-booking', [{ BOOKING_ID }])
const addBills = async (BOOKING_ID: string, ...kinds: readonly string[]) => {
  const { data } = await saved(
    'freight/save-bill',
    kinds.map((KIND_CD, at) => ({
      BATCH_FLAG: 'I',
      ROW_TYPE: 'H',
      DOC_REF: `n${at}`,
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

test('without house bills, revenue is charged for each master bill', async () => {
  const id = await book()
  await addBills(id, 'MBL', 'MBL')
  await typed(id, ['DOC', { UNIT_PRICE: 100, CURRENCY_CD: 'KRW' }])
  expect(await quantities(id)).toEqual([['SELL', 2]])
  await rate(id)
  expect((await quantities(id)).at(-1)).toEqual(['BUY', 2])
})
