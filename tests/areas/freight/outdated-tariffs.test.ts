import { afterAll, describe, expect, test } from 'vitest'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { freightPrice } from '#tests/support/freight-price.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, draft, drafted } = await createFreightSite()
afterAll(() => closeVerified(site))

const rate = (BOOKING_ID: string) => saved('freight/rate-booking', [{ BOOKING_ID }])
const change = async (id: string, extra: Record<string, string>) => {
  const [stored] = await user.query('freight/booking', { BOOKING_ID: id })
  const { message } = await saved('freight/save-booking', [
    { ...stored, BATCH_FLAG: 'U', ROW_TYPE: 'H', DOC_REF: id, ...extra },
  ])
  return message
}

await site.db.script(`insert into freight_item (freight_cd, freight_nm, mode_cd, basis_cd, vat_cd,
  pay_cd, currency_cd) values ('BUNK', 'Bunker', 'SEA', 'CNTR', 'ZERO', 'PREPAID', 'USD')`)
await saved('freight/save-price-line', [
  freightPrice('OFR', { FREIGHT_CD: 'OFR', UNIT_PRICE: 1000 }),
  freightPrice('OFR-RTM', { FREIGHT_CD: 'OFR', UNIT_PRICE: 1700, POD_CD: 'NLRTM' }),
  freightPrice('THC', { FREIGHT_CD: 'THC', UNIT_PRICE: 150_000, CURRENCY_CD: 'KRW' }),
])

test.each([
  [
    'a change to a route with another price',
    'OFR',
    (id: string) => change(id, { POD_CD: 'NLRTM' }),
  ],
  [
    'a change to a route of another division',
    'THC',
    (id: string) => change(id, { POL_CD: 'CNSHA' }),
  ],
  [
    'a new version of its price',
    'OFR',
    async () => {
      const version = { VERSION_NO: 2, UNIT_PRICE: 1100, FROM_DT: '20260301' }
      await saved('freight/save-price-line', [
        freightPrice('OFR', { FREIGHT_CD: 'OFR', ...version }),
      ])
    },
  ],
] as const)(
  'charges are not billed after %s until they are rated again',
  async (_, item, cause) => {
    const id = await book()
    await rate(id)
    await cause(id)
    expect(rowErrors(await draft({ BOOKING_ID: id }))).toContainEqual([
      1,
      'BOOKING_ID',
      expect.stringContaining(item),
    ])
    await rate(id)
    expect((await drafted(id)).length).toBeGreaterThan(0)
  },
)

test('a charge next to a typed charge of its item is billed, because rating would drop it', async () => {
  const id = await book()
  await rate(id)
  await typed(id, ['OFR', { QTY: 1, UNIT_PRICE: 50 }])
  await change(id, { POD_CD: 'NLRTM' })
  expect((await draft({ BOOKING_ID: id })).status).toBe(200)
})

describe('a booking with containers of two size-types', () => {
  const charged = async (id: string) =>
    (await user.query('freight/charge', { BOOKING_ID: id })).flatMap((row) =>
      row['FREIGHT_CD'] === 'OFR' ? [[row['CNTR_TP'], row['ORIGIN_CD'], row['UNIT_PRICE']]] : [],
    )
  const more = (DOC_REF: string) =>
    saved('freight/save-booking', [
      { BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF, CNTR_TP: '45G1', CNTR_QTY: 1 },
    ])

  test('a price typed for one size-type leaves the tariff charge of the other', async () => {
    const id = await book()
    await more(id)
    await rate(id)
    const [small] = await user.query('freight/charge', { BOOKING_ID: id, CNTR_TP: '22G1' })
    await saved('freight/save-charge', [{ ...small, BATCH_FLAG: 'U', UNIT_PRICE: 950 }])
    await rate(id)
    expect(await charged(id)).toEqual([
      ['22G1', 'TYPED', 950],
      ['45G1', 'TARIFF', 1100],
    ])
    await change(id, { POD_CD: 'NLRTM' })
    expect((await draft({ BOOKING_ID: id })).status).toBe(422)
    await rate(id)
    expect((await charged(id)).at(1)).toEqual(['45G1', 'TARIFF', 1700])
  })

  test('a typed charge without a size-type replaces the tariff of all', async () => {
    const id = await book()
    await more(id)
    await rate(id)
    await typed(id, ['OFR', { QTY: 3, UNIT_PRICE: 900 }])
    await rate(id)
    expect(await charged(id)).toEqual([[null, 'TYPED', 900]])
  })

  test('a draft warns of a size-type that was added after rating', async () => {
    const id = await book()
    await rate(id)
    await more(id)
    const { message } = await saved('billing/draft-freight-invoices', [{ BOOKING_ID: id }])
    expect(message).toContain('OFR 45G1')
    expect(message).not.toContain('OFR 22G1')
    await rate(id)
    const again = await saved('billing/draft-freight-invoices', [{ BOOKING_ID: id }])
    expect(again.message).not.toContain('OFR')
  })
})

