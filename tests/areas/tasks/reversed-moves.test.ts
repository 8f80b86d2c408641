import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { putStock, rowErrors } from '#tests/support/floor.ts'
import { scanRefill, createReplenishFloor } from '#tests/support/replenish.ts'

type Row = Record<string, Value>

const rule = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', REASON: 'quality', FROM_DT: '20260101' }

let site: TestSite
let user: TestUser
let floor: Awaited<ReturnType<typeof createReplenishFloor>>

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  floor = await createReplenishFloor(site, user)
})
afterAll(() => closeVerified(site))

function ok(response: SaveResponse): SaveResponse {
  expect(rowErrors(response), response.body.message).toEqual([])
  expect(response.status).toBe(200)
  return response
}

async function readTask(no: string): Promise<Row> {
  const [row] = await site.db.query<Row>(sql`
    select t.state_cd, t.qty::float8, t.done_qty::float8 done,
      coalesce(sum(a.alloc_qty), 0)::float8 allocated
    from move_task t left join allocation a using (task_no)
    where t.task_no = ${no}::bigint group by t.task_no`)
  return row ?? {}
}

/** A manual task for 4 of 4 pieces from. */
async function createManualTask() {
  const item = await floor.newItem()
  const id = await putStock(site.db, { item, qty: 4, cell: 'R-1', pallet: `P-${item}` })
  const created = ok(
    await user.save('tasks/create-move-of-stock', [
      { BALANCE_ID: String(id), TO_CELL_CD: 'R-2', WORK_QTY: 4 },
    ]),
  )
  return { item, id, no: String(created.body.data.rows[0]?.['REF_NO']) }
}

/** Moves a part of a task, or the rest of it. */
async function move(item: string, extra: Row = {}, to = 'R-2'): Promise<void> {
  ok(await scanRefill(user, 'R-1', item))
  ok(await scanRefill(user, 'R-1', to, { TO_CELL_CD: to, ...extra }))
}

/** Reverses the latest moves of an item that are in effect. */
async function reverse(item: string, count = 1): Promise<SaveResponse> {
  const moves = await site.db.query<{ no: string }>(sql`
    select m.movement_no::text no from stock_movement m
    where m.stock_cd = ${item} and m.movement_cd = 'MOVE' and m.reverses_no is null
      and not exists (select from stock_movement x where x.reverses_no = m.movement_no)
    order by m.movement_no desc limit ${count}`)
  return user.save(
    'inventory/reverse',
    moves.map(({ no }) => ({ MOVEMENT_NO: no, REASON: 'wrong pallet' })),
  )
}

describe('reversing the move of a task', () => {
  test('opens the task again and allocates its stock', async () => {
    const { item, no } = await createManualTask()
    await move(item)
    expect(await readTask(no)).toMatchObject({ state_cd: moveTaskStatus.done, allocated: 0 })
    expect(ok(await reverse(item)).body.message).toContain(`#${no}`)
    const open = { state_cd: moveTaskStatus.waiting, qty: 4, done: 0, allocated: 4 }
    expect(await readTask(no)).toEqual(open)
    expect(await user.query('tasks/my-tasks', { STOCK_CD: item })).toMatchObject([
      { REF_NO: no, QTY: 4, CELL_CD: 'R-1' },
    ])
    await move(item)
    expect(await readTask(no)).toMatchObject({ state_cd: moveTaskStatus.done, done: 4 })
  })

  test('counts only the parts that are in effect', async () => {
    const { item, no } = await createManualTask()
    await move(item, { QTY: 1 })
    await move(item, { QTY: 2 })
    ok(await reverse(item))
    expect(await readTask(no)).toEqual({ state_cd: '10', qty: 4, done: 1, allocated: 3 })
    await move(item)
    ok(await reverse(item, 2))
    expect(await readTask(no)).toEqual({ state_cd: '10', qty: 4, done: 0, allocated: 4 })
  })

  test('leaves a cancelled task closed', async () => {
    const { item, no } = await createManualTask()
    await move(item, { QTY: 1 })
    const key = { KIND_CD: 'MOVE', REF_NO: no, CANCEL_REASON: 'not needed' }
    ok(await user.save('tasks/cancel-move', [key]))
    ok(await reverse(item))
    expect(await readTask(no)).toMatchObject({
      state_cd: moveTaskStatus.cancelled,
      done: 0,
      allocated: 0,
    })
  })

  test('leaves a short task short', async () => {
    const { item, no } = await createManualTask()
    await move(item, { QTY: 1 })
    ok(await scanRefill(user, 'R-1', item))
    ok(await user.save('inventory/finish-replenish', [{ FROM_CELL_CD: 'R-1' }]))
    ok(await reverse(item))
    const short = { state_cd: moveTaskStatus.short, qty: 4, done: 0, allocated: 0 }
    expect(await readTask(no)).toEqual(short)
  })

  test('leaves the task closed if its stock is held now', async () => {
    const { item, no } = await createManualTask()
    await move(item)
    ok(await user.save('inventory/save-stock-hold-rules', [{ ...rule, STOCK_CD: item }]))
    ok(await reverse(item))
    expect(await readTask(no)).toMatchObject({ state_cd: moveTaskStatus.cancelled, allocated: 0 })
  })

  test('opens a refill again, which is not planned twice', async () => {
    const face = { item: await floor.newItem(), cell: 'F-2' }
    await floor.saveFace(face)
    await putStock(site.db, { item: face.item, qty: 200, cell: 'R-1' })
    await floor.plan(face)
    const [refill] = await floor.tasks(face.item)
    await move(face.item, {}, face.cell)
    ok(await reverse(face.item))
    expect(await floor.tasks(face.item)).toEqual([refill])
    expect(await floor.plan(face)).toBe(0)
  })
})
