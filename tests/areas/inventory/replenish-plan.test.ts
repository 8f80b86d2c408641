import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { getUnpicked, putStock, rowErrors, runStep } from '#tests/support/floor.ts'
import { createReplenishFloor } from '#tests/support/replenish.ts'

let site: TestSite
let user: TestUser
let floor: Awaited<ReturnType<typeof createReplenishFloor>>

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  floor = await createReplenishFloor(site, user)
})
afterAll(() => closeVerified(site))

const rejected = expect.any(String)

/** A face with 14 pieces, an open task for 24 and 200 pieces in reserve. */
async function createFaceOf14(cell: string): Promise<{ item: string; cell: string }> {
  const face = { item: await floor.newItem(), cell }
  await putStock(site.db, { item: face.item, qty: 14, cell })
  await putStock(site.db, { item: face.item, qty: 200, cell: 'R-1' })
  return face
}

describe('the plan of a pick face', () => {
  test('a position of 8 below a minimum of 20 is refilled with 72, and then with nothing', async () => {
    const face = await createFaceOf14('F-1')
    await floor.saveFace(face, { MAX_QTY: 40 })
    expect(await floor.plan(face)).toBe(24)
    const [row] = await site.db.query<{ version: number }>(sql`
      select version from pick_face where stock_cd = ${face.item}`)
    expect(rowErrors(await floor.saveFace(face, { VERSION: row?.version ?? 0 }, 'U'))).toEqual([])
    await floor.allocated(face.item, 14, 16)
    expect(await floor.needs(face)).toMatchObject([
      {
        FACE_QTY: 14,
        PROMISED_QTY: 30,
        OPEN_QTY: 24,
        POSITION_QTY: 8,
        CAUSE_CD: 'MINMAX',
        NEED_QTY: 72,
        PLAN_QTY: 72,
      },
    ])
    expect(await floor.plan(face)).toBe(72)
    expect(await floor.plan(face)).toBe(0)
    expect(await floor.tasks(face.item)).toMatchObject([
      { cause_cd: 'MINMAX', qty: 24, travel: 16 },
      { cause_cd: 'MINMAX', qty: 72, travel: 0 },
    ])
  })

  test('a demand of 130 with 14 and 72 at hand is 44 pieces short and moves 48, above the maximum', async () => {
    const face = await createFaceOf14('F-2')
    await floor.saveFace(face)
    expect(await floor.plan(face)).toBe(72)
    await floor.allocated(face.item, 14, 20, 20, 20, 20, 20, 16)
    expect(await floor.needs(face)).toMatchObject([
      { PROMISED_QTY: 130, POSITION_QTY: -44, CAUSE_CD: 'DEMAND', NEED_QTY: 48, PLAN_QTY: 48 },
    ])
    expect(await floor.plan(face)).toBe(48)
    expect(await floor.plan(face)).toBe(0)
    expect(await floor.tasks(face.item)).toMatchObject([
      { cause_cd: 'MINMAX', qty: 72, travel: 72 },
      { cause_cd: 'DEMAND', qty: 48 },
    ])
    expect(await floor.needs(face)).toMatchObject([{ OPEN_QTY: 120, POSITION_QTY: 4 }])
  })

  test('a cancelled order drops its task if the face has enough without it', async () => {
    const face = await createFaceOf14('F-3')
    await floor.saveFace(face)
    await floor.plan(face)
    const numbers = await floor.allocated(face.item, 14, 20, 20, 20, 20, 20, 16)
    await floor.plan(face)
    await runStep(user, 'cancel-allocation', ...numbers)
    expect(await floor.tasks(face.item)).toMatchObject([{ cause_cd: 'MINMAX', qty: 72, travel: 0 }])
    expect(await floor.needs(face)).toMatchObject([{ POSITION_QTY: 86, PROMISED_QTY: 0 }])
  })

  test('the earliest expiry date is taken first, and none later than that of the stock on the face', async () => {
    const face = { item: await floor.newItem(), cell: 'F-4' }
    await floor.saveFace(face, { MIN_QTY: 30 })
    const put = (cell: string, qty: number, valid: string) =>
      putStock(site.db, { item: face.item, qty, cell, valid })
    await put('R-1', 96, '20290101')
    await put('R-2', 30, '20280601')
    expect(await floor.plan(face), 'only the first date of an empty face').toBe(24)
    expect(await floor.plan(face), 'the later date waits for an empty face').toBe(0)
    await put('R-3', 48, '20280101')
    expect(await floor.plan(face), 'an earlier date is welcome').toBe(48)
  })

  test('no more units are planned than fit into the cell', async () => {
    await site.db.script(`update cell set capacity_cbm = 0.9 where cell_cd = 'F-5'`)
    const face = { item: await floor.newItem({ cbm: 0.01 }), cell: 'F-5' }
    await putStock(site.db, { item: face.item, qty: 200, cell: 'R-4' })
    expect(rowErrors(await floor.saveFace(face))).toEqual([[1, 'MAX_QTY', rejected]])
    await floor.saveFace(face, { MAX_QTY: 90 })
    expect(await floor.plan(face)).toBe(72)
  })

  test('faces of one item share its stock', async () => {
    const item = await floor.newItem()
    const [first, second] = [
      { item, cell: 'F-6' },
      { item, cell: 'F-7' },
    ]
    await floor.saveFace(first)
    await floor.saveFace(second)
    await putStock(site.db, { item, qty: 130, cell: 'R-5' })
    const rows = [first, second].map(({ cell }) => ({
      CELL_CD: cell,
      OWNER_CD: 'HANBIT',
      STOCK_CD: item,
    }))
    const done = await user.save('inventory/plan-replenishment', rows)
    expect(done.body.data.rows).toMatchObject([{ PLAN_QTY: 96 }, { PLAN_QTY: 24 }])
  })

  test('held, missing, bonded, expired and damaged stock is not a source', async () => {
    const face = { item: await floor.newItem(), cell: 'F-8' }
    await floor.saveFace(face)
    const put = (extra: object) =>
      putStock(site.db, { item: face.item, qty: 48, cell: 'R-6', ...extra })
    await put({ condition: 'HELD' })
    await put({ condition: 'DAMAGED' })
    await put({ valid: '20200101' })
    await put({ bonded: 'BONDED', lot: 'B' })
    await put({ lot: 'HOLD' })
    await site.db.execute(sql`insert into lot_hold (owner_cd, stock_cd, lot_no, reason, from_dt)
      values ('HANBIT', ${face.item}, 'HOLD', 'test', '20200101')`)
    expect(await floor.plan(face)).toBe(0)
  })
})

