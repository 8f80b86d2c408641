import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { entireRemainder } from '#areas/inventory/operations/replenish-station.ts'
import { replenishTexts } from '#areas/inventory/server/replenish-scan.ts'
import { finishedTexts } from '#areas/inventory/server/replenish-station.ts'
import { replenishScreen } from '#areas/inventory/screens/Replenish.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { scanRefill, createReplenishFloor } from '#tests/support/replenish.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let other: TestUser
let floor: Awaited<ReturnType<typeof createReplenishFloor>>

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  other = await site.login('second')
  floor = await createReplenishFloor(site, user)
})
afterAll(() => closeVerified(site))

const scan = (from: string, code: string, extra: Row = {}, by = user) =>
  scanRefill(by, from, code, extra)

/** The three scans of a task: the source opens the station, then item and target. */
async function createTask(from: string, item: string, extra: Row = {}) {
  const [source] = await user.query('inventory/replenish-sources', { FROM_CELL_CD: from })
  expect(source).toBeDefined()
  const held = await scan(from, item)
  expect(rowErrors(held)).toEqual([])
  const to = held.body.data.rows[0]?.['TO_CELL_CD'] ?? null
  return scan(from, String(to), { TO_CELL_CD: to, ...extra })
}

async function createFace(cell: string, source: string, extra: object = {}) {
  const face = { item: await floor.newItem(), cell }
  await floor.saveFace(face)
  await putStock(site.db, { item: face.item, qty: 200, cell: source, ...extra })
  return face
}

async function getStockPlaces(item: string): Promise<string[]> {
  const rows = await site.db.query(sql`
    select concat_ws(' ', cell_cd, qty::float, alloc_qty::float) what
    from stock_balance where stock_cd = ${item} and qty > 0 order by 1`)
  return rows.map((row) => String(row['what']))
}

