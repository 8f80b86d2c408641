import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import type { Value } from '#kernel/field.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { freightPrice } from '#tests/support/freight-price.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

type Row = Record<string, Value>

const { site, user, saved, book, typed, draft, invoicesOf, drafted } = await createFreightSite()
await site.db.script(`
  insert into freight_item (freight_cd, freight_nm, mode_cd, division_cd, basis_cd, vat_cd, pay_cd,
    currency_cd) values
    ('DRY', 'Drayage', 'SEA', null, 'CNTR', 'TAX', 'PREPAID', 'USD'),
    ('LCF', 'LCL freight', 'SEA', null, 'RT', 'ZERO', 'PREPAID', 'USD')`)
afterAll(() => site.close())

const charges = (BOOKING_ID: string) => user.query('freight/charge', { BOOKING_ID })
const header = async (id: string, extra: Row): Promise<Row> => {
  const [stored] = await user.query('freight/booking', { BOOKING_ID: id })
  return { ...stored, BATCH_FLAG: 'U', ROW_TYPE: 'H', DOC_REF: id, ...extra }
}
const container = (DOC_REF: string, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  ROW_TYPE: 'L',
  DOC_REF,
  CNTR_TP: '22G1',
  CNTR_QTY: 1,
  ...extra,
})
const save = (...rows: Row[]) => user.save('freight/save-booking', rows)
const rate = (BOOKING_ID: string) => user.save('freight/rate-booking', [{ BOOKING_ID }])
const errorPlaces = (response: Parameters<typeof rowErrors>[0]) =>
  rowErrors(response).map(([row, column]) => [row, column])

describe('charges of a booking that changed after rating', () => {
  beforeAll(() =>
    saved('freight/save-price-line', [
      freightPrice('OFR', { FREIGHT_CD: 'OFR', UNIT_PRICE: 1000 }),
      freightPrice('DRY', { FREIGHT_CD: 'DRY', CNTR_TP: '45G1', POL_CD: 'CNSHA' }),
    ]),
  )

  test.each([
    ['more containers', (id: string) => container(id, { CNTR_QTY: 3 })],
    ['another departure date', (id: string) => header(id, { ETD: '20260304180000' })],
    ['another payer', (id: string) => header(id, { SHIPPER_CD: 'USCO' })],
  ])('rated charges are not billed after %s until they are rated again', async (_, change) => {
    const id = await book()
    await saved('freight/rate-booking', [{ BOOKING_ID: id }])
    await saved('freight/save-booking', [await change(id)])
    expect(rowErrors(await draft({ BOOKING_ID: id }))).toEqual([
      [1, 'BOOKING_ID', expect.stringContaining('OFR')],
    ])
    expect(await invoicesOf(id)).toEqual([])
    await saved('freight/rate-booking', [{ BOOKING_ID: id }])
    expect(await drafted(id)).toHaveLength(1)
  })

  test('typed charges are billed as typed', async () => {
    const id = await book()
    await typed(id, ['OFR', { QTY: 7 }])
    await saved('freight/save-booking', [container(id)])
    expect(await drafted(id)).toHaveLength(1)
  })

  test('a warning names containers without a price', async () => {
    const id = await book({ POL_CD: 'CNSHA' })
    await saved('freight/save-booking', [container(id, { CNTR_TP: '45G1' })])
    const { body } = await rate(id)
    expect(body.message).toContain('DRY 22G1.')
    expect(body.message).not.toContain('OFR')
    const dry = (await charges(id)).filter((row) => row['FREIGHT_CD'] === 'DRY')
    expect(dry).toMatchObject([{ CNTR_TP: '45G1', AMOUNT: 100 }])
  })
})