describe('stock on a face that no order can use', () => {
  beforeAll(() =>
    site.db.script(`insert into cell (wcode, cell_cd, zone_cd, pick_seq, role_cd)
      values ('W01', 'F-20', 'F', 20, 'PICK'), ('W01', 'F-21', 'F', 21, 'PICK')`),
  )

  async function createFace(cell: string, extra: object): Promise<{ item: string; cell: string }> {
    const face = { item: await floor.newItem(), cell }
    await floor.saveFace(face, { FIXED_YN: 'N' })
    await putStock(site.db, { item: face.item, qty: 50, cell, lot: 'OLD', ...extra })
    await putStock(site.db, { item: face.item, qty: 200, cell: 'R-7', valid: '20670101' })
    return face
  }

  test.each([
    ['expired', { valid: '20200101' }],
    ['bonded', { bonded: 'BONDED' }],
    ['held by a rule', {}],
  ])('%s: the face is refilled as if it were empty', async (kind, more) => {
    const face = await createFace('F-20', more)
    if (kind.startsWith('held')) {
      await site.db.execute(sql`insert into lot_hold (owner_cd, stock_cd, lot_no, reason, from_dt)
        values ('HANBIT', ${face.item}, 'OLD', 'test', '20200101')`)
    }
    expect(await floor.needs(face)).toMatchObject([{ FACE_QTY: 0, POSITION_QTY: 0, NEED_QTY: 96 }])
    expect(await floor.plan(face)).toBe(96)
    expect(await floor.plan(face)).toBe(0)
  })

  test('a face is refilled without a lot that a picker did not find', async () => {
    const valid = '20660101'
    const face = await createFace('F-20', { valid })
    const [number = ''] = await floor.allocated(face.item, 5)
    await runStep(user, 'mark-listed', number)
    const [line] = await getUnpicked(user, number)
    const pick = { ALLOC_ID: line?.['ALLOC_ID'] ?? null, PICKED_QTY: 0, REASON: 'empty' }
    expect(rowErrors(await user.save('outbound/pick', [pick]))).toEqual([])
    await putStock(site.db, { item: face.item, qty: 48, cell: 'R-7', lot: 'OLD', valid })
    expect(await floor.needs(face)).toMatchObject([{ FACE_QTY: 0, NEED_QTY: 96, SOURCE_QTY: 192 }])
    expect(await floor.plan(face)).toBe(96)
    const [position] = await site.db.query(sql`
      select face_position('W01', 'F-20', 'HANBIT', ${face.item})::float8 qty`)
    expect(position).toEqual({ qty: 96 })
  })

  test.each([
    ['expired', 'F-22', sql`update lot set valid_dt = '20200101' where lot_no = 'FIRST'`],
    [
      'held by a rule',
      'F-23',
      sql`insert into lot_hold (owner_cd, stock_cd, lot_no, reason, from_dt)
        select owner_cd, stock_cd, lot_no, 'test', '20200101' from lot where lot_no = 'FIRST'
        on conflict do nothing`,
    ],
  ])(
    '%s since the plan: the open task does not count as incoming stock',
    async (_, cell, change) => {
      const face = { item: await floor.newItem(), cell }
      await site.db.execute(sql`insert into cell (wcode, cell_cd, zone_cd, role_cd)
      values ('W01', ${cell}, 'F', 'PICK')`)
      await floor.saveFace(face)
      await putStock(site.db, {
        item: face.item,
        qty: 96,
        cell: 'R-7',
        lot: 'FIRST',
        valid: '20660101',
      })
      expect(await floor.plan(face)).toBe(96)
      await putStock(site.db, { item: face.item, qty: 200, cell: 'R-8', valid: '20670101' })
      await site.db.script('alter table lot disable trigger user')
      await site.db.execute(change)
      await site.db.script('alter table lot enable trigger user')
      expect(await floor.needs(face)).toMatchObject([
        { OPEN_QTY: 0, NEED_QTY: 96, SOURCE_QTY: 192 },
      ])
      const [position] = await site.db.query(sql`
      select face_position('W01', ${cell}, 'HANBIT', ${face.item})::float8 qty`)
      expect(position).toEqual({ qty: 0 })
      expect(await floor.plan(face)).toBe(96)
      expect(await floor.plan(face)).toBe(0)
    },
  )

  test('a face in a held cell is not refilled', async () => {
    const face = await createFace('F-21', {})
    await site.db.execute(sql`insert into cell_hold (wcode, cell_cd, reason, from_dt)
      values ('W01', 'F-21', 'test', '20200101')`)
    expect(await floor.needs(face)).toEqual([])
    expect(await floor.plan(face)).toBe(0)
  })
})