describe('the refill station', () => {
  test('three scans move the stock of a task to its face, along with the orders that wait for it', async () => {
    const face = await createFace('F-1', 'R-1')
    const numbers = await floor.allocated(face.item, 10, 20)
    expect(await floor.plan(face)).toBe(48)
    expect(rowErrors(await createTask('R-1', face.item))).toEqual([])
    expect(await getStockPlaces(face.item)).toEqual(['F-1 48 30', 'R-1 152 0'])
    for (const number of numbers) {
      await runStep(user, 'mark-listed', number)
      expect(await getUnpicked(user, number)).toMatchObject([{ CELL_CD: 'F-1' }])
      await pickAll(user, number)
    }
    expect(replenishScreen.unlessTyped).toBe(entireRemainder)
  })

  test('a smaller move leaves the remainder of the task, and finishing it short holds the source', async () => {
    const face = await createFace('F-2', 'R-2')
    await putStock(site.db, { item: face.item, qty: 96, cell: 'R-3' })
    expect(await floor.plan(face)).toBe(96)
    const [task] = await floor.tasks(face.item)
    const from = String(
      (await user.query('inventory/replenish-lines', { TASK_NO: task?.['task_no'] ?? null }))[0]?.[
        'FROM_CELL_CD'
      ],
    )
    expect(rowErrors(await createTask(from, face.item, { QTY: 20 }))).toEqual([])
    const done = await user.save('inventory/finish-replenish', [{ FROM_CELL_CD: from }])
    expect(done.status).toBe(200)
    const closed = await site.db.query(sql`
      select state_cd, done_qty::float8 from move_task where stock_cd = ${face.item}`)
    expect(closed).toEqual([{ state_cd: '35', done_qty: 20 }])
    const missing = await user.query('inventory/held-stock', {
      STOCK_CD: face.item,
      HOLD_KIND_CD: 'MISSING',
    })
    expect(missing).toMatchObject([{ CELL_CD: from }])
    await floor.saveFace(face, { VERSION: 1, MIN_QTY: 30 }, 'U')
    expect(await floor.plan(face), 'another cell is the source now').toBe(72)
    const [again] = await user.query('inventory/replenish-lines', {
      STOCK_CD: face.item,
      STATE_CD: '10',
    })
    expect(again?.['FROM_CELL_CD']).not.toBe(from)
  })

  test('rejects another date, another target and more than the task, and accepts the same date', async () => {
    const face = await createFace('F-3', 'R-4', { valid: '20280101' })
    await putStock(site.db, { item: face.item, qty: 200, cell: 'R-5', valid: '20290101' })
    await floor.plan(face)
    const wrong = await scan('R-5', face.item)
    expect(rowErrors(wrong)).toEqual([[1, 'CODE', expect.stringContaining('2028-01-01')]])
    expect(rowErrors(await scan('R-4', 'F-4', { TO_CELL_CD: 'F-3' })), 'no item yet').toHaveLength(
      1,
    )
    await scan('R-4', face.item)
    const scanTarget = (code: string, extra: Row) =>
      scan('R-4', code, { TO_CELL_CD: 'F-3', ...extra })
    expect(rowErrors(await scanTarget('F-4', {}))).toEqual([
      [1, 'CODE', expect.stringContaining('F-3')],
    ])
    for (const QTY of [97, 0.5, -entireRemainder, 0]) {
      expect(rowErrors(await scanTarget('F-3', { QTY })), String(QTY)).toMatchObject([
        [1, 'QTY', {}],
      ])
    }
    await putStock(site.db, {
      item: face.item,
      qty: 96,
      cell: 'R-6',
      valid: '20280101',
      received: '20261102',
    })
    expect(rowErrors(await createTask('R-6', face.item))).toEqual([])
    expect(await getStockPlaces(face.item)).toEqual(['F-3 96 0', 'R-4 200 0', 'R-5 200 0'])
  })

  test('the face itself is not another source of its refill', async () => {
    const face = await createFace('F-9', 'R-9')
    expect(await floor.plan(face)).toBe(96)
    await putStock(site.db, { item: face.item, qty: 100, cell: 'F-9', lot: 'B' })
    expect(rowErrors(await scan('F-9', face.item))).toEqual([
      [1, 'CODE', expect.stringContaining('R-9')],
    ])
    expect(rowErrors(await createTask('R-9', face.item))).toEqual([])
  })

  test('refuses a task that another user has claimed, until the claim lapses', async () => {
    const face = await createFace('F-4', 'R-7')
    await floor.plan(face)
    await scan('R-7', face.item)
    const [task] = await floor.tasks(face.item)
    const state = async () =>
      (await user.query('inventory/replenish-lines', { TASK_NO: task?.['task_no'] ?? null }))[0]?.[
        'STATE_CD'
      ]
    expect(await state()).toBe('20')
    expect(rowErrors(await scan('R-7', face.item, {}, other))).toEqual([
      [1, 'CODE', expect.stringMatching(/\d\d:\d\d/)],
    ])
    await site.db.execute(sql`update claim set claimed_at = claimed_at - interval '16 min',
      seen_at = seen_at - interval '16 min', until_at = until_at - interval '16 min'
      where ref_no = ${task?.['task_no'] ?? null}`)
    expect(await state()).toBe('10')
    expect(rowErrors(await scan('R-7', face.item, {}, other))).toEqual([])
    const late = await scan('R-7', 'F-4', { TO_CELL_CD: 'F-4' })
    expect(rowErrors(late), 'the first user scans again').toHaveLength(1)
    expect(rowErrors(await scan('R-7', 'F-4', { TO_CELL_CD: 'F-4' }, other))).toEqual([])
    expect(await state()).toBe('30')
  })

  test('two users who scan one task at the same time get one claim', async () => {
    const face = await createFace('F-5', 'R-8')
    await floor.plan(face)
    const both = await Promise.all([scan('R-8', face.item), scan('R-8', face.item, {}, other)])
    expect(both.flatMap((response) => rowErrors(response))).toHaveLength(1)
  })

  test('takes no stock that a picker did not find', async () => {
    await site.db.script(`insert into cell (wcode, cell_cd, zone_cd, pick_seq, role_cd)
      values ('W01', 'F-M', 'F', 10, 'PICK')`)
    const face = await createFace('F-M', 'R-3', { valid: '20280101' })
    await putStock(site.db, { item: face.item, qty: 200, cell: 'R-2', valid: '20280101' })
    const number = await addOrder(user, [{ STOCK_CD: face.item, ORDER_QTY: 1 }])
    for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
    const [allocation] = await getUnpicked(user, number)
    expect(allocation?.['CELL_CD']).toBe('R-2')
    const short = { ALLOC_ID: allocation?.['ALLOC_ID'] ?? null, PICKED_QTY: 0, REASON: 'not there' }
    expect((await user.save('outbound/pick', [short])).status).toBe(200)
    expect(await floor.plan(face)).toBe(96)
    expect(rowErrors(await scan('R-2', face.item))).toEqual([
      [1, 'CODE', expect.stringContaining('R-3')],
    ])
  })

  test('moves no stock that was held after the plan', async () => {
    const face = await createFace('F-6', 'R-9')
    await floor.plan(face)
    await scan('R-9', face.item)
    await site.db.execute(sql`insert into cell_hold (wcode, cell_cd, reason, from_dt)
      values ('W01', 'R-9', 'test', '20200101')`)
    expect(rowErrors(await scan('R-9', 'F-6', { TO_CELL_CD: 'F-6' }))).toHaveLength(1)
    await site.db.script(`delete from cell_hold where cell_cd = 'R-9'`)
  })
})

