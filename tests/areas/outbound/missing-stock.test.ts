import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { allocationConditions } from '#areas/outbound/rules/allocation-conditions.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  checkAll,
  orderLine,
  addOrder,
  pickAll,
  rowErrors,
  getState,
  runStep,
} from '#tests/support/floor.ts'
import { findBrokenChecks, findFailingChecks } from '#tests/support/failing-checks.ts'
import { expectSaved, createShortPicks } from '#tests/support/short-picks.ts'

let site: TestSite
let user: TestUser
let other: TestUser
let floor: ReturnType<typeof createShortPicks>

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  other = await site.login('second')
  floor = createShortPicks(site, user)
})
afterAll(() => closeVerified(site))

describe('stock that a picker did not find', () => {
  test('stock that a picker did not find cannot be allocated to the next order, which shows the reason', async () => {
    const { item, number } = await floor.listed(5, { 'A-001': 5 })
    await floor.pick(number, 3)
    const next = await addOrder(user, [orderLine(item, 2)])
    await runStep(user, 'allocate', next)
    expect(await floor.lineOf(next)).toMatchObject({
      ALLOC_QTY: 0,
      REASON: expect.stringContaining(`${allocationConditions.MISSING.ko} 5`),
    })
    expect(await floor.available(item)).toBe(0)
  })

  test.each([0, 3])('withholds all that is left in the cell (%i picked)', async (found) => {
    const { item, number } = await floor.listed(5, { 'A-001': 105 })
    await floor.pick(number, found)
    expect(await floor.available(item)).toBe(0)
    expect(await floor.isAllocated(item)).toBe(false)
  })

  test('remains unavailable after a short pick of one of several allocations', async () => {
    const { item, number, balances } = await floor.listed(4, { 'A-001': 2, 'A-002': 2 })
    await floor.pick(number, 1)
    await pickAll(user, number)
    expect(await floor.isAllocated(item)).toBe(false)
    await expectSaved(floor.release(balances[0] ?? 0))
    expect(await floor.isAllocated(item)).toBe(true)
  })

  test('remains available if the picker confirms that it is in the cell', async () => {
    const { item, number } = await floor.listed(5, { 'A-001': 5, 'A-002': 9 })
    await floor.pick(number, 3, { REASON: 'customer wants three', SHORTAGE_CD: 'LEFT' })
    expect(await floor.available(item)).toBe(11)
    expect(await floor.allocatedTo(number)).toEqual([])
  })

  test('remains available after a pick of zero of stopped stock', async () => {
    const { item, number } = await floor.listed(5, { 'A-001': 5 })
    const rule = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', STOCK_CD: item, FROM_DT: '20200101' }
    await expectSaved(user.save('inventory/save-stock-hold-rules', [{ ...rule, REASON: 'recall' }]))
    await floor.pick(number, 0)
    const [held] = await user.query('inventory/stock-hold-rules', { STOCK_CD: item })
    await expectSaved(user.save('inventory/save-stock-hold-rules', [{ ...held, BATCH_FLAG: 'D' }]))
    expect(await floor.available(item)).toBe(5)
  })

  test('remains allocated to the other orders', async () => {
    const { item, number } = await floor.listed(2, { 'A-001': 5 })
    const other = await addOrder(user, [orderLine(item, 2)])
    await runStep(user, 'allocate', other)
    await runStep(user, 'mark-listed', other)
    await floor.pick(number, 1)
    await pickAll(user, other)
    expect(await getState(user, other)).toBe('40')
  })

  test('stock that a picker did not find cannot be allocated past the database', async () => {
    const { item, number, balances } = await floor.listed(5, { 'A-001': 5 })
    await floor.pick(number, 3)
    const next = await addOrder(user, [orderLine(item, 1)])
    const byHand = site.db.execute(sql`
      insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
      values (${next}, 1, ${balances[0] ?? 0}::bigint, 1, 'admin')`)
    await expect(byHand).rejects.toThrow('may not be promised')
  })
})

