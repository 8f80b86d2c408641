import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { entireRemainder } from '#areas/inventory/operations/replenish-station.ts'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { includesOpenTasksText } from '#areas/tasks/server/rehearse-move.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { getQuestionIds, saveConfirmed } from '#tests/support/confirmed-save.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { addItem, addOrder, putStock, rowErrors, runStep } from '#tests/support/floor.ts'
import { createReplenishFloor } from '#tests/support/replenish.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let other: TestUser
let customer: TestUser
let floor: Awaited<ReturnType<typeof createReplenishFloor>>

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  other = await site.login('second')
  await grantEverything(site, 'CUSTOMER')
  customer = await site.login('customer')
  floor = await createReplenishFloor(site, user)
})
afterAll(() => closeVerified(site))

let created = 0
const newItem = () => addItem(site.db, `HAND-${(created += 1)}`)

function ok(response: SaveResponse): SaveResponse {
  expect(rowErrors(response), response.body.message).toEqual([])
  expect(response.status).toBe(200)
  return response
}

const create = (row: Row, by = user) =>
  by.save('tasks/create-move', [
    { OWNER_CD: 'HANBIT', FROM_CELL_CD: 'R-1', TO_CELL_CD: 'R-2', WORK_QTY: 4, ...row },
  ])
const createOfStock = (id: number, row: Row = {}, by = user) =>
  by.save('tasks/create-move-of-stock', [
    { BALANCE_ID: String(id), TO_CELL_CD: 'R-2', WORK_QTY: 4, ...row },
  ])
const taskKeys = (response: SaveResponse): Row[] =>
  response.body.data.rows.map(({ KIND_CD = null, REF_NO = null }) => ({ KIND_CD, REF_NO }))
const cancel = (rows: readonly Row[], by = user) =>
  by.save(
    'tasks/cancel-move',
    rows.map((row) => ({ ...row, CANCEL_REASON: 'not needed' })),
  )
const getErrorTexts = (response: SaveResponse) =>
  rowErrors(response).map(([, column, text]) => [column, text])

async function readTask({ REF_NO = null }: Row = {}): Promise<Row> {
  const [row] = await site.db.query<Row>(sql`
    select t.state_cd, t.qty::float8, t.done_qty::float8 done, t.cancel_reason reason, t.cause_cd,
      t.priority, coalesce(sum(a.alloc_qty), 0)::float8 allocated
    from move_task t left join allocation a using (task_no)
    where t.task_no = ${REF_NO}::bigint group by t.task_no`)
  return row ?? {}
}

const scan = (item: string, extra: Row = {}, by = user) =>
  by.save('inventory/replenish-scan', [
    { FROM_CELL_CD: 'R-1', TO_CELL_CD: null, CODE: item, QTY: entireRemainder, ...extra },
  ])