test('a refill starts from another cell after its own source was held', async () => {
  await site.db.script(`insert into cell (wcode, cell_cd, zone_cd, pick_seq, role_cd)
    values ('W01', 'F-H', 'F', 13, 'PICK')`)
  const face = await createFace('F-H', 'R-7', { lot: 'OLD', valid: '20280101' })
  const { item } = face
  await floor.plan(face)
  await putStock(site.db, { item, qty: 200, cell: 'R-8', lot: 'NEW', valid: '20280101' })
  await site.db.execute(sql`insert into lot_hold (owner_cd, stock_cd, lot_no, from_dt, reason)
    values ('HANBIT', ${item}, 'OLD', '20200101', 'test')`)
  expect(rowErrors(await scan('R-7', item)), 'from its own source').toEqual([
    [1, 'CODE', replenishTexts.held.ko],
  ])
  expect(rowErrors(await scan('R-8', item))).toEqual([])
  expect(rowErrors(await scan('R-8', 'F-H', { TO_CELL_CD: 'F-H' }))).toEqual([])
  expect(await getStockPlaces(item)).toEqual(['F-H 96 0', 'R-7 200 0', 'R-8 104 0'])
})

test('finishing a refill whose source was held cancels it and reports nothing missing', async () => {
  await site.db.script(`insert into cell (wcode, cell_cd, zone_cd, pick_seq, role_cd)
    values ('W01', 'F-N', 'F', 14, 'PICK')`)
  const face = await createFace('F-N', 'R-7', { lot: 'HELD', valid: '20280101' })
  const { item } = face
  await floor.plan(face)
  expect(rowErrors(await scan('R-7', item))).toEqual([])
  const hold = sql`insert into lot_hold (owner_cd, stock_cd, lot_no, from_dt, reason)
    values ('HANBIT', ${item}, 'HELD', '20200101', 'test')`
  await site.db.execute(hold)
  const refused = await scan('R-7', 'F-N', { TO_CELL_CD: 'F-N' })
  expect(rowErrors(refused)).toEqual([[1, 'CODE', replenishTexts.held.ko]])
  const finished = await user.save('inventory/finish-replenish', [{ FROM_CELL_CD: 'R-7' }])
  expect(finished.body.message).toContain(finishedTexts.stopped(1).ko)
  expect(await floor.tasks(item)).toEqual([])
  await site.db.execute(sql`delete from lot_hold where stock_cd = ${item}`)
  expect(await floor.plan(face), 'the stock is available again').toBe(96)
  expect(rowErrors(await scan('R-7', item))).toEqual([])
})