describe('full containers and LCL cargo', () => {
  beforeAll(() =>
    saved('freight/save-price-line', [
      freightPrice('OFR-CN', { FREIGHT_CD: 'OFR', POL_CD: 'CNSHA' }),
      freightPrice('LCF', { FREIGHT_CD: 'LCF', UNIT_CD: 'RT', POL_CD: 'CNSHA' }),
      freightPrice('LCF-B', { FREIGHT_CD: 'LCF', UNIT_CD: 'RT', SIDE_CD: 'BUY', POL_CD: 'CNSHA' }),
      freightPrice('OFR-B', { FREIGHT_CD: 'OFR', SIDE_CD: 'BUY', POL_CD: 'CNSHA' }),
    ]),
  )
  const cargo = { POL_CD: 'CNSHA', WEIGHT_KG: 1000, CBM: 12 }
  const rateAndGetCharges = async (id: string) => {
    await saved('freight/rate-booking', [{ BOOKING_ID: id }])
    return (await charges(id)).map((row) => [row['SIDE_CD'], row['FREIGHT_CD']])
  }

  test('full containers are not also charged per revenue ton', async () => {
    expect(await rateAndGetCharges(await book(cargo))).toEqual([
      ['SELL', 'OFR'],
      ['BUY', 'OFR'],
    ])
    expect((await rate(await book({ ...cargo, WEIGHT_KG: null, CBM: null }))).status).toBe(200)
  })

  test('LCL cargo is charged per revenue ton, and only the carrier is paid per container', async () => {
    expect(await rateAndGetCharges(await book({ ...cargo, LOAD_CD: 'LCL' }))).toEqual([
      ['SELL', 'LCF'],
      ['BUY', 'LCF'],
      ['BUY', 'OFR'],
    ])
  })

  test('charges of another load type are not billed until the booking is rated again', async () => {
    const id = await book(cargo)
    await rateAndGetCharges(id)
    await saved('freight/save-booking', [await header(id, { LOAD_CD: 'LCL' })])
    expect(errorPlaces(await draft({ BOOKING_ID: id }))).toEqual([[1, 'BOOKING_ID']])
    await rateAndGetCharges(id)
    expect(await drafted(id)).toHaveLength(1)
  })
})

test('a warning names billed charges that the booking has outgrown', async () => {
  const id = await book()
  await saved('freight/rate-booking', [{ BOOKING_ID: id }])
  await drafted(id)
  expect((await rate(id)).body.message).not.toContain('OFR')
  await saved('freight/save-booking', [container(id, { CNTR_QTY: 1 })])
  const { body } = await rate(id)
  expect(body.message).toContain('OFR 22G1 (2 → 3)')
})

test('a warning names billed charges of containers that left the booking', async () => {
  const id = await book()
  await saved('freight/save-booking', [container(id, { CNTR_TP: '45G1' })])
  await saved('freight/rate-booking', [{ BOOKING_ID: id }])
  await drafted(id)
  const lines = await user.query('freight/booking-lines', { BOOKING_ID: id })
  const remaining = lines.find((line) => line['CNTR_TP'] === '45G1')
  await saved('freight/save-booking', [
    { ...remaining, BATCH_FLAG: 'D', ROW_TYPE: 'L', DOC_REF: id } as Row,
  ])
  const { body } = await rate(id)
  expect(body.message).toContain('OFR 45G1 (1 → 0)')
  expect(body.message).not.toContain('OFR 22G1')
})

test('a warning names charges billed to a different payer than the one on the booking', async () => {
  const id = await book()
  await saved('freight/rate-booking', [{ BOOKING_ID: id }])
  await drafted(id)
  await saved('freight/save-booking', [await header(id, { SHIPPER_CD: 'USCO' })])
  expect((await rate(id)).body.message).toContain('OFR 22G1 (SHIP → USCO)')
})

describe('a cancelled booking', () => {
  test('a cancelled booking has neither revenue nor cost, because its charges are never billed', async () => {
    const id = await book()
    await typed(id, ['OFR'], ['OFR', { SIDE_CD: 'BUY', UNIT_PRICE: 900 }])
    await saved('freight/move-booking', [{ BOOKING_ID: id, STATE_CD: 'CANCELLED', REASON: 'x' }])
    const [profit] = await user.query('freight/booking-profit', { BOOKING_ID: id })
    expect(profit).toMatchObject({ SELL_AMT: 0, BUY_AMT: 0, PROFIT_AMT: 0, CHARGE_COUNT: 0 })
  })
})