describe('VAT of tariffs', () => {
  const terminal = { FREIGHT_CD: 'THC', CURRENCY_CD: 'KRW', UNIT_PRICE: 150_000 }
  const vats = async (id: string) =>
    Object.fromEntries(
      (await user.query('freight/charge', { BOOKING_ID: id })).map((row) => [
        row['FREIGHT_CD'],
        row['VAT_CD'],
      ]),
    )

  test('a zero-rated tariff of a taxed item is billed without tax', async () => {
    await saved('freight/save-price-line', [
      freightPrice('THC-Z', { ...terminal, VAT_CD: 'ZERO', CUSTOMER_CD: 'USCO' }),
    ])
    const [zero, taxed] = [await book({ SHIPPER_CD: 'USCO' }), await book()]
    for (const id of [zero, taxed]) await rate(id)
    expect(await vats(taxed)).toEqual({ OFR: 'ZERO', THC: 'TAX' })
    expect(await vats(zero)).toEqual({ OFR: 'ZERO', THC: 'ZERO' })
    const invoices = await drafted(zero)
    expect(invoices.map((row) => [row['VAT_CD'], row['TAX_AMT']])).toEqual([
      ['ZERO', 0],
      ['ZERO', 0],
    ])
  })

  test('charges are not billed with the former VAT of their item', async () => {
    const id = await book()
    await rate(id)
    const [item] = await user.query('freight/freight-item', { FREIGHT_CD: 'THC' })
    await saved('freight/save-freight-item', [{ ...item, BATCH_FLAG: 'U', VAT_CD: 'ZERO' }])
    expect(rowErrors(await draft({ BOOKING_ID: id }))).toEqual([
      [1, 'BOOKING_ID', expect.stringContaining('THC')],
    ])
    await rate(id)
    expect(await vats(id)).toEqual({ OFR: 'ZERO', THC: 'ZERO' })
    expect((await draft({ BOOKING_ID: id })).status).toBe(200)
  })
})

test('a new departure date warns of cost and revenue that were rated for the former one', async () => {
  await saved('freight/save-price-line', [
    freightPrice('BUNK', { FREIGHT_CD: 'BUNK', SIDE_CD: 'BUY', UNIT_PRICE: 70 }),
  ])
  const id = await book()
  await rate(id)
  const rollOver = { BOOKING_ID: id, VOYAGE_NO: '013E', ETD: '20260317180000' }
  expect((await saved('freight/roll-over-booking', [rollOver])).message).toEqual(
    expect.stringContaining(`${id} (BUNK, OFR, THC)`),
  )
  await rate(id)
  await drafted(id)
  expect(await change(id, { ETD: '20260317200000' })).not.toContain('BUNK')
  // Revenue is billed and fixed; the cost follows the new date.
  expect(await change(id, { ETD: '20260318200000' })).toEqual(
    expect.stringContaining(`${id} (BUNK)`),
  )
  await rate(id)
  const confirm = { BOOKING_ID: id, BOOKING_NO: 'HD1', ETD: '20260319200000' }
  expect((await saved('freight/confirm-booking', [confirm])).message).toEqual(
    expect.stringContaining(`${id} (BUNK)`),
  )
})