describe('withheld stock', () => {
  async function createMissing() {
    const listedShipment = await floor.listed(5, { 'A-001': 5 })
    await floor.pick(listedShipment.number, 3)
    return { ...listedShipment, balance: listedShipment.balances[0] ?? 0 }
  }

  test.each(['by-lot', 'stock-to-work', 'held-stock'])(
    'shows that it is missing in %s',
    async (list) => {
      const { item, balance } = await createMissing()
      const kinds = async () =>
        (await user.query(`inventory/${list}`, { STOCK_CD: item })).map(
          (row) => row['HOLD_KIND_CD'],
        )
      expect(await kinds()).toEqual(['MISSING'])
      await expectSaved(floor.release(balance))
      expect(await kinds()).toEqual(list === 'held-stock' ? [] : [null])
    },
  )

  test('needs a reason to be released, once', async () => {
    const { item, balance } = await createMissing()
    expect(rowErrors(await floor.release(balance, {}))[0]?.[1]).toBe('REASON')
    expect(await floor.isAllocated(item)).toBe(false)
    await expectSaved(floor.release(balance))
    expect(await floor.isAllocated(item)).toBe(true)
    expect((await floor.release(balance)).status).toBe(409)
  })

  test('withheld stock cannot be released by a customer', async () => {
    const { item, balance } = await createMissing()
    const customer = await site.login('customer')
    const row = { BALANCE_ID: String(balance), REASON: 'x' }
    expect((await customer.save('inventory/release-missing', [row])).status).toBe(403)
    expect(await floor.isAllocated(item)).toBe(false)
  })

  test('withheld stock can be picked after all once it was found', async () => {
    const { number, balance } = await createMissing()
    await expectSaved(floor.release(balance))
    await runStep(user, 'allocate', number)
    expect(await getState(user, number)).toBe('35')
    await pickAll(user, number)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
    expect(await floor.lineOf(number)).toMatchObject({ SHIP_QTY: 5 })
  })

  test('appears with its reason, on Home and in a count job', async () => {
    const { item } = await createMissing()
    const [row] = await user.query('inventory/held-stock', { STOCK_CD: item })
    expect(row).toMatchObject({ HOLD_KIND_CD: 'MISSING', HOLD_WHY: 'not there' })
    const open = await user.query('inventory/held-stock', { HOLD_KIND_CD: 'MISSING' })
    const home = await user.call('/api/home')
    const { data } = JSON.parse(String(home.bytes)) as {
      data: { LINES: { ID: string; COUNT: number }[] }
    }
    const counted = data.LINES.find((candidate) => candidate.ID === 'inventory/missing')?.COUNT
    expect(counted).toBe(open.length)
    const groups = await user.query('inventory/count-groups', {
      METHOD_CD: 'MISSING',
      STOCK_CD: item,
    })
    expect(groups).toMatchObject([{ CELL_CD: 'A-001', LINE_COUNT: 1 }])
    await expectSaved(user.save('inventory/make-count', groups))
    expect(await user.query('inventory/count-work', { STOCK_CD: item })).toHaveLength(1)
  })

  test.each([
    ['on its shelf', 2, 2],
    ['lost', 0, 0],
  ])('becomes available again after a count finds it %s', async (_, COUNT_QTY, left) => {
    const { item, balance } = await createMissing()
    const count = await expectSaved(
      user.save('inventory/count-stock', [{ BALANCE_ID: String(balance), COUNT_QTY }]),
    )
    const JOB_NO = count.body.data.rows[0]?.['JOB_NO'] ?? null
    if (left === 0) {
      expect((await user.query('inventory/held-stock', { STOCK_CD: item })).length).toBe(1)
      await expectSaved(
        other.save('inventory/approve-count', [{ JOB_NO, LINE_NO: 1, REASON: 'lost' }]),
      )
    }
    expect(await floor.available(item)).toBe(left)
    expect(await user.query('inventory/held-stock', { STOCK_CD: item })).toEqual([])
  })

  test('counts as missing again if its count is undone', async () => {
    const { item, balance } = await createMissing()
    const count = await expectSaved(
      user.save('inventory/count-stock', [{ BALANCE_ID: String(balance), COUNT_QTY: 2 }]),
    )
    const JOB_NO = count.body.data.rows[0]?.['JOB_NO'] ?? null
    expect(await floor.available(item)).toBe(2)
    await expectSaved(user.save('inventory/take-count-back', [{ JOB_NO }]))
    expect(await floor.available(item)).toBe(0)
  })

  test('counts as missing again if its count is undone after it was allocated', async () => {
    const { item, balance } = await createMissing()
    const count = await expectSaved(
      user.save('inventory/count-stock', [{ BALANCE_ID: String(balance), COUNT_QTY: 2 }]),
    )
    const next = await addOrder(user, [orderLine(item, 1)])
    await runStep(user, 'allocate', next)
    const JOB_NO = count.body.data.rows[0]?.['JOB_NO'] ?? null
    await expectSaved(user.save('inventory/take-count-back', [{ JOB_NO }]))
    expect(await floor.available(item)).toBe(0)
    expect(await floor.lineOf(next)).toMatchObject({ ALLOC_QTY: 1 })
    expect(await findBrokenChecks(site.db)).toEqual([])
  })

  test.each([
    ['hold', 'hold', [{ HOLD_CD: 'HOLD' }, { HOLD_CD: 'RELEASE' }]],
    ['damage', 'hold', [{ HOLD_CD: 'DAMAGE' }, { HOLD_CD: 'REPAIR' }]],
    ['change of lot', 'transfer-lot', [{ TO_LOT_NO: 'NEW' }]],
    ['change of mark', 'transfer-mark', [{ TO_MARK: 'NEW' }]],
  ])('remains missing after a %s of all of it, and after its reversal', async (_, work, values) => {
    const { item } = await createMissing()
    const open = () =>
      user.query('inventory/held-stock', { STOCK_CD: item, HOLD_KIND_CD: 'MISSING' })
    const works: Value[] = []
    for (const value of values) {
      const BALANCE_ID = (await open())[0]?.['BALANCE_ID'] ?? null
      const row = { BALANCE_ID, WORK_QTY: 2, REASON: 'unclear', ...value }
      const done = await expectSaved(user.save(`inventory/${work}`, [row]))
      works.unshift(done.body.data.rows[0]?.['DOC_NO'] ?? null)
      expect(await open()).toHaveLength(1)
    }
    expect(await floor.isAllocated(item)).toBe(false)
    for (const DOC_NO of works) await expectSaved(user.save('inventory/undo-work', [{ DOC_NO }]))
    expect(await open()).toHaveLength(1)
    expect(await floor.available(item)).toBe(0)
    expect(await findBrokenChecks(site.db)).toEqual([])
  })

  test.each([
    ['adjustment', 'adjust', { ADJUST_QTY: -2, REASON: 'gone' }],
    ['move', 'move', { WORK_QTY: 2, TO_CELL_CD: 'A-005' }],
  ])('counts as missing again if the %s of all of it is undone', async (_, work, values) => {
    const { item, balance } = await createMissing()
    const row = { BALANCE_ID: String(balance), ...values }
    const done = await expectSaved(user.save(`inventory/${work}`, [row]))
    const kept = { STOCK_CD: item, HOLD_KIND_CD: 'MISSING' }
    expect(await user.query('inventory/held-stock', kept)).toEqual([])
    const DOC_NO = done.body.data.rows[0]?.['DOC_NO'] ?? null
    await expectSaved(user.save('inventory/undo-work', [{ DOC_NO }]))
    expect(await user.query('inventory/held-stock', kept)).toHaveLength(1)
    expect(await floor.isAllocated(item)).toBe(false)
  })

  test('becomes available again once its shelf is empty apart from picked stock', async () => {
    const { item, number, balance } = await createMissing()
    const gone = { BALANCE_ID: String(balance), ADJUST_QTY: -2, REASON: 'gone' }
    await expectSaved(user.save('inventory/adjust', [gone]))
    const [picked] = await user.query('outbound/picked-lines', { SHIPMENT_NO: number })
    const back = { ALLOC_ID: picked?.['ALLOC_ID'] ?? null, BACK_QTY: 3, RELEASE_YN: 'Y' }
    await expectSaved(user.save('outbound/cancel-pick', [back]))
    expect(await floor.available(item)).toBe(3)
    expect(await floor.isAllocated(item)).toBe(true)
  })

  test('counts as found when it is moved, and does not block what arrives later', async () => {
    const { item, number, balance } = await createMissing()
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
    const move = { BALANCE_ID: String(balance), WORK_QTY: 2, TO_CELL_CD: 'A-005' }
    await expectSaved(user.save('inventory/move', [move]))
    expect(await floor.available(item)).toBe(2)
    const back = { ...move, TO_CELL_CD: 'A-001' }
    const [moved] = await user.query('inventory/by-lot', { STOCK_CD: item })
    await expectSaved(
      user.save('inventory/move', [{ ...back, BALANCE_ID: moved?.['BALANCE_ID'] ?? null }]),
    )
    expect(await floor.available(item)).toBe(2)
  })
})

describe('verification', () => {
  const created = 'No allocation of stock after it was recorded as missing'
  const same = 'Missing stock = stock not found by short picks'

  test.each([
    [
      'an allocation of missing stock',
      `update allocation set created_at = now() + interval '1 day', alloc_qty = alloc_qty
         where alloc_id = (select min(a.alloc_id) from allocation a join missing_stock m
           using (balance_id) where m.resolved_at is null);
       update allocation set alloc_qty = alloc_qty + 1 where alloc_id = (select min(a.alloc_id)
         from allocation a join missing_stock m using (balance_id) where m.resolved_at is null)`,
      created,
    ],
    [
      'a missing-stock record of another balance',
      `update missing_stock set balance_id = (select max(balance_id) from stock_balance)
         where resolved_at is null`,
      same,
    ],
  ])('finds %s', async (_, statements, name) => {
    await floor.pick((await floor.listed(5, { 'A-001': 5 })).number, 3)
    expect(await findFailingChecks(site, ['allocation', 'missing_stock'], statements)).toContain(
      name,
    )
  })
})
