import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { freightPrice } from '#tests/support/freight-price.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm, scac) values ('HMM', 'HMM', 'HDMU');
    insert into customer (customer_cd, customer_nm) values ('SHIP', 'Shipper');
    insert into freight_item (freight_cd, freight_nm, mode_cd, basis_cd) values
      ('OFR', 'Ocean', 'SEA', 'CNTR'), ('JPD', 'Documents', 'ANY', 'BL')`)
  user = await site.login('admin')
})
afterAll(() => site.close())
beforeEach(() => site.db.script('delete from price_line'))

const savePrices = (...rows: Row[]) => user.save('freight/save-price-line', rows)
const agreePrices = async (...rows: Row[]) => {
  const { status, body } = await savePrices(...rows)
  expect(status, JSON.stringify(body)).toBe(200)
}

describe('freight tariffs', () => {
  test('a tariff that overlaps another one with equal conditions is refused at its date', async () => {
    await agreePrices(freightPrice('A', { FREIGHT_CD: 'OFR', POD_CD: 'USLAX' }))
    expect(
      rowErrors(await savePrices(freightPrice('B', { FREIGHT_CD: 'OFR', POD_CD: 'USLAX' }))),
    ).toEqual([[1, 'FROM_DT', expect.stringContaining('A')]])
    await agreePrices(
      freightPrice('C', { FREIGHT_CD: 'OFR', POD_CD: 'NLRTM' }),
      freightPrice('D', { FREIGHT_CD: 'OFR', POD_CD: 'USLAX', SIDE_CD: 'BUY' }),
      freightPrice('E', { FREIGHT_CD: 'OFR', POD_CD: 'USLAX', CNTR_TP: '22G1' }),
    )
  })

  test.each([
    ['deleted', { BATCH_FLAG: 'D' }],
    ['changed to start later', { BATCH_FLAG: 'U', FROM_DT: '20260601', TO_DT: null }],
    ['changed to a draft', { BATCH_FLAG: 'U', STATE_CD: '10' }],
  ] as [string, Row][])(
    'a version that ended another one is not %s while a third price took over',
    async (_, change) => {
      const price = { FREIGHT_CD: 'OFR' }
      await agreePrices(freightPrice('A', price))
      await agreePrices(
        freightPrice('A', { ...price, VERSION_NO: 2, FROM_DT: '20260301', TO_DT: '20260331' }),
      )
      await agreePrices(freightPrice('B', { ...price, FROM_DT: '20260401', TO_DT: '20260430' }))
      const rows = await user.query('freight/price-line', { PRICE_CD: 'A', VERSION_NO: 2 })
      expect(rowErrors(await savePrices({ ...rows[0], ...change }))).toEqual([
        [1, 'FROM_DT', expect.stringContaining('B')],
      ])
      const [other] = await user.query('freight/price-line', { PRICE_CD: 'B' })
      await agreePrices({ ...other, BATCH_FLAG: 'D' }, { ...rows[0], ...change })
    },
  )

  test.each([
    ['side', { SIDE_CD: 'BUY' }],
    ['payer', { CUSTOMER_CD: 'SHIP' }],
    ['freight item', { FREIGHT_CD: 'JPD', UNIT_CD: 'DOC' }],
  ] as [string, Row][])('a version for another %s is refused', async (_, other) => {
    await agreePrices(freightPrice('A', { FREIGHT_CD: 'OFR' }))
    const next = freightPrice('A', { FREIGHT_CD: 'OFR', VERSION_NO: 2, FROM_DT: '20260601' })
    expect(rowErrors(await savePrices({ ...next, ...other }))[0]?.[1]).toBe('PRICE_CD')
    await agreePrices(next)
  })

  test.each([
    [{}, 'FREIGHT_CD'],
    [{ FREIGHT_CD: 'OFR', SIDE_CD: null }, 'SIDE_CD'],
    [{ FREIGHT_CD: 'OFR', UNIT_CD: 'RT' }, 'UNIT_CD'],
    [{ FREIGHT_CD: 'OFR', OWNER_CD: 'HANBIT' }, 'OWNER_CD'],
    [{ FREIGHT_CD: 'OFR', SIDE_CD: 'BUY', CUSTOMER_CD: 'SHIP' }, 'CUSTOMER_CD'],
    [{ FREIGHT_CD: 'JPD', UNIT_CD: 'DOC', CNTR_TP: '22G1' }, 'CNTR_TP'],
    [{ FREIGHT_CD: 'OFR', MONTH_MIN_AMT: 1 }, 'MONTH_MIN_AMT'],
    [{ FREIGHT_CD: 'OFR', COOL_RATE: 1 }, 'COOL_RATE'],
    [{ FREIGHT_CD: 'NONE' }, 'FREIGHT_CD'],
    [{ CHARGE_CD: 'OUT', SIDE_CD: null, UNIT_CD: 'EA', CARRIER_CD: 'HMM' }, 'CARRIER_CD'],
    [{ CHARGE_CD: 'OUT', SIDE_CD: null }, 'UNIT_CD'],
  ] as [Row, string][])('a tariff with %o is refused at %s', async (wrong, column) => {
    expect(rowErrors(await savePrices(freightPrice('A', wrong)))[0]?.[1]).toBe(column)
  })
})