test('a refused status names those that can follow', async () => {
  const { 'booking-state': states, 'booking-amendment': amendments } = freightCodeLists
  const BOOKING_ID = await book()
  const move = (STATE_CD: string) =>
    user.save('freight/move-booking', [{ BOOKING_ID, STATE_CD, REASON: 'x' }])
  const [early] = rowErrors(await move('COMPLETED'))
  for (const state of [states.RECEIVED, states.PENDING_UPDATE, states.CANCELLED]) {
    expect(early?.[2]).toContain(state.ko)
  }
  expect(early?.[2]).not.toContain(states.CONFIRMED.ko)
  await saved('freight/confirm-booking', [{ BOOKING_ID, BOOKING_NO: 'PUS-77' }])
  const amend = (AMENDMENT_CD: string) =>
    user.save('freight/amend-booking', [{ BOOKING_ID, AMENDMENT_CD }])
  const [declined] = rowErrors(await amend('AMENDMENT_CONFIRMED'))
  expect(declined?.[2]).toContain(amendments.AMENDMENT_RECEIVED.ko)
  expect(declined?.[2]).toContain(amendments.CANCELLATION_RECEIVED.ko)
})

describe('a container of bookings', () => {
  const CNTR_NO = 'CSQU3054383'
  const voyage = { VESSEL_CD: 'HOPE', VOYAGE_NO: '012E' }

  test('a container cannot be twice on one booking, which would charge it twice', async () => {
    const id = await book()
    const twice = await save(container(id, { CNTR_NO }), container(id, { CNTR_NO }))
    expect(errorPlaces(twice)).toEqual([
      [1, 'CNTR_NO'],
      [2, 'CNTR_NO'],
    ])
  })

  test('a container counts on one of the bookings that share it', async () => {
    const [first, second] = [await book(voyage), await book(voyage)]
    const shared = { CNTR_NO, PART_YN: 'Y' }
    await saved('freight/save-booking', [container(first, shared)])
    const both = await save(container(second, shared))
    expect(rowErrors(both)).toEqual([[1, 'MAIN_YN', expect.stringContaining(first)]])
    await saved('freight/save-booking', [container(second, { ...shared, MAIN_YN: 'N' })])
    const later = await book({ ...voyage, VOYAGE_NO: '013E' })
    await saved('freight/save-booking', [container(later, shared)])
    const moved = await save(await header(later, { VOYAGE_NO: '012E' }))
    expect(errorPlaces(moved)).toEqual([[1, 'VOYAGE_NO']])
    await saved('freight/move-booking', [{ BOOKING_ID: first, STATE_CD: 'CANCELLED', REASON: 'x' }])
    await saved('freight/save-booking', [await header(later, { VOYAGE_NO: '012E' })])
  })
})

describe('a shared container whose main booking does not count it', () => {
  const voyage = { VESSEL_CD: 'HOPE', VOYAGE_NO: '031E' }
  const CNTR_NO = 'CSQU3054383'

  test('a warning names the container when the main booking is cancelled or the other is rated', async () => {
    const [main, other] = [await book(voyage), await book(voyage)]
    const shared = { CNTR_NO, PART_YN: 'Y' }
    await saved('freight/save-booking', [container(main, shared)])
    const second = await saved('freight/save-booking', [
      container(other, { ...shared, MAIN_YN: 'N' }),
    ])
    expect(second.message).not.toContain(CNTR_NO)
    expect((await rate(other)).body.message).not.toContain(CNTR_NO)
    const cancelled = { BOOKING_ID: main, STATE_CD: 'CANCELLED', REASON: 'x' }
    const { message } = await saved('freight/move-booking', [cancelled])
    expect(message).toContain(`${CNTR_NO} (${other})`)
    expect((await rate(other)).body.message).toContain(`${CNTR_NO} (${other})`)
    const [line] = (await user.query('freight/booking-lines', { BOOKING_ID: other })).filter(
      (row) => row['CNTR_NO'] === CNTR_NO,
    )
    const taken = { ...line, BATCH_FLAG: 'U', ROW_TYPE: 'L', DOC_REF: other, MAIN_YN: 'Y' }
    expect((await saved('freight/save-booking', [taken])).message).not.toContain(CNTR_NO)
  })

  test('a container shared with another forwarder is not named', async () => {
    const alone = await book({ ...voyage, VOYAGE_NO: '032E' })
    const part = container(alone, { CNTR_NO, PART_YN: 'Y', MAIN_YN: 'N' })
    expect((await saved('freight/save-booking', [part])).message).not.toContain(CNTR_NO)
  })
})