describe('a manual move task', () => {
  test('allocates its stock and is moved at the station, on its pallet', async () => {
    const item = await newItem()
    const id = await putStock(site.db, { item, qty: 4, cell: 'R-1', pallet: `P-${item}` })
    const due = { PRIORITY: 2, DUE_AT: '20271231180000' }
    const [key = {}] = taskKeys(ok(await createOfStock(id, due)))
    expect(await readTask(key)).toMatchObject({ cause_cd: 'HAND', priority: 2, allocated: 4 })
    expect(await user.query('tasks/my-tasks', { STOCK_CD: item })).toMatchObject([
      { ...key, ...due, QTY: 4, CELL_CD: 'R-1', TO_CELL_CD: 'R-2' },
    ])
    expect(getErrorTexts(await createOfStock(id, { TO_CELL_CD: 'R-3' }))).toHaveLength(1)
    ok(await scan(item))
    ok(await scan('R-2', { TO_CELL_CD: 'R-2' }))
    expect(await readTask(key)).toMatchObject({ state_cd: moveTaskStatus.done, allocated: 0 })
    const lies = await site.db.query(sql`
      select cell_cd, pallet_no, qty::float8 from stock_balance where stock_cd = ${item} and qty > 0`)
    expect(lies).toEqual([{ cell_cd: 'R-2', pallet_no: `P-${item}`, qty: 4 }])
  })

  test('takes the stock of an item from the earliest date on, one task for each record', async () => {
    const item = await newItem()
    for (const [valid, qty] of [
      ['20280301', 5],
      ['20270301', 3],
    ] as const) {
      await putStock(site.db, { item, qty, cell: 'R-1', valid })
    }
    const response = ok(await create({ STOCK_CD: item }))
    const tasks = await Promise.all(taskKeys(response).map(readTask))
    expect(tasks.map(({ qty }) => Number(qty)).toSorted((a, b) => a - b)).toEqual([1, 3])
    expect(getErrorTexts(await create({ STOCK_CD: item, WORK_QTY: 5 }))).toMatchObject([
      ['WORK_QTY', /4/],
    ])
    expect(rowErrors(await create({ STOCK_CD: 'PLAIN' }))).toHaveLength(1)
  })

  test('follows the placement rules of the target', async () => {
    const item = await newItem()
    const id = await putStock(site.db, { item, qty: 4, cell: 'R-1' })
    await site.db.script(`
      insert into cell (wcode, cell_cd, zone_cd, lock_yn) values ('W01', 'LOCKED', 'F', 'Y');
      insert into cell (wcode, cell_cd, zone_cd, mix_cd) values ('W01', 'ONE-ITEM', 'F', 'STOCK')`)
    await putStock(site.db, { item: 'PLAIN', qty: 1, cell: 'ONE-ITEM' })
    for (const TO_CELL_CD of ['LOCKED', 'NOWHERE', 'ONE-ITEM', 'R-1']) {
      const response = await createOfStock(id, { TO_CELL_CD })
      expect(rowErrors(response), TO_CELL_CD).toHaveLength(1)
    }
    const [row] = await site.db.query(sql`select count(*)::int moves, (select count(*)::int
      from move_task where stock_cd = ${item}) tasks
      from stock_movement where stock_cd = ${item} and movement_cd = 'MOVE'`)
    expect(row).toEqual({ moves: 0, tasks: 0 })
  })

  test('stock of open tasks counts as stored in the target', async () => {
    await site.db.script(`
      insert into cell (wcode, cell_cd, zone_cd, capacity_cbm) values ('W01', 'SMALL', 'F', 0.005);
      insert into cell (wcode, cell_cd, zone_cd, max_kg) values ('W01', 'LIGHT', 'F', 5);
      insert into cell (wcode, cell_cd, zone_cd, mix_cd) values ('W01', 'PURE', 'F', 'STOCK')`)
    const [item, next] = [await newItem(), await newItem()]
    await site.db.execute(sql`update stock set cbm = 0.001, weight_kg = 1
      where stock_cd in (${item}, ${next})`)
    const [id, nextId] = [
      await putStock(site.db, { item, qty: 12, cell: 'R-1' }),
      await putStock(site.db, { item: next, qty: 12, cell: 'R-1' }),
    ]
    for (const TO_CELL_CD of ['SMALL', 'LIGHT', 'PURE']) {
      const [first = {}] = taskKeys(ok(await createOfStock(id, { TO_CELL_CD, WORK_QTY: 3 })))
      const again = await createOfStock(nextId, { TO_CELL_CD, WORK_QTY: 3 })
      const text = expect.stringContaining(includesOpenTasksText.ko)
      expect(getErrorTexts(again), TO_CELL_CD).toEqual([['TO_CELL_CD', text]])
      ok(await cancel([first]))
      ok(await createOfStock(nextId, { TO_CELL_CD, WORK_QTY: 3 }))
      const undone = await user.save('tasks/reopen-move', [first])
      expect(getErrorTexts(undone), 'undone').toEqual([['REF_NO', text]])
    }
  })

  test('rejects held stock and stock that is allocated to a shipment', async () => {
    const item = await newItem()
    const held = await putStock(site.db, { item, qty: 4, cell: 'R-1', condition: 'HELD' })
    expect(getErrorTexts(await createOfStock(held))).toMatchObject([['WORK_QTY', /\S/]])
    const id = await putStock(site.db, { item, qty: 6, cell: 'R-1' })
    await runStep(user, 'allocate', await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 4 }]))
    expect(getErrorTexts(await createOfStock(id))).toMatchObject([['WORK_QTY', /2/]])
    ok(await createOfStock(id, { WORK_QTY: 2 }))
  })

  test('starts from the cell it names', async () => {
    const item = await newItem()
    const id = await putStock(site.db, { item, qty: 4, cell: 'R-4' })
    await putStock(site.db, { item, qty: 4, cell: 'R-1' })
    ok(await createOfStock(id))
    expect((await scan(item)).status).toBe(422)
  })

  test('creates one task for a repeated save', async () => {
    const item = await newItem()
    const id = await putStock(site.db, { item, qty: 9, cell: 'R-1' })
    const row = { BALANCE_ID: String(id), TO_CELL_CD: 'R-2', WORK_QTY: 4 }
    const key = `move-task-${item}`
    const first = ok(await user.save('tasks/create-move-of-stock', [row], key))
    const again = ok(await user.save('tasks/create-move-of-stock', [row], key))
    expect(taskKeys(again)).toEqual(taskKeys(first))
  })

  test('rejects stock of other owners', async () => {
    const id = await putStock(site.db, { item: await newItem(), qty: 4, cell: 'R-1' })
    expect(rowErrors(await createOfStock(id, {}, customer))).toHaveLength(1)
  })
})

