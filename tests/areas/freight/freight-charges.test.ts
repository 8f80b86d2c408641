import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { noTariffFound } from '#areas/freight/server/rate-bookings.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { freightPrice } from '#tests/support/freight-price.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm, mode_cd, scac, iata_cd) values
      ('HMM', 'HMM', 'SEA', 'HDMU', null), ('KE', 'KE', 'AIR', null, 'KE');
    insert into customer (customer_cd, customer_nm) values ('SHIP', 'Shipper'), ('CONS', 'Consignee');
    insert into freight_item (freight_cd, freight_nm, mode_cd, division_cd, basis_cd, vat_cd, pay_cd,
      currency_cd) values
      ('OFR', 'Ocean', 'SEA', null, 'CNTR', 'ZERO', 'PREPAID', 'USD'),
      ('LCF', 'LCL', 'SEA', null, 'RT', 'ZERO', 'PREPAID', 'USD'),
      ('THC', 'Terminal', 'SEA', 'OP', 'CNTR', 'TAX', 'PREPAID', 'KRW'),
      ('DOF', 'Delivery order', 'ANY', 'IN', 'BL', 'TAX', 'COLLECT', 'KRW'),
      ('JPD', 'Yen documents', 'ANY', null, 'BL', 'ZERO', 'PREPAID', 'JPY'),
      ('KWF', 'Dinar documents', 'ANY', null, 'BL', 'ZERO', 'PREPAID', 'KWD'),
      ('AFR', 'Air', 'AIR', null, 'KG', 'ZERO', 'PREPAID', 'USD'),
      ('INS', 'Insurance', 'ANY', null, 'VALUE', 'ZERO', 'PREPAID', 'USD');
    insert into exchange_rate (kind_cd, currency_cd, rate_dt, rate_unit, rate) values
      ('BASE', 'USD', '2026-03-02', 1, 1400), ('BASE', 'USD', '2026-03-03', 1, 1385.55),
      ('BASE', 'JPY', '2026-03-03', 100, 940.2), ('BASE', 'KWD', '2026-03-03', 1, 4500)`)
  user = await site.login('admin')
})
afterAll(() => site.close())
beforeEach(() => site.db.script('delete from freight_charge; delete from price_line'))

const savePrices = (...rows: Row[]) => user.save('freight/save-price-line', rows)
const agreePrices = async (...rows: Row[]) => {
  const { status, body } = await savePrices(...rows)
  expect(status, JSON.stringify(body)).toBe(200)
}

const book = async (head: Row = {}, lines: Row[] = []) => {
  const { status, body } = await user.save('freight/save-booking', [
    {
      BATCH_FLAG: 'I',
      ROW_TYPE: 'H',
      DOC_REF: 'n1',
      CARRIER_CD: 'HMM',
      POL_CD: 'KRPUS',
      POD_CD: 'USLAX',
      BOOK_DT: '20260220',
      ETD: '20260303180000',
      SHIPPER_CD: 'SHIP',
      CONSIGNEE_CD: 'CONS',
      ...head,
    },
    ...lines.map((line) => ({ BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: 'n1', ...line })),
  ])
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body.data.rows[0]?.['BOOKING_ID'])
}
const boxes = [
  { CNTR_TP: '22G1', CNTR_QTY: 2 },
  { CNTR_TP: '45G1', CNTR_QTY: 1 },
]
const rate = (...ids: string[]) =>
  user.save(
    'freight/rate-booking',
    ids.map((BOOKING_ID) => ({ BOOKING_ID })),
  )
const charges = (BOOKING_ID: string) => user.query('freight/charge', { BOOKING_ID })
const rateAll = async (id: string) => {
  const { status, body } = await rate(id)
  expect(status, JSON.stringify(body)).toBe(200)
  return charges(id)
}
const type = (...rows: Row[]) => user.save('freight/save-charge', rows)
const newCharge = (BOOKING_ID: string, more: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  BOOKING_ID,
  SIDE_CD: 'SELL',
  FREIGHT_CD: 'OFR',
  UNIT_PRICE: 90,
  ...more,
})

describe('rating a booking', () => {
  test('charges each size-type by its tariff, with amounts in won at the rate of the departure', async () => {
    await agreePrices(
      freightPrice('OFR', { FREIGHT_CD: 'OFR', UNIT_PRICE: 1000.5 }),
      freightPrice('OFR-45', { FREIGHT_CD: 'OFR', CNTR_TP: '45G1', UNIT_PRICE: 1800 }),
      freightPrice('OFR-B', { FREIGHT_CD: 'OFR', SIDE_CD: 'BUY', UNIT_PRICE: 900 }),
    )
    const rows = await rateAll(await book({}, boxes))
    expect(
      rows.map((row) => [
        row['SIDE_CD'],
        row['CNTR_TP'],
        row['QTY'],
        row['AMOUNT'],
        row['WON_AMT'],
      ]),
    ).toEqual([
      ['SELL', '22G1', 2, 2001, 2_772_486],
      ['SELL', '45G1', 1, 1800, 2_493_990],
      ['BUY', '22G1', 2, 1800, 2_493_990],
      ['BUY', '45G1', 1, 900, 1_246_995],
    ])
    expect(rows[0]).toMatchObject({ PAYER_CD: 'SHIP', DIVISION_CD: 'OP', RATE_DT: '20260303' })
    expect(rows[2]).toMatchObject({ PAYER_CD: null, CARRIER_CD: 'HMM' })
  })

  test.each([
    ['CNSHA', 'KRPUS', 'IN'],
    ['KRPUS', 'USLAX', 'OP'],
    ['KRPUS', 'KRINC', 'DI'],
    ['CNSHA', 'USLAX', 'OS'],
  ])('derives the division of %s to %s as %s', async (POL_CD, POD_CD, division) => {
    await agreePrices(
      freightPrice('JPD', { FREIGHT_CD: 'JPD', UNIT_CD: 'DOC', CURRENCY_CD: 'KRW' }),
    )
    const [row] = await rateAll(await book({ POL_CD, POD_CD }))
    expect(row).toMatchObject({ DIVISION_CD: division })
  })

  test('a journey through the home country is in transit', async () => {
    await agreePrices(
      freightPrice('JPD', { FREIGHT_CD: 'JPD', UNIT_CD: 'DOC', CURRENCY_CD: 'KRW' }),
    )
    const [row] = await rateAll(await book({ POR_CD: 'CNSHA', POL_CD: 'KRPUS' }))
    expect(row).toMatchObject({ DIVISION_CD: 'IT' })
  })

  test('charges only items of the division, and bills collect items to the consignee', async () => {
    const won = { CURRENCY_CD: 'KRW', UNIT_PRICE: 50000 }
    await agreePrices(
      freightPrice('THC', { FREIGHT_CD: 'THC', ...won }),
      freightPrice('DOF', { FREIGHT_CD: 'DOF', UNIT_CD: 'DOC', ...won }),
    )
    const lines = [{ CNTR_TP: '22G1', CNTR_QTY: 1 }]
    expect((await rateAll(await book({}, lines))).map((row) => row['FREIGHT_CD'])).toEqual(['THC'])
    const inbound = await rateAll(await book({ POL_CD: 'CNSHA', POD_CD: 'KRPUS' }, lines))
    expect(inbound).toMatchObject([{ FREIGHT_CD: 'DOF', PAYER_CD: 'CONS', VAT_CD: 'TAX' }])
  })

  test('the main carriage follows the payment term of the booking', async () => {
    await agreePrices(freightPrice('OFR', { FREIGHT_CD: 'OFR' }))
    const [row] = await rateAll(await book({ PAY_CD: 'COLLECT' }, boxes))
    expect(row).toMatchObject({ PAYER_CD: 'CONS' })
  })

  test.each([
    [{ WEIGHT_KG: 3180.5, CBM: 2.1 }, 3.181],
    [{ WEIGHT_KG: 1000, CBM: 2.1 }, 2.1],
  ])('charges %o by the larger of tons and cubic metres', async (cargo, qty) => {
    await agreePrices(freightPrice('LCF', { FREIGHT_CD: 'LCF', UNIT_CD: 'RT' }))
    expect(await rateAll(await book({ LOAD_CD: 'LCL', ...cargo }))).toMatchObject([{ QTY: qty }])
  })

  test.each([
    [{ WEIGHT_KG: 120.4, CBM: 0.6 }, 120.5],
    [{ WEIGHT_KG: 50, CBM: 0.6 }, 100],
  ])('charges air cargo %o by weight or volume weight', async (cargo, qty) => {
    await agreePrices(freightPrice('AFR', { FREIGHT_CD: 'AFR', UNIT_CD: 'KG', UNIT_PRICE: 3 }))
    const id = await book({ CARRIER_CD: 'KE', MODE_CD: 'AIR', LOAD_CD: 'AIR', ...cargo })
    expect(await rateAll(id)).toMatchObject([{ QTY: qty }])
  })

  test('prices tiers, minimum amounts and rounding modes of the tariff', async () => {
    await agreePrices(
      freightPrice('LCF', {
        FREIGHT_CD: 'LCF',
        UNIT_CD: 'RT',
        TIER_CD: 'GRADUATED',
        TIERS: '0:40, 10:30',
      }),
      freightPrice('DOF', {
        FREIGHT_CD: 'DOF',
        UNIT_CD: 'DOC',
        UNIT_PRICE: 12_345.6,
        CURRENCY_CD: 'KRW',
        ROUNDING_CD: '4',
      }),
    )
    const cargo = { POL_CD: 'CNSHA', POD_CD: 'KRPUS', LOAD_CD: 'LCL', CBM: 12, WEIGHT_KG: 900 }
    const rows = await rateAll(await book(cargo))
    expect(rows.map((row) => row['AMOUNT'])).toEqual([12_340, 460])
    await site.db.script('delete from freight_charge; delete from price_line')
    await agreePrices(
      freightPrice('LCM', { FREIGHT_CD: 'LCF', UNIT_CD: 'RT', UNIT_PRICE: 1, MIN_AMT: 75 }),
    )
    expect(await rateAll(await book(cargo))).toMatchObject([{ AMOUNT: 75 }])
  })

  test('an amount in a currency without decimals has none', async () => {
    await agreePrices(
      freightPrice('JPD', {
        FREIGHT_CD: 'JPD',
        UNIT_CD: 'DOC',
        UNIT_PRICE: 1234.56,
        CURRENCY_CD: 'JPY',
      }),
    )
    expect(await rateAll(await book())).toMatchObject([
      { AMOUNT: 1235, WON_AMT: 11_611, RATE_UNIT: 100 },
    ])
    await expect(site.db.execute(sql`update freight_charge set amount = 1234.5`)).rejects.toThrow(
      /freight_charge_whole/,
    )
  })

  test('an amount in a currency with three decimals keeps them', async () => {
    const price = { FREIGHT_CD: 'KWF', UNIT_CD: 'DOC', UNIT_PRICE: 1.2345, CURRENCY_CD: 'KWD' }
    await agreePrices(freightPrice('KWF', price))
    expect(await rateAll(await book())).toMatchObject([{ AMOUNT: 1.235, WON_AMT: 5558 }])
  })

  test('the most specific tariff of the date applies', async () => {
    await agreePrices(
      freightPrice('OLD', { FREIGHT_CD: 'OFR', UNIT_PRICE: 1, TO_DT: '20260302' }),
      freightPrice('ALL', {
        FREIGHT_CD: 'OFR',
        UNIT_PRICE: 2,
        FROM_DT: '20260303',
        TO_DT: '20260303',
      }),
      freightPrice('NEXT', { FREIGHT_CD: 'OFR', UNIT_PRICE: 3, FROM_DT: '20260304' }),
      freightPrice('ROUTE', { FREIGHT_CD: 'OFR', UNIT_PRICE: 4, POD_CD: 'NLRTM' }),
      freightPrice('OTHER', { FREIGHT_CD: 'OFR', UNIT_PRICE: 5, CUSTOMER_CD: 'CONS' }),
      freightPrice('DRAFT', {
        FREIGHT_CD: 'OFR',
        UNIT_PRICE: 6,
        STATE_CD: '10',
        CUSTOMER_CD: 'SHIP',
      }),
    )
    const lines = [{ CNTR_TP: '22G1', CNTR_QTY: 1 }]
    const id = await book({}, lines)
    expect(await rateAll(id)).toMatchObject([{ UNIT_PRICE: 2, PRICE_CD: 'ALL' }])
    await agreePrices(
      freightPrice('MINE', { FREIGHT_CD: 'OFR', UNIT_PRICE: 7, CUSTOMER_CD: 'SHIP' }),
    )
    expect(await rateAll(id)).toMatchObject([{ UNIT_PRICE: 7, PRICE_CD: 'MINE' }])
  })

  test('a price used by a charge cannot be changed', async () => {
    await agreePrices(freightPrice('OFR', { FREIGHT_CD: 'OFR' }))
    await rateAll(await book({}, boxes))
    const [row] = await user.query('freight/price-line', { PRICE_CD: 'OFR' })
    expect(row).toMatchObject({ USED_YN: 'Y' })
    const changed = await savePrices({ ...row, BATCH_FLAG: 'U', UNIT_PRICE: 1 })
    expect(rowErrors(changed)[0]?.[1]).toBe('PRICE_CD')
    for (const change of ['update price_line set unit_price = 1', 'delete from price_line'])
      await expect(site.db.script(change)).rejects.toMatchObject({ constraint: 'price_line_used' })
  })

  test('rating again changes nothing until the booking changes', async () => {
    await agreePrices(freightPrice('OFR', { FREIGHT_CD: 'OFR' }))
    const id = await book({}, boxes)
    const first = await rateAll(id)
    expect(await rateAll(id)).toEqual(first)
    await Promise.all([rate(id), rate(id, id)])
    expect(await charges(id)).toEqual(first)
    await site.db.execute(
      sql`delete from booking_container where booking_id = ${id} and cntr_tp = '45G1'`,
    )
    expect(await rateAll(id)).toMatchObject([{ CNTR_TP: '22G1' }])
  })

  test('a typed charge stays and replaces the tariff of its item and size-type', async () => {
    await agreePrices(
      freightPrice('OFR', { FREIGHT_CD: 'OFR' }),
      freightPrice('JPD', { FREIGHT_CD: 'JPD', UNIT_CD: 'DOC' }),
    )
    const id = await book({}, boxes)
    const [first] = (await rateAll(id)).filter((row) => row['CNTR_TP'] === '45G1')
    expect((await type({ ...first, BATCH_FLAG: 'U', UNIT_PRICE: 55 })).status).toBe(200)
    const rows = await rateAll(id)
    expect(rows.map((row) => [row['FREIGHT_CD'], row['ORIGIN_CD'], row['AMOUNT']])).toEqual([
      ['JPD', 'TARIFF', 100],
      ['OFR', 'TARIFF', 200],
      ['OFR', 'TYPED', 55],
    ])
  })

  test.each([
    ['the rate of its day is missing', { ETD: '20260301180000' }, /2026-03-01.*USD/],
    ['it has no payer', { SHIPPER_CD: null }, /OFR/],
  ])('refuses a booking if %s, and saves nothing', async (_why, head, text) => {
    await agreePrices(freightPrice('OFR', { FREIGHT_CD: 'OFR' }))
    const [good, bad] = [await book({}, boxes), await book(head, boxes)]
    const refused = rowErrors(await rate(good, bad))
    expect(refused).toMatchObject([[2, 'BOOKING_ID', expect.stringMatching(text)]])
    expect(await charges(good)).toEqual([])
  })

  test('refuses a booking without the measure of its tariff', async () => {
    await agreePrices(freightPrice('LCF', { FREIGHT_CD: 'LCF', UNIT_CD: 'RT' }))
    expect(rowErrors(await rate(await book({ LOAD_CD: 'LCL' })))).toEqual([
      [1, 'BOOKING_ID', expect.stringContaining('LCF')],
    ])
  })

  test('warns of an earlier rate and of a missing tariff', async () => {
    const id = await book({ ETD: '20260305180000' }, boxes)
    expect((await rate(id)).body.message).toContain(noTariffFound.ko)
    await agreePrices(freightPrice('OFR', { FREIGHT_CD: 'OFR' }))
    expect((await rate(id)).body.message).toContain('2026-03-03')
    expect(await charges(id)).toMatchObject([{ LATE_YN: 'Y' }, { LATE_YN: 'Y' }])
  })

  test('refuses cancelled bookings and those of other warehouses', async () => {
    const id = await book()
    await site.db.script(
      `insert into user_warehouse values ('admin', 'W02') on conflict do nothing`,
    )
    const other = await site.login('admin', 'W02')
    const body = [{ BOOKING_ID: id }]
    expect(rowErrors(await other.save('freight/rate-booking', body))[0]?.[1]).toBe('BOOKING_ID')
    expect(rowErrors(await other.save('freight/save-charge', [newCharge(id)]))[0]?.[1]).toBe(
      'BOOKING_ID',
    )
    const cancel = [{ BOOKING_ID: id, STATE_CD: 'CANCELLED', REASON: 'x' }]
    expect((await user.save('freight/move-booking', cancel)).status).toBe(200)
    expect(rowErrors(await rate(id))[0]?.[1]).toBe('BOOKING_ID')
    expect(rowErrors(await type(newCharge(id)))[0]?.[1]).toBe('BOOKING_ID')
  })
})

describe('typed charges', () => {
  test('a typed charge is completed from its item and booking', async () => {
    const id = await book({}, boxes)
    expect(
      (await type(newCharge(id), newCharge(id, { SIDE_CD: 'BUY', CNTR_TP: '45G1' }))).status,
    ).toBe(200)
    expect(await charges(id)).toMatchObject([
      { LINE_NO: 1, PAYER_CD: 'SHIP', QTY: 3, AMOUNT: 270, CURRENCY_CD: 'USD', WON_AMT: 374_099 },
      { LINE_NO: 2, CARRIER_CD: 'HMM', QTY: 1, AMOUNT: 90, ORIGIN_CD: 'TYPED', DIVISION_CD: 'OP' },
    ])
  })

  test('a charge on a value is a percentage of that value', async () => {
    const id = await book()
    const row = newCharge(id, { FREIGHT_CD: 'INS', QTY: 20_000, UNIT_PRICE: 0.35 })
    expect((await type(row)).status).toBe(200)
    expect(await charges(id)).toMatchObject([{ AMOUNT: 70 }])
  })

  test.each([
    [{ FREIGHT_CD: 'NONE' }, 'FREIGHT_CD'],
    [{ PAYER_CD: 'NOONE' }, 'PAYER_CD'],
    [{ SIDE_CD: 'BUY', PAYER_CD: 'SHIP' }, 'PAYER_CD'],
    [{ CARRIER_CD: 'HMM' }, 'CARRIER_CD'],
    [{ FREIGHT_CD: 'JPD', CNTR_TP: '22G1' }, 'CNTR_TP'],
    [{ FREIGHT_CD: 'INS' }, 'QTY'],
    [{ QTY: 0 }, 'QTY'],
    [{ CURRENCY_CD: 'EUR' }, 'CURRENCY_CD'],
    [{ CURRENCY_CD: 'XXQ' }, 'CURRENCY_CD'],
    [{ UNIT_PRICE: null }, 'UNIT_PRICE'],
    [{ BOOKING_ID: 'NONE' }, 'BOOKING_ID'],
  ] as [Row, string][])('a charge with %o is refused at %s', async (wrong, column) => {
    const id = await book({}, boxes)
    const response = await type(newCharge(id), newCharge(id, wrong))
    expect(response.status, JSON.stringify(response.body)).toBe(422)
    expect(rowErrors(response)).toEqual([[2, column, expect.any(String)]])
    expect(await charges(id)).toEqual([])
  })

  test('a charge that another user changed first is not overwritten', async () => {
    const id = await book({}, boxes)
    await type(newCharge(id))
    const [row] = await charges(id)
    const change = (UNIT_PRICE: number) => type({ ...row, BATCH_FLAG: 'U', UNIT_PRICE })
    expect((await change(10)).status).toBe(200)
    expect((await change(20)).status).toBe(409)
    const [now] = await charges(id)
    expect(now).toMatchObject({ UNIT_PRICE: 10 })
    expect((await type({ ...now, BATCH_FLAG: 'D' })).status).toBe(200)
    expect(await charges(id)).toEqual([])
  })
})

describe('profit per booking', () => {
  test('profit is revenue less cost in won', async () => {
    const id = await book({}, boxes)
    const sell = newCharge(id, { UNIT_PRICE: 100 })
    await type(sell, { ...sell, SIDE_CD: 'BUY', UNIT_PRICE: 80 })
    const [row] = await user.query('freight/booking-profit', { BOOKING_ID: id })
    expect(row).toMatchObject({
      CHARGE_COUNT: 2,
      SELL_AMT: 415_665,
      BUY_AMT: 332_532,
      PROFIT_AMT: 83_133,
      PROFIT_RATE: 20,
    })
  })
})
