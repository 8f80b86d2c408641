import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addSheds, arrive, clearCargo, ok, open, release } from '#tests/support/customs-floor.ts'
import { rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm) values ('HMM', 'HMM');
    insert into vessel (vessel_cd, vessel_nm) values ('HHOPE', 'HYUNDAI HOPE');
    insert into customer (customer_cd, customer_nm) values ('SHIP', 'Shipper'), ('CONS', 'Consignee'),
      ('OTHER', 'Other consignee');
    insert into freight_item (freight_cd, freight_nm, mode_cd, division_cd, basis_cd, vat_cd, pay_cd,
      currency_cd) values ('DOF', 'Handling fee', 'ANY', 'IN', 'BL', 'TAX', 'COLLECT', 'KRW')`)
  user = await site.login('admin')
  await addSheds(user)
})
afterAll(() => closeVerified(site))

const row = (type: 'H' | 'L', more: Row): Row => ({
  BATCH_FLAG: 'I',
  ROW_TYPE: type,
  DOC_REF: 'n1',
  ...more,
})

let created = 0

/** A cleared cargo of a confirmed booking. */
async function clearBooking() {
  created += 1
  const head = {
    CARRIER_CD: 'HMM',
    POL_CD: 'CNSHA',
    POD_CD: 'KRPUS',
    VESSEL_CD: 'HHOPE',
    VOYAGE_NO: `${created}E`,
    LOAD_CD: 'LCL',
    BOOK_DT: '20261101',
    ETD: '20261110180000',
    ETA: '20261120090000',
    SHIPPER_CD: 'SHIP',
    CONSIGNEE_CD: 'CONS',
    GOODS_NM: 'Implants',
    PACKAGE_QTY: 88,
    PACKAGE_CD: 'CT',
    WEIGHT_KG: 1172.2,
    BL_NO: `HDMU${created}`,
  }
  const { data } = ok(await user.save('freight/save-booking', [row('H', head)])).body
  const BOOKING_ID = String(data.rows[0]?.['BOOKING_ID'])
  ok(await user.save('freight/confirm-booking', [{ BOOKING_ID, BOOKING_NO: `PUS${created}` }]))
  const expected = { OWNER_CD: 'HANBIT', SHED_CD: '02099999', STOCK_CD: 'PLAIN', ORDER_QTY: 880 }
  ok(await user.save('bonded/expect-booking', [{ BOOKING_ID, ...expected }]))
  const [cargo] = await user.query('bonded/cargos', { BOOKING_ID })
  const bondNo = String(cargo?.['BOND_NO'])
  const number = `26TESTA459I${String(created).padStart(8, '0')}`
  await site.db.execute(sql`update bonded_cargo set cargo_no = ${number} where bond_no = ${bondNo}`)
  await arrive(user, bondNo)
  await open(user, bondNo)
  return { booking: BOOKING_ID, bondNo, basis: await clearCargo(user, bondNo, 'PLAIN') }
}

async function draftBill(BOOKING_ID: string, more: Row = {}): Promise<string> {
  const saved = await user.save('freight/save-bill', [
    row('H', { BOOKING_ID, KIND_CD: 'HBL', ...more }),
  ])
  return String(ok(saved).body.data.rows[0]?.['BILL_ID'])
}
const confirm = async (BILL_ID: string) => {
  ok(await user.save('freight/confirm-bill', [{ BILL_ID }]))
  return BILL_ID
}
const issueOrder = async (BILL_ID: string) => {
  const order = { BILL_ID, ORIGINAL_CD: 'SURRENDER', VALID_DT: '20991231' }
  const { data } = ok(await user.save('bonded/issue-delivery-order', [order])).body
  return String(data.rows[0]?.['DO_NO'])
}
const all = { NOW_PKG_QTY: 88, NOW_QTY: 880, LEAVE_CD: 'STAY' }
const missingOrder = [[1, 'BASIS_ID', expect.stringContaining('D/O')]]

test('cargo waits for the order of a bill that is being amended', async () => {
  const { booking, basis } = await clearBooking()
  const bill = await confirm(await draftBill(booking))
  const order = await issueOrder(bill)
  ok(await user.save('bonded/withdraw-delivery-order', [{ DO_NO: order, WITHDRAW_REASON: 'x' }]))
  ok(await user.save('freight/amend-bill', [{ BILL_ID: bill, REASON: 'other consignee' }]))
  expect(rowErrors(await release(user, basis, 'PLAIN', all))).toEqual(missingOrder)
  await confirm(bill)
  expect(rowErrors(await release(user, basis, 'PLAIN', all))).toEqual(missingOrder)
  await issueOrder(bill)
  ok(await release(user, basis, 'PLAIN', all))
})

test('cargo of a confirmed master bill waits for an order while its house bills are drafts', async () => {
  const { booking, basis } = await clearBooking()
  const master = await confirm(await draftBill(booking, { KIND_CD: 'MBL', BILL_NO: 'M-1' }))
  const house = await draftBill(booking)
  expect(rowErrors(await release(user, basis, 'PLAIN', all))).toEqual(missingOrder)
  const [draft] = await user.query('freight/bill', { BILL_ID: house })
  ok(await user.save('freight/save-bill', [{ ...draft, BATCH_FLAG: 'D', ROW_TYPE: 'H' }]))
  await issueOrder(master)
  ok(await release(user, basis, 'PLAIN', all))
})

test('cargo whose bills were never confirmed or are cancelled needs no order', async () => {
  const { booking, basis } = await clearBooking()
  await draftBill(booking)
  const bill = await confirm(await draftBill(booking))
  ok(await user.save('freight/cancel-bill', [{ BILL_ID: bill, REASON: 'other forwarder' }]))
  ok(await release(user, basis, 'PLAIN', all))
})

const changeConsignee = async (BOOKING_ID: string, CONSIGNEE_CD: string) => {
  const [head] = await user.query('freight/booking', { BOOKING_ID })
  const changed = { ...head, CONSIGNEE_CD, BATCH_FLAG: 'U', ROW_TYPE: 'H', DOC_REF: BOOKING_ID }
  ok(await user.save('freight/save-booking', [changed]))
}
const charge = async (BOOKING_ID: string) => {
  const fee = { SIDE_CD: 'SELL', FREIGHT_CD: 'DOF', UNIT_PRICE: 50_000 }
  ok(await user.save('freight/save-charge', [{ BATCH_FLAG: 'I', BOOKING_ID, ...fee }]))
}
const unpaid = async (BILL_ID: string) =>
  (await user.query('bonded/import-bills', { BILL_ID }))[0]?.['UNPAID_AMT']

test('the only house bill owes the charges of a consignee that was changed on the booking', async () => {
  const { booking } = await clearBooking()
  const bill = await confirm(await draftBill(booking))
  await changeConsignee(booking, 'OTHER')
  await charge(booking)
  expect(await unpaid(bill)).toBe(50_000)
  const order = { BILL_ID: bill, ORIGINAL_CD: 'SURRENDER', VALID_DT: '20991231' }
  expect(rowErrors(await user.save('bonded/issue-delivery-order', [order]))).toEqual([
    [1, 'UNPAID_REASON', expect.any(String)],
  ])
})

test('charges of the booking are not owed by each of several house bills', async () => {
  const { booking } = await clearBooking()
  const [first, second] = [
    await confirm(await draftBill(booking)),
    await confirm(await draftBill(booking, { CONSIGNEE_CD: 'OTHER' })),
  ]
  await charge(booking)
  expect([await unpaid(first), await unpaid(second)]).toEqual([100_000, null])
})

test('an order of one house bill lets only its packages out', async () => {
  const { booking, bondNo, basis } = await clearBooking()
  const mine = await confirm(await draftBill(booking, { PACKAGE_QTY: 30 }))
  const rest = await confirm(await draftBill(booking, { PACKAGE_QTY: 58, CONSIGNEE_CD: 'OTHER' }))
  await issueOrder(mine)
  const tooMany = [[1, 'NOW_PKG_QTY', expect.stringContaining('30')]]
  expect(rowErrors(await release(user, basis, 'PLAIN', all))).toEqual(tooMany)
  const part = { NOW_PKG_QTY: 30, NOW_QTY: 300, LEAVE_CD: 'STAY' }
  ok(await release(user, basis, 'PLAIN', part))
  expect(rowErrors(await release(user, basis, 'PLAIN', { ...part, NOW_PKG_QTY: 1 }))).toEqual(
    tooMany,
  )
  // The order of cargo that is still here can be withdrawn, that of cargo that has left cannot.
  const order = await issueOrder(rest)
  const withdraw = (DO_NO: string) =>
    user.save('bonded/withdraw-delivery-order', [{ DO_NO, WITHDRAW_REASON: 'x' }])
  ok(await withdraw(order))
  const [left] = await user.query('bonded/import-bills', { BILL_ID: mine })
  expect(rowErrors(await withdraw(String(left?.['DO_NO'])))).toEqual([
    [1, 'DO_NO', expect.any(String)],
  ])
  await issueOrder(rest)
  ok(await release(user, basis, 'PLAIN', { NOW_PKG_QTY: 58, NOW_QTY: 580, LEAVE_CD: 'STAY' }))
  expect(await user.query('bonded/out-lines', { BOND_NO: bondNo })).toHaveLength(2)
})

test('packages in another unit than those of the cargo do not limit a release', async () => {
  const { booking, basis } = await clearBooking()
  const mine = await confirm(await draftBill(booking, { PACKAGE_QTY: 2, PACKAGE_CD: 'PX' }))
  await confirm(await draftBill(booking, { PACKAGE_QTY: 58 }))
  await issueOrder(mine)
  ok(await release(user, basis, 'PLAIN', { NOW_PKG_QTY: 30, NOW_QTY: 300, LEAVE_CD: 'STAY' }))
})
