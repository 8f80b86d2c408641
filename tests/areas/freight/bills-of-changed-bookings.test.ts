import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

type Row = Record<string, Value>

const { site, user, saved, book } = await createFreightSite()
afterAll(() => closeVerified(site))

await site.db.script(`insert into vessel (vessel_cd, vessel_nm) values ('FAITH', 'FAITH');
  insert into carrier (carrier_cd, carrier_nm, mode_cd) values ('KE', 'KE', 'AIR')`)
const sea = { VESSEL_CD: 'HOPE', VOYAGE_NO: '012E', PACKAGE_QTY: 10, WEIGHT_KG: 900 }
const [first, second] = ['CSQU3054383', 'MSKU6011672'] as const

const addBill = async (BOOKING_ID: string, more: Row = {}, containers: readonly string[] = []) => {
  const head = { BATCH_FLAG: 'I', ROW_TYPE: 'H', DOC_REF: 'n', BOOKING_ID, KIND_CD: 'HBL', ...more }
  const lines = containers.map((CNTR_NO): Row => {
    const line = { BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: 'n', CNTR_NO, CNTR_TP: '22G1' }
    return { ...line, PART_YN: 'Y' }
  })
  const { data } = await saved('freight/save-bill', [head, ...lines])
  return { BILL_ID: data.rows[0]?.['BILL_ID'] ?? null }
}
const confirmed = async (bill: { BILL_ID: Value }) => {
  const { message } = await saved('freight/confirm-bill', [bill])
  const [row] = await user.query('freight/bill', bill)
  return { ...bill, number: String(row?.['BILL_NO']), message }
}
const rollOver = (BOOKING_ID: string, more: Row = {}) =>
  saved('freight/roll-over-booking', [
    { BOOKING_ID, VOYAGE_NO: '013E', ETD: '20260317180000', ...more },
  ])

test('after a roll-over, drafts state the new voyage and a warning names confirmed bills', async () => {
  const id = await book(sea)
  const bill = await confirmed(await addBill(id))
  const draft = await addBill(id)
  const other = await addBill(id, { VOYAGE_NO: '099E' })
  const { message } = await rollOver(id, { VESSEL_CD: 'FAITH' })
  expect(message).toContain(`${bill.number} (HOPE 012E → FAITH 013E)`)
  expect(await user.query('freight/bill', draft)).toMatchObject([
    { VESSEL_CD: 'FAITH', VOYAGE_NO: '013E' },
  ])
  expect(await user.query('freight/bill', other)).toMatchObject([
    { VESSEL_CD: 'HOPE', VOYAGE_NO: '099E' },
  ])
  expect((await confirmed(draft)).message).not.toContain('013E')
  expect((await confirmed(other)).message).toContain('HOPE 099E → FAITH 013E')
})

test('the drafts of an air waybill follow the flight of their booking', async () => {
  const air = { CARRIER_CD: 'KE', MODE_CD: 'AIR', LOAD_CD: 'AIR', VOYAGE_NO: 'KE017' }
  const id = await book(air)
  const draft = await addBill(id, { KIND_CD: 'HAWB' })
  const { message } = await rollOver(id, { VOYAGE_NO: 'KE019' })
  expect(message).not.toContain('KE017')
  expect(await user.query('freight/bill', draft)).toMatchObject([
    { FLIGHT_NO: 'KE019', VOYAGE_NO: null },
  ])
})

test('a warning names the bill of a container that was changed on its booking', async () => {
  const id = await book(sea)
  const [line] = await user.query('freight/booking-lines', { BOOKING_ID: id })
  const change = (CNTR_NO: string) => {
    const changed = { ...line, BATCH_FLAG: 'U', ROW_TYPE: 'L', DOC_REF: id, CNTR_QTY: 1 }
    return saved('freight/save-booking', [
      { ...changed, VERSION: line?.['VERSION'] ?? null, CNTR_NO },
    ])
  }
  await change(first)
  const bill = await addBill(id, {}, [first])
  const { number, message } = await confirmed(bill)
  expect(message).not.toContain(first)
  const [now] = await user.query('freight/booking-lines', { BOOKING_ID: id })
  Object.assign(line ?? {}, now)
  expect((await change(second)).message).toContain(`${number} (${first} → ${second})`)
})