test('moves no stock that expired after the plan', async () => {
  await site.db.script(`insert into cell (wcode, cell_cd, zone_cd, pick_seq, role_cd)
    values ('W01', 'F-X', 'F', 11, 'PICK'), ('W01', 'R-X', 'F', 12, 'RESERVE')`)
  const face = await createFace('F-X', 'R-X', { lot: 'EXPIRES', valid: '20660101' })
  await putStock(site.db, {
    item: face.item,
    qty: 200,
    cell: 'R-2',
    lot: 'EXPIRES',
    valid: '20660101',
  })
  await floor.plan(face)
  expect(rowErrors(await scan('R-X', face.item))).toEqual([])
  await site.db.script('alter table lot disable trigger user')
  await site.db.script(`update lot set valid_dt = '20200101' where lot_no = 'EXPIRES'`)
  await site.db.script('alter table lot enable trigger user')
  const refused = [[1, 'CODE', replenishTexts.expired.ko]]
  expect(rowErrors(await scan('R-X', face.cell, { TO_CELL_CD: face.cell }))).toEqual(refused)
  expect(rowErrors(await scan('R-X', face.item)), 'before it is carried').toEqual(refused)
  expect(rowErrors(await scan('R-2', face.item)), 'from another cell').toHaveLength(1)
  expect(await getStockPlaces(face.item)).toEqual(['R-2 200 0', 'R-X 200 96'])
})

/** Simple seeded generator of integers below `max`, to repeat a run. */
function createRandom(seed: number) {
  let state = seed
  return (max: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % max
  }
}

describe('allocations that move with their stock', () => {
  test.each([1, 7, 42])('the books are right after each of 40 random steps (%i)', async (seed) => {
    const next = createRandom(seed)
    const face = await createFace(`F-${7 + [1, 7, 42].indexOf(seed)}`, 'R-1')
    const numbers: string[] = []
    const anySerial = () => numbers[next(Math.max(numbers.length, 1))] ?? ''
    const steps: readonly (() => Promise<unknown>)[] = [
      async () => {
        const number = await addOrder(user, [{ STOCK_CD: face.item, ORDER_QTY: 1 + next(40) }])
        numbers.push(number)
        return user.save('outbound/allocate', [{ SHIPMENT_NO: number }])
      },
      () => floor.plan(face),
      () => user.save('outbound/cancel-allocation', [{ SHIPMENT_NO: anySerial() }]),
      () => user.save('outbound/mark-listed', [{ SHIPMENT_NO: anySerial() }]),
      async () => {
        const [row] = await getUnpicked(user, anySerial())
        if (!row) return
        const QTY = Number(row['ALLOC_QTY'])
        await user.save('outbound/pick', [{ ALLOC_ID: row['ALLOC_ID'] ?? null, PICKED_QTY: QTY }])
      },
      async () => {
        const [row] = await user.query('outbound/picked-lines', { SHIPMENT_NO: anySerial() })
        const BACK_QTY = row?.['PICK_QTY'] ?? null
        const RELEASE_YN = next(2) === 0 ? 'Y' : 'N'
        await user.save('outbound/cancel-pick', [
          { ALLOC_ID: row?.['ALLOC_ID'] ?? null, BACK_QTY, RELEASE_YN },
        ])
      },
      async () => {
        await scan('R-1', face.item)
        await scan('R-1', face.cell, {
          TO_CELL_CD: face.cell,
          QTY: next(3) === 0 ? 1 + next(23) : entireRemainder,
        })
      },
      async () => {
        const [row] = await user.query('inventory/stock-to-work', { STOCK_CD: face.item })
        await user.save('inventory/move', [
          {
            BALANCE_ID: row?.['BALANCE_ID'] ?? null,
            WORK_QTY: 1 + next(30),
            TO_CELL_CD: next(2) === 0 ? 'R-1' : face.cell,
          },
        ])
      },
    ]
    for (let turn = 0; turn < 40; turn += 1) {
      const which = next(steps.length)
      await steps[which]?.()
      const wrong = (await verifyLedger(site.db)).filter(({ breaches }) => breaches.length > 0)
      expect(wrong, `step ${turn} was ${which}`).toEqual([])
    }
  })
})
