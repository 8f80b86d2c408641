import { afterAll, expect, test } from 'vitest'
import { composeBills } from '#areas/freight/server/bill-print.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed } = await createFreightSite()
afterAll(() => site.close())

await site.db.script(`
  insert into carrier (carrier_cd, carrier_nm, mode_cd) values ('KE', 'KE', 'AIR');
  insert into freight_item (freight_cd, freight_nm, mode_cd, basis_cd, vat_cd)
    values ('AFR', 'Air freight', 'AIR', 'KG', 'ZERO')`)

const printed = async (BILL_ID: string) => {
  const scope = { wcode: 'W01', owners: null }
  const call = { userId: 'admin', scope, today: '20260320', language: 'en', db: site.db } as const
  const { pages } = await composeBills({ ...call, rows: [{ BILL_ID }] })
  return (pages[0]?.heading ?? []).map(({ label: name, value }) => [
    typeof name === 'string' ? name : name.en,
    value,
  ])
}
const bill = async (BOOKING_ID: string, KIND_CD: string) => {
  const row = { BATCH_FLAG: 'I', ROW_TYPE: 'H', DOC_REF: 'n1', BOOKING_ID, KIND_CD }
  const { data } = await saved('freight/save-bill', [row])
  return String(data.rows[0]?.['BILL_ID'])
}

test('an air waybill states the chargeable weight that its freight is calculated from', async () => {
  const air = { CARRIER_CD: 'KE', MODE_CD: 'AIR', LOAD_CD: 'AIR', WEIGHT_KG: 410, CBM: 2.88 }
  const id = await book(air)
  await typed(id, ['AFR', { UNIT_PRICE: 3000, CURRENCY_CD: 'KRW' }])
  const [charge] = await user.query('freight/charge', { BOOKING_ID: id })
  expect(charge).toMatchObject({ QTY: 480 })
  const pairs = await printed(await bill(id, 'HAWB'))
  expect(pairs).toContainEqual(['Gross kg', '410.0'])
  expect(pairs).toContainEqual(['Chargeable kg', '480.0'])
})

test('a bill of lading states no chargeable weight', async () => {
  const id = await book({ WEIGHT_KG: 410, CBM: 2.88 })
  const names = (await printed(await bill(id, 'HBL'))).map(([name]) => name)
  expect(names).not.toContain('Chargeable kg')
})