describe('references of tasks and their allocations', () => {
  const copyTask = (changed: string) => (no: string) =>
    `insert into move_task (wcode, cause_cd, owner_cd, stock_cd, from_balance_id, to_cell_cd, qty,
        created_by, updated_by)
      select (c).wcode, (c).cause_cd, (c).owner_cd, (c).stock_cd, (c).from_balance_id,
        (c).to_cell_cd, 1, 'admin', 'admin'
      from (select jsonb_populate_record(t, '${changed}') c from move_task t
        where t.task_no = ${no}) copied`
  const allocate = (task: string, balance: string) => (no: string) =>
    `insert into allocation (task_no, balance_id, alloc_qty, created_by)
      select ${task}, ${balance}, 0, 'admin' from move_task where task_no = ${no}`

  test.each([
    ['a task with a missing source', copyTask('{"from_balance_id": 999999}')],
    ['a task for another item', copyTask('{"stock_cd": "PLAIN"}')],
    [
      'a source with another item',
      (no: string) => `update move_task set from_balance_id = (select min(balance_id)
        from stock_balance where stock_cd <> move_task.stock_cd) where task_no = ${no}`,
    ],
    ['an allocation of missing stock', allocate('task_no', '999999')],
    ['an allocation to a missing task', allocate('999999', 'from_balance_id')],
  ])('the database rejects %s', async (_, statement) => {
    const item = await newItem()
    const id = await putStock(site.db, { item, qty: 4, cell: 'R-1' })
    const [{ REF_NO = null } = {}] = taskKeys(ok(await createOfStock(id)))
    await expect(site.db.script(statement(String(REF_NO)))).rejects.toMatchObject({ code: 'WM004' })
  })
})

