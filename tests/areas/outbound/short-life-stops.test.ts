import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt, toIsoDay } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { stopText, type StoppedAllocation } from '#areas/outbound/rules/stop-reasons.ts'
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
const valid = addDays(today, 20)

type Row = Record<string, Value>
type Step = 'allocated' | 'listed' | 'picked' | 'checked'

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

async function createShipment(item: string, until: Step, cell = 'A-001') {
  const shipTo = `TO-${item}`
  await site.db.execute(sql`
    insert into ship_to (owner_cd, ship_to_cd, ship_to_nm, shelf_life_days)
    values ('HANBIT', ${shipTo}, ${shipTo}, 10)`)
  await addItem(site.db, item)
  await putStock(site.db, { item, qty: 5, lot: 'SHORT', valid, cell })
  const line = { STOCK_CD: item, ORDER_QTY: 2 }
  const number = await addOrder(user, [line], { SHIPMENT_DT: today, SHIP_TO_CD: shipTo })
  await runStep(user, 'allocate', number)
  if (until !== 'allocated') await runStep(user, 'mark-listed', number)
  if (until === 'picked' || until === 'checked') await pickAll(user, number)
  if (until === 'checked') {
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
  }
  return { number, shipTo }
}

async function requireShelfLife(SHIP_TO_CD: string, days: number): Promise<void> {
  const [row] = await user.query('master/ship-to', { SHIP_TO_CD })
  const saved = await user.save('master/save-ship-to', [
    { ...row, BATCH_FLAG: 'U', SHELF_LIFE_DAYS: days },
  ])
  expect(saved.status, saved.body.message).toBe(200)
}

async function expectStop(number: string, name: string, extra: Row, stop: StoppedAllocation) {
  const response = await user.save(`outbound/${name}`, [{ SHIPMENT_NO: number, ...extra }])
  expect([response.status, rowErrors(response)]).toEqual([
    409,
    [[1, 'SHIPMENT_NO', stopText(stop).ko]],
  ])
}

const steps = [
  ['mark-listed', 'allocated', {}],
  ['check-scan', 'picked', { CODE: 'SHORT-CHECK-SCAN', QTY: 1 }],
  ['pack-scan', 'picked', { CODE: 'BOX-1', QTY: 1 }],
  ['ship', 'checked', {}],
] as const

describe('stock that falls below the required shelf life after its allocation', () => {
  test.each(steps)('stops %s until it is permitted', async (name, until, extra) => {
    const item = `SHORT-${name}`.toUpperCase()
    const { number, shipTo } = await createShipment(item, until)
    await requireShelfLife(shipTo, 30)
    await expectStop(number, name, extra, {
      reason: 'SHORT_LIFE',
      stock: item,
      lot: 'SHORT',
      cell: '',
      valid: toIsoDay(valid),
      wanted: toIsoDay(addDays(today, 30)),
    })
    const permit = { SHIPMENT_NO: number, PERMIT_REASON: 'customer accepted' }
    expect((await user.save('outbound/permit-expired', [permit])).status).toBe(200)
    const again = await user.save(`outbound/${name}`, [{ SHIPMENT_NO: number, ...extra }])
    expect(again.status, again.body.message).not.toBe(409)
    if (name === 'ship') expect(await getState(user, number)).toBe('60')
  })

  test('passes if its shelf life is exactly what the ship-to requires', async () => {
    const { number, shipTo } = await createShipment('SHORT-EXACT', 'checked')
    await requireShelfLife(shipTo, 20)
    await runStep(user, 'ship', number)
  })

  test('needs another permit once it has expired', async () => {
    const { number, shipTo } = await createShipment('SHORT-THEN-OLD', 'checked')
    await requireShelfLife(shipTo, 30)
    const permit = { SHIPMENT_NO: number, PERMIT_REASON: 'customer accepted' }
    expect((await user.save('outbound/permit-expired', [permit])).status).toBe(200)
    const yesterday = addDays(today, -1)
    await site.db.script('alter table lot disable trigger user')
    await site.db.execute(sql`
      update lot set valid_dt = ${yesterday}::date where stock_cd = 'SHORT-THEN-OLD'`)
    await site.db.execute(sql`
      update shipment set shipment_dt = ${yesterday}::date where shipment_no = ${number}`)
    await site.db.script('alter table lot enable trigger user')
    await expectStop(
      number,
      'ship',
      {},
      {
        reason: 'EXPIRED',
        stock: 'SHORT-THEN-OLD',
        lot: 'SHORT',
        cell: '',
        valid: toIsoDay(yesterday),
      },
    )
    expect((await user.save('outbound/permit-expired', [permit])).status).toBe(200)
    await runStep(user, 'ship', number)
  })
})

describe('a cell or zone locked after the allocation', () => {
  const lock = async (cell: string, lockYn: 'Y' | 'N') => {
    const [row] = await user.query('master/cell', { CELL_CD: cell })
    const saved = await user.save('master/save-cell', [
      { ...row, BATCH_FLAG: 'U', LOCK_YN: lockYn },
    ])
    expect(saved.status, saved.body.message).toBe(200)
  }

  test('stops release and pick, not stock that was picked before', async () => {
    const cell = 'A-003'
    const { number: open } = await createShipment('LOCK-OPEN', 'allocated', cell)
    const { number: listed } = await createShipment('LOCK-LISTED', 'listed', cell)
    const { number: picked } = await createShipment('LOCK-PICKED', 'checked', cell)
    await lock(cell, 'Y')
    const stop = { reason: 'LOCKED', lot: 'SHORT', cell } as const
    await expectStop(open, 'mark-listed', {}, { ...stop, stock: 'LOCK-OPEN' })
    const [line] = await getUnpicked(user, listed)
    const pick = { ALLOC_ID: line?.['ALLOC_ID'] ?? null, PICKED_QTY: 2 }
    const refused = await user.save('outbound/pick', [pick])
    expect(rowErrors(refused)).toEqual([
      [1, 'ALLOC_ID', stopText({ ...stop, stock: 'LOCK-LISTED' }).ko],
    ])
    await runStep(user, 'ship', picked)
    await lock(cell, 'N')
    await pickAll(user, listed)
  })
})
