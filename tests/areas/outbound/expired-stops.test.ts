import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { stopText } from '#areas/outbound/rules/stop-reasons.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
const today = timestampAt(Date.now()).slice(0, 8)
const yesterday = addDays(today, -1)
const shown = yesterday.replace(/^(.{4})(..)(..)$/, '$1-$2-$3')

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

/** A shipment at a step, whose stock expired in the meantime. */
async function createExpired(
  item: string,
  lastStep: 'allocated' | 'listed' | 'picked' | 'checked',
) {
  await addItem(site.db, item)
  await putStock(site.db, { item, qty: 5, lot: 'OLD', valid: today })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 2 }], { SHIPMENT_DT: today })
  await runStep(user, 'allocate', number)
  if (lastStep !== 'allocated') await runStep(user, 'mark-listed', number)
  if (lastStep === 'picked' || lastStep === 'checked') await pickAll(user, number)
  if (lastStep === 'checked') {
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
  }
  await site.db.script('alter table lot disable trigger user')
  await site.db.execute(sql`
    update lot set valid_dt = ${yesterday}::date where stock_cd = ${item}`)
  await site.db.execute(sql`
    update shipment set shipment_dt = ${yesterday}::date where shipment_no = ${number}`)
  await site.db.script('alter table lot enable trigger user')
  return number
}

const permit = (who: TestUser, SHIPMENT_NO: string) =>
  who.save('outbound/permit-expired', [{ SHIPMENT_NO, PERMIT_REASON: 'customer accepted' }])

const steps = [
  ['mark-listed', 'allocated', {}],
  ['check-scan', 'picked', { CODE: 'OLD-CHECK-SCAN', QTY: 1 }],
  ['finish-check', 'picked', {}],
  ['pack-scan', 'picked', { CODE: 'BOX-1', QTY: 1 }],
  ['finish-packing', 'picked', {}],
  ['ship', 'checked', {}],
] as const

describe('stock that expires after its allocation', () => {
  test.each(steps)('stops %s until it is permitted', async (name, lastStep, extra) => {
    const item = `OLD-${name}`.toUpperCase()
    const number = await createExpired(item, lastStep)
    const text = stopText({ reason: 'EXPIRED', stock: item, lot: 'OLD', cell: '', valid: shown })
    const attempt = () => user.save(`outbound/${name}`, [{ SHIPMENT_NO: number, ...extra }])
    const response = await attempt()
    expect([response.status, rowErrors(response)]).toEqual([409, [[1, 'SHIPMENT_NO', text.ko]]])
    expect((await permit(user, number)).status).toBe(200)
    const texts = rowErrors(await attempt()).map(([, , each]) => each)
    expect(texts).not.toContain(text.ko)
  })

  test('stops a pick but allows a pick of zero', async () => {
    const number = await createExpired('OLD-PICK', 'listed')
    const [line] = await getUnpicked(user, number)
    const row: Row = { ALLOC_ID: line?.['ALLOC_ID'] ?? null }
    expect((await user.save('outbound/pick', [{ ...row, PICKED_QTY: 2 }])).status).toBe(409)
    const nothing = await user.save('outbound/pick', [{ ...row, PICKED_QTY: 0, REASON: 'old' }])
    expect(nothing.status, nothing.body.message).toBe(200)
  })

  test('remains unallocated', async () => {
    const item = await addItem(site.db, 'OLD-ALLOC')
    await putStock(site.db, { item, qty: 5, lot: 'OLD', valid: yesterday })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 2 }], { SHIPMENT_DT: today })
    await runStep(user, 'allocate', number)
    expect(await getState(user, number)).toBe('10')
  })

  test('ships with a permit, whose reason is stored and cannot be changed', async () => {
    const number = await createExpired('OLD-PERMIT', 'checked')
    expect((await permit(user, number)).status).toBe(200)
    await runStep(user, 'ship', number)
    expect(
      await site.db.query(sql`
      select reason, permitted_by from expired_permit where shipment_no = ${number}`),
    ).toEqual([{ reason: 'customer accepted', permitted_by: 'admin' }])
    await expect(site.db.script('delete from expired_permit')).rejects.toMatchObject({
      code: 'WM001',
    })
  })

  test('gets a permit only with a reason and once it has expired', async () => {
    const number = await createExpired('OLD-REASON', 'picked')
    const bare = await user.save('outbound/permit-expired', [{ SHIPMENT_NO: number }])
    expect(rowErrors(bare).map(([, column]) => column)).toEqual(['PERMIT_REASON'])
    const item = await addItem(site.db, 'OLD-FRESH')
    await putStock(site.db, { item, qty: 5 })
    const fresh = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 2 }])
    await runStep(user, 'allocate', fresh)
    const response = await permit(user, fresh)
    expect(rowErrors(response).map(([, column]) => column)).toEqual(['SHIPMENT_NO'])
  })

  test('stock that expires after its allocation cannot be permitted by users without the permission for hold rules', async () => {
    const number = await createExpired('OLD-CLERK', 'picked')
    const customer = await site.login('customer')
    expect((await permit(customer, number)).status).toBe(403)
  })
})