describe('cancelling a move task', () => {
  async function createManualTask() {
    const item = await newItem()
    const id = await putStock(site.db, { item, qty: 4, cell: 'R-1' })
    const [key = {}] = taskKeys(ok(await createOfStock(id)))
    return { item, id, key }
  }

  test('releases the stock, keeps the reason and can be undone', async () => {
    const { id, key } = await createManualTask()
    ok(await cancel([key]))
    const cancelled = { state_cd: moveTaskStatus.cancelled, reason: 'not needed', allocated: 0 }
    expect(await readTask(key)).toMatchObject(cancelled)
    expect((await user.save('tasks/reopen-move', [key])).status).toBe(200)
    expect(await readTask(key)).toMatchObject({ state_cd: '10', reason: null, allocated: 4 })
    ok(await cancel([key]))
    expect((await other.save('tasks/reopen-move', [key])).status).toBe(409)
    ok(await createOfStock(id, { TO_CELL_CD: 'R-3' }))
    expect((await user.save('tasks/reopen-move', [key])).status).toBe(409)
    expect((await cancel([key])).status).toBe(409)
  })

  test('requires confirmation before withdrawing the task from the user who is working on it', async () => {
    const { key, item } = await createManualTask()
    ok(await other.save('tasks/claim', [key]))
    const request = await cancel([key])
    expect(rowErrors(request)[0]?.[2]).toMatch(/second.*\d\d:\d\d/)
    expect(await readTask(key)).toMatchObject({ state_cd: '10', allocated: 4 })
    const rows = [{ ...key, CANCEL_REASON: 'not needed' }]
    expect(
      (await saveConfirmed(user, 'tasks/cancel-move', rows, getQuestionIds(request))).status,
    ).toBe(200)
    expect((await scan(item, {}, other)).status).toBe(422)
  })

  test('completes a partly moved task with the moved part', async () => {
    const { item, key } = await createManualTask()
    ok(await scan(item))
    ok(await scan('R-2', { TO_CELL_CD: 'R-2', QTY: 1 }))
    ok(await cancel([key]))
    const ended = { state_cd: moveTaskStatus.done, qty: 1, done: 1, allocated: 0 }
    expect(await readTask(key)).toMatchObject(ended)
    expect((await user.save('tasks/reopen-move', [key])).status).toBe(409)
  })

  test('cancelling a move task also cancels a planned refill, but no picking', async () => {
    const face = { item: await floor.newItem(), cell: 'F-1' }
    await floor.saveFace(face, { FIXED_YN: 'N' })
    await putStock(site.db, { item: face.item, qty: 200, cell: 'R-1' })
    await floor.plan(face)
    const [refill] = await user.query('tasks/my-tasks', { STOCK_CD: face.item })
    const { KIND_CD = null, REF_NO = null } = refill ?? {}
    ok(await cancel([{ KIND_CD, REF_NO }]))
    const item = await newItem()
    await putStock(site.db, { item, qty: 4, cell: 'R-1' })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 4 }])
    for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
    expect((await cancel([{ KIND_CD: 'PICK', REF_NO: number }])).status).toBe(409)
  })
})

describe('the urgency of a task', () => {
  const assign = (row: Row) => user.save('tasks/assign', [row])

  test('changes without releasing the claim', async () => {
    const item = await newItem()
    const id = await putStock(site.db, { item, qty: 4, cell: 'R-1' })
    const [key = {}] = taskKeys(ok(await createOfStock(id)))
    ok(await other.save('tasks/claim', [key]))
    const urgent = { PRIORITY: 1, DUE_AT: '20271231180000' }
    ok(await assign({ ...key, USER_ID: null, ...urgent }))
    const [row] = await user.query('tasks/open-tasks', { STOCK_CD: item })
    expect(row).toMatchObject({ ...urgent, USER_ID: 'second' })
    ok(await assign({ ...key, USER_ID: null, ...urgent }))
    expect(await user.query('tasks/open-tasks', { STOCK_CD: item })).toMatchObject([
      { USER_ID: null },
    ])
    ok(await assign({ ...key, USER_ID: 'second', ...urgent, PRIORITY: 9 }))
    expect(await readTask(key)).toMatchObject({ priority: 9 })
  })

  test('rejects work other than move tasks', async () => {
    const item = await newItem()
    await putStock(site.db, { item, qty: 4, cell: 'R-1' })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 4 }])
    for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
    const row = { KIND_CD: 'PICK', REF_NO: number, USER_ID: 'admin' }
    expect(rowErrors(await assign({ ...row, PRIORITY: 1 }))).toMatchObject([[1, 'PRIORITY', /\S/]])
    ok(await assign({ ...row, PRIORITY: 5 }))
  })
})