describe('a container on two bookings of a voyage', () => {
  const voyage = { VESSEL_CD: 'HOPE', VOYAGE_NO: '021E' }

  const getSaveWarning = async (...rows: Row[]) =>
    (await saved('freight/save-booking', rows)).message

  test('a warning names the other booking unless both share the container', async () => {
    const CNTR_NO = 'MSKU6011672'
    const [first, second] = [await book(voyage), await book(voyage)]
    expect(await getSaveWarning(container(first, { CNTR_NO }))).not.toContain(CNTR_NO)
    const part = { CNTR_NO, PART_YN: 'Y', MAIN_YN: 'N' }
    expect(await getSaveWarning(container(second, part))).toContain(`${CNTR_NO} (${first})`)
    await site.db.script(`update booking_container set part_yn = 'Y' where cntr_no = '${CNTR_NO}'`)
    expect(await getSaveWarning(await header(second, { REMARK: 'x' }))).not.toContain(CNTR_NO)
    const confirmed = { BOOKING_ID: second, BOOKING_NO: 'X21' }
    expect((await saved('freight/confirm-booking', [confirmed])).message).not.toContain(CNTR_NO)
  })

  test("shippers' own containers can have the same number", async () => {
    const CNTR_NO = 'WDFU3011856'
    for (const id of [await book(voyage), await book(voyage)])
      expect(await getSaveWarning(container(id, { CNTR_NO, SOC_YN: 'Y' }))).not.toContain(CNTR_NO)
  })

  test('a roll-over to the voyage of the other booking warns as well', async () => {
    const CNTR_NO = 'CSQU3054383'
    const [first, later] = [await book(voyage), await book({ ...voyage, VOYAGE_NO: '022E' })]
    for (const id of [first, later])
      expect(await getSaveWarning(container(id, { CNTR_NO }))).not.toContain(CNTR_NO)
    const moved = { BOOKING_ID: first, VESSEL_CD: 'HOPE', VOYAGE_NO: '022E', ETD: '20260401000000' }
    const { message } = await saved('freight/roll-over-booking', [moved])
    expect(message).toContain(`${CNTR_NO} (${later})`)
  })
})

describe('times of a voyage', () => {
  test('a confirmation with an arrival before the departure is rejected', async () => {
    const BOOKING_ID = await book()
    const confirm = (row: Row) =>
      user.save('freight/confirm-booking', [{ BOOKING_ID, BOOKING_NO: 'X1', ...row }])
    expect(errorPlaces(await confirm({ ETA: '20260301000000' }))).toEqual([[1, 'ETA']])
    expect((await confirm({ ETA: '20260315000000' })).status).toBe(200)
    expect(errorPlaces(await confirm({ ETD: '20260320000000' }))).toEqual([[1, 'ETA']])
  })

  test('an actual arrival before the actual departure is rejected', async () => {
    const id = await book()
    const times = { ATD: '20260304100000', ATA: '20260301100000' }
    expect(errorPlaces(await save(await header(id, times)))).toEqual([[1, 'ATA']])
  })

  test('a booking that has departed is not rolled over', async () => {
    const id = await book()
    await saved('freight/save-booking', [await header(id, { ATD: '20260304100000' })])
    const rolled = await user.save('freight/roll-over-booking', [
      { BOOKING_ID: id, VOYAGE_NO: '2', ETD: '20260401000000' },
    ])
    expect(errorPlaces(rolled)).toEqual([[1, 'BOOKING_ID']])
  })
})
