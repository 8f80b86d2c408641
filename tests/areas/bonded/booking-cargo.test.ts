import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  alreadyExpected,
  bookingMissing,
  bookingNotConfirmed,
  missingFromBooking,
} from '#areas/bonded/server/booking-cargo.ts'
import { booking, bookingContainer } from '#areas/freight/tables/booking.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addSheds, arrive, ok, open } from '#tests/support/customs-floor.ts'
import { toRows, rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let clerk: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm) values ('HMM', 'HMM Line');
    insert into vessel (vessel_cd, vessel_nm) values ('HHOPE', 'HYUNDAI HOPE');
    insert into customer (customer_cd, customer_nm) values ('C1', 'Hanbit'), ('F1', 'Forwarder');
    insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'CmsMyBooking', '{search,save}'), ('NOTHING', 'BondedCargo', '{search,save}')`)
  clerk = await site.login('admin')
  second = await site.login('second')
  await addSheds(clerk)
})
afterAll(() => closeVerified(site))

const facts: Row = {
  CARRIER_CD: 'HMM',
  POL_CD: 'CNSHA',
  POD_CD: 'KRPUS',
  VESSEL_CD: 'HHOPE',
  VOYAGE_NO: '012E',
  BOOK_DT: '20261101',
  ETD: '20261110180000',
  ETA: '20261120090000',
  CONSIGNEE_CD: 'C1',
  FORWARDER_CD: 'F1',
  GOODS_NM: 'dental implants',
  PACKAGE_QTY: 88,
  PACKAGE_CD: 'CT',
  WEIGHT_KG: 1172.2,
  CBM: 12.5,
  BL_NO: 'HDMU123456',
}
const containers: readonly Row[] = [
  { CNTR_TP: '22G1', CNTR_QTY: 1, CNTR_NO: 'CSQU3054383', SEAL_NO: 'S-1' },
  { CNTR_TP: '22G1', CNTR_QTY: 1, CNTR_NO: 'MSCU6639870', SEAL_NO: 'S-2' },
]
let bookings = 0

async function createBooking(extra: Row = {}, lines = containers): Promise<string> {
  const rows = toRows({ ...facts, ...extra, OWNER_CD: null }, lines).map((row) => {
    const { OWNER_CD: _, ...kept } = row
    return kept
  })
  const { data } = ok(await clerk.save('freight/save-booking', rows)).body
  return String(data.rows[0]?.['BOOKING_ID'])
}

async function createConfirmedBooking(extra: Row = {}, lines = containers): Promise<string> {
  const BOOKING_ID = await createBooking(extra, lines)
  bookings += 1
  ok(await clerk.save('freight/confirm-booking', [{ BOOKING_ID, BOOKING_NO: `PUS${bookings}` }]))
  return BOOKING_ID
}

const request = { OWNER_CD: 'HANBIT', SHED_CD: '02099999', STOCK_CD: 'PLAIN', ORDER_QTY: 880 }
const expectIt = (user: TestUser, BOOKING_ID: string, extra: Row = {}): Promise<SaveResponse> =>
  user.save('bonded/expect-booking', [{ BOOKING_ID, ...request, ...extra }])
const getCargos = (BOOKING_ID: string) => clerk.query('bonded/cargos', { BOOKING_ID })

test('a confirmed booking becomes expected cargo with all its data and can be received', async () => {
  const id = await createConfirmedBooking()
  const created = ok(await expectIt(clerk, id)).body
  const [cargo, ...others] = await getCargos(id)
  expect(others).toEqual([])
  expect(created.data.rows[0]).toMatchObject({ BOND_NO: cargo?.['BOND_NO'] })
  expect(cargo).toMatchObject({
    STATE_CD: '10',
    OWNER_CD: 'HANBIT',
    MBL_NO: 'HDMU123456',
    HBL_NO: 'HDMU123456',
    BL_TYPE_CD: 'SIMPLE',
    EXPECT_DT: '20261120',
    ENTRY_DT: null,
    SHED_CD: '02099999',
    PKG_QTY: 88,
    PKG_UNIT_CD: 'CT',
    KG: 1172.2,
    CBM: 12.5,
    GOODS_NM: 'dental implants',
    VESSEL_NM: 'HYUNDAI HOPE',
    VOYAGE_NO: '012E',
    LOAD_PORT_CD: 'CNSHA',
    UNLOAD_PORT_CD: 'KRPUS',
    CNTR_NO: 'CSQU3054383, MSCU6639870',
    SEAL_NO: 'S-1, S-2',
    CARRIER_NM: 'HMM Line',
    FORWARDER_NM: 'Forwarder',
    CONSIGNEE_NM: 'Hanbit',
    VERSION: 1,
    UPDATED_BY: 'admin',
  })
  const BOND_NO = String(cargo?.['BOND_NO'])
  expect(await clerk.query('bonded/cargo-items', { BOND_NO })).toMatchObject([
    { LINE_NO: 1, STOCK_CD: 'PLAIN', ITEM_PKG_QTY: 88, ORDER_QTY: 880 },
  ])
  const [event] = await clerk.query('freight/booking-events', { BOOKING_ID: id })
  expect(event).toMatchObject({ EVENT_CD: 'MILESTONE', AFTER_TEXT: BOND_NO, CREATED_BY: 'admin' })
  // The customs cargo number is entered later, followed by the usual steps.
  await site.db.execute(sql`
    update bonded_cargo set cargo_no = '26TESTA457I99990010' where bond_no = ${BOND_NO}`)
  await arrive(clerk, BOND_NO)
  await open(clerk, BOND_NO)
  expect((await getCargos(id))[0]).toMatchObject({ STATE_CD: '30', IN_PKG_QTY: 88 })
})

test('a second request is rejected with the first cargo number until that cargo is cancelled', async () => {
  const id = await createConfirmedBooking()
  ok(await expectIt(clerk, id))
  const [cargo] = await getCargos(id)
  const BOND_NO = String(cargo?.['BOND_NO'])
  expect(rowErrors(await expectIt(second, id))).toEqual([
    [1, 'BOOKING_ID', alreadyExpected(BOND_NO, BOND_NO).ko],
  ])
  const version = (await clerk.query('freight/booking', { BOOKING_ID: id }))[0]?.['VERSION'] ?? null
  const dropped = { BATCH_FLAG: 'D', ROW_TYPE: 'H', DOC_REF: id, BOOKING_ID: id, VERSION: version }
  const stays = await clerk.save('freight/save-booking', [dropped])
  expect([stays.status, stays.body.rows[0]?.POERROR]).toEqual([
    409,
    expect.stringMatching(/보세화물/),
  ])
  const gone = { BATCH_FLAG: 'D', ROW_TYPE: 'H', DOC_REF: BOND_NO, BOND_NO, VERSION: 1 }
  ok(await clerk.save('bonded/save-cargos', [gone]))
  ok(await expectIt(clerk, id))
  const states = (await getCargos(id)).map((row) => row['STATE_CD'])
  expect([states.length, new Set(states)]).toEqual([2, new Set(['10', '90'])])
})

test('a booking is not cancelled before its expected cargo is', async () => {
  const id = await createConfirmedBooking()
  ok(await expectIt(clerk, id))
  const BOND_NO = String((await getCargos(id))[0]?.['BOND_NO'])
  const cancel = () =>
    clerk.save('freight/move-booking', [{ BOOKING_ID: id, STATE_CD: 'CANCELLED', REASON: 'x' }])
  expect(rowErrors(await cancel())).toEqual([[1, 'STATE_CD', expect.stringContaining(BOND_NO)]])
  const gone = { BATCH_FLAG: 'D', ROW_TYPE: 'H', DOC_REF: BOND_NO, BOND_NO, VERSION: 1 }
  ok(await clerk.save('bonded/save-cargos', [gone]))
  ok(await cancel())
})

test('concurrent requests create one cargo, and a repeated request returns the same one', async () => {
  const id = await createConfirmedBooking()
  const responses = await Promise.all([expectIt(clerk, id), expectIt(second, id)])
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 422]))
  expect(await getCargos(id)).toHaveLength(1)
  const again = await createConfirmedBooking()
  const call = () =>
    clerk.save('bonded/expect-booking', [{ BOOKING_ID: again, ...request }], 'booking-cargo-once')
  const [first, repeated] = [ok(await call()), ok(await call())]
  expect(repeated.body.data.rows).toEqual(first.body.data.rows)
  expect(await getCargos(again)).toHaveLength(1)
})

const one = containers.slice(0, 1)
const { fields } = booking
const container = bookingContainer.fields.CNTR_NO

test.each([
  [[fields.BL_NO], { BL_NO: null }, one],
  [[fields.VESSEL_CD], { VESSEL_CD: null }, one],
  [[fields.VOYAGE_NO], { VOYAGE_NO: null }, one],
  [[fields.ETA], { ETA: null }, one],
  [[fields.PACKAGE_QTY], { PACKAGE_QTY: 0 }, one],
  [[fields.WEIGHT_KG], { WEIGHT_KG: null }, one],
  [[container], {}, []],
  [[container], {}, [{ CNTR_TP: '22G1', CNTR_QTY: 2 }]],
  [[fields.BL_NO, fields.PACKAGE_QTY], { BL_NO: null, PACKAGE_QTY: null }, one],
])(
  'a booking with missing data reports the missing fields and creates no cargo (%#)',
  async (missing, more, lines) => {
    const id = await createConfirmedBooking(more, lines)
    expect(rowErrors(await expectIt(clerk, id))).toEqual([
      [1, 'BOOKING_ID', missingFromBooking(missing.map(({ label }) => label)).ko],
    ])
    expect(await getCargos(id)).toEqual([])
  },
)

test('LCL and air bookings need no container', async () => {
  ok(await expectIt(clerk, await createConfirmedBooking({ LOAD_CD: 'LCL' }, [])))
  const air = { MODE_CD: 'AIR', LOAD_CD: 'AIR', VESSEL_CD: null, VOYAGE_NO: 'KE902' }
  ok(await expectIt(clerk, await createConfirmedBooking(air, [])))
})

test('an unconfirmed or unknown booking and a booking of another warehouse are rejected', async () => {
  const getErrorText = async (id: string) => rowErrors(await expectIt(clerk, id))[0]?.[2]
  expect(await getErrorText(await createBooking())).toBe(bookingNotConfirmed.ko)
  expect(await getErrorText('BK-NONE')).toBe(bookingMissing.ko)
  const id = await createConfirmedBooking()
  await site.db.execute(sql`update booking set wcode = 'W02' where booking_id = ${id}`)
  expect(await getErrorText(id)).toBe(bookingMissing.ko)
})

test('invalid form values are reported at their fields', async () => {
  const id = await createConfirmedBooking()
  const getErrorColumns = async (extra: Row) =>
    rowErrors(await expectIt(clerk, id, extra)).map(([, column]) => column)
  expect(await getErrorColumns({ SHED_CD: '09999999' })).toEqual(['SHED_CD'])
  expect(await getErrorColumns({ STOCK_CD: 'NOSUCH' })).toEqual(['STOCK_CD'])
  expect(await getErrorColumns({ OWNER_CD: 'NOSUCH' })).toContain('OWNER_CD')
  expect(await getErrorColumns({ ORDER_QTY: 0 })).toEqual(['ORDER_QTY'])
  expect(await getCargos(id)).toEqual([])
})

test('only booking users without an owner restriction can create cargo', async () => {
  const id = await createConfirmedBooking()
  const customer = await site.login('customer')
  expect((await expectIt(customer, id, { OWNER_CD: 'GIFT' })).status).toBe(403)
  expect((await expectIt(await site.login('nobody'), id)).status).toBe(403)
  expect(await getCargos(id)).toEqual([])
})