describe('a pick face', () => {
  test('a fixed face accepts no second item, and a minimum is below its maximum', async () => {
    const [first, second] = [await floor.newItem(), await floor.newItem()]
    await floor.saveFace({ item: first, cell: 'F-9' })
    const again = await floor.saveFace({ item: second, cell: 'F-9' }, { FIXED_YN: 'N' })
    expect(rowErrors(again)).toEqual([[1, 'CELL_CD', rejected]])
    const reversed = await floor.saveFace({ item: second, cell: 'F-9' }, { MIN_QTY: 100 })
    expect(rowErrors(reversed).map(([, column]) => column)).toContain('MIN_QTY')
    const reserve = await floor.saveFace({ item: second, cell: 'R-9' })
    expect(rowErrors(reserve)).toEqual([[1, 'CELL_CD', rejected]])
    await expect(
      site.db
        .execute(sql`insert into pick_face (wcode, cell_cd, owner_cd, stock_cd, min_qty, max_qty)
        values ('W01', 'F-9', 'HANBIT', ${second}, 1, 2)`),
    ).rejects.toMatchObject({ constraint: 'pick_face_fixed' })
  })

  test('a cell with a pick face keeps its role', async () => {
    const [cell] = await user.query('master/cell', { CELL_CD: 'F-9' })
    const saved = await user.save('master/save-cell', [
      { ...cell, BATCH_FLAG: 'U', ROLE_CD: 'BUFFER' },
    ])
    expect(rowErrors(saved)).toEqual([[1, 'ROLE_CD', rejected]])
  })
})

test('an allocation belongs to a shipment line or to a task', async () => {
  const item = await floor.newItem()
  const id = await putStock(site.db, { item, qty: 5, cell: 'R-8' })
  await expect(
    site.db.execute(sql`insert into allocation (balance_id, alloc_qty, created_by)
      values (${id}, 1, 'admin')`),
  ).rejects.toMatchObject({ constraint: 'allocation_demand' })
})
