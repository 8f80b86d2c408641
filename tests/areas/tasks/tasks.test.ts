import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { entireRemainder } from '#areas/inventory/operations/replenish-station.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  expectStock,
  addOrder,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { saveReturn, shipItem } from '#tests/support/returns.ts'
import { createReplenishFloor } from '#tests/support/replenish.ts'

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
  await site.db.script(`
    insert into cell (wcode, cell_cd, zone_cd, cell_type_cd) values ('W01', 'D-1', 'F', 'DOCK')`)
})
afterAll(() => closeVerified(site))

const getMyTasks = (search: Row = {}, by = user) => by.query('tasks/my-tasks', search)
const taskKey = ({ KIND_CD = null, REF_NO = null }: Row = {}): Row => ({ KIND_CD, REF_NO })
const actOnTask = (name: string, row: Row, by = user) => by.save(`tasks/${name}`, [row])

async function createListedTask(): Promise<{ number: string; task: Row }> {
  const item = await addItem(site.db, `WRK-${(created += 1)}`)
  await putStock(site.db, { item, qty: 9, cell: 'R-9' })
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 4 }])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
  return { number, task: { KIND_CD: 'PICK', REF_NO: number } }
}
let created = 0

async function createRefillTask(): Promise<Row> {
  const face = { item: await floor.newItem(), cell: 'F-1' }
  await floor.saveFace(face, { FIXED_YN: 'N' })
  await putStock(site.db, { item: face.item, qty: 200, cell: 'R-1' })
  await floor.plan(face)
  const [task] = await getMyTasks({ STOCK_CD: face.item, KIND_CD: 'MOVE' })
  return task ?? {}
}

/** A count of two pieces of a new item, planned for a user or for all. */
async function countFor(ASSIGNED_TO: string | null, code: string): Promise<{ task: Row }> {
  const item = await addItem(site.db, code)
  await putStock(site.db, { item, qty: 2, cell: 'R-8' })
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
  const done = await user.save('inventory/make-count', [
    { ...group, COUNT_DT: timestampAt(Date.now()).slice(0, 8), ASSIGNED_TO },
  ])
  expect(rowErrors(done)).toEqual([])
  return { task: { KIND_CD: 'COUNT', REF_NO: done.body.data.rows[0]?.['JOB_NO'] ?? null } }
}

describe('the work list', () => {
  test('lists the open tasks of each kind', async () => {
    const move = await createRefillTask()
    const docked = await putStock(site.db, { item: String(move['STOCK_CD']), qty: 3, cell: 'D-1' })
    const { number } = await createListedTask()
    const rows = await getMyTasks()
    const hasTask = (kind: string, ref: Value) =>
      rows.find((row) => row['KIND_CD'] === kind && row['REF_NO'] === String(ref))
    expect(hasTask('PICK', number)).toMatchObject({ QTY: 4, CELL_CD: 'R-9', USER_ID: null })
    expect(hasTask('PUT', docked)).toMatchObject({ QTY: 3, CELL_CD: 'D-1' })
    expect(hasTask('MOVE', move['REF_NO'] ?? null)).toMatchObject({
      CELL_CD: 'R-1',
      TO_CELL_CD: 'F-1',
    })
  })

  test('a return waits for inspection in the cell where it arrived', async () => {
    const item = await addItem(site.db, 'WRK-RETURN')
    await putStock(site.db, { item, qty: 5, cell: 'R-6' })
    const SHIPMENT_NO = await shipItem(user, item, 2)
    const RECEIPT_NO = await saveReturn(user, item, 2, { SHIPMENT_NO })
    const arrived = await user.save('returns/arrive', [{ RECEIPT_NO, CODE: item, QTY: 2 }])
    expect(rowErrors(arrived)).toEqual([])
    const getReturnTasks = () => getMyTasks({ KIND_CD: 'RETURN', REF_NO: RECEIPT_NO })
    expect(await getReturnTasks()).toMatchObject([{ CELL_CD: 'R-6', QTY: 2 }])
    const [stock] = await user.query('inventory/stock-to-work', {
      STOCK_CD: item,
      CONDITION_CD: 'INSPECT',
    })
    const BALANCE_ID = stock?.['BALANCE_ID'] ?? null
    const move = { BALANCE_ID, WORK_QTY: 2, TO_CELL_CD: 'R-5', REASON: 'x' }
    expect(rowErrors(await user.save('inventory/move', [move]))).toEqual([])
    expect(await getReturnTasks()).toMatchObject([{ CELL_CD: 'R-5', QTY: 2 }])
  })

  test('a claimed task is first in its user’s list and in no other list', async () => {
    const { task } = await createListedTask()
    expect(rowErrors(await actOnTask('claim', task))).toEqual([])
    expect((await getMyTasks())[0]).toMatchObject({ ...task, USER_ID: 'admin' })
    expect(await getMyTasks({ REF_NO: task['REF_NO'] ?? null }, other)).toEqual([])
    const taken = await actOnTask('claim', task, other)
    expect(taken.status).toBe(409)
    expect(taken.body.rows?.[0]?.POERROR).toMatch(/\(\d\d:\d\d/)
  })

  test('a claim expires, and a returned task is open again', async () => {
    const { task } = await createListedTask()
    await actOnTask('claim', task)
    await site.db.execute(sql`update claim set claimed_at = now() - interval '1 hour',
      seen_at = now() - interval '1 hour', until_at = now() - interval '45 minutes'
      where ref_no = ${task['REF_NO']}`)
    expect(rowErrors(await actOnTask('claim', task, other))).toEqual([])
    expect((await actOnTask('hand-back', task)).status).toBe(409)
    expect(rowErrors(await actOnTask('hand-back', task, other))).toEqual([])
    expect(await getMyTasks({ REF_NO: task['REF_NO'] ?? null })).toMatchObject([{ USER_ID: null }])
  })

  test('the station refuses work claimed by another user, and extends the user’s own claim', async () => {
    const { number, task } = await createListedTask()
    await actOnTask('claim', task, other)
    const [line] = await getUnpicked(user, number)
    const picked = [{ ALLOC_ID: line?.['ALLOC_ID'] ?? null, PICKED_QTY: 4 }]
    const refused = await user.save('outbound/pick', picked)
    expect(refused.status).toBe(409)
    await site.db.execute(sql`update claim set until_at = clock_timestamp() + interval '1 minute'
      where ref_no = ${number}`)
    expect(rowErrors(await other.save('outbound/pick', picked))).toEqual([])
    const [claim] = await site.db.query(sql`
      select until_at > clock_timestamp() + interval '10 minutes' is_longer, busy_seconds > 0 is_busy
      from claim where ref_no = ${number}`)
    expect(claim).toEqual({ is_longer: true, is_busy: true })
    expect(await getMyTasks({ REF_NO: number }, other)).toEqual([])
    expect((await actOnTask('claim', task)).status).toBe(409)
  })

  test('a scan at the refill station continues the claim of the list', async () => {
    const task = await createRefillTask()
    await actOnTask('claim', taskKey(task))
    const scan = {
      FROM_CELL_CD: 'R-1',
      TO_CELL_CD: null,
      CODE: task['STOCK_CD'] ?? null,
      QTY: entireRemainder,
    }
    expect((await other.save('inventory/replenish-scan', [scan])).status).toBe(422)
    expect(rowErrors(await user.save('inventory/replenish-scan', [scan]))).toEqual([])
  })

  test('a count assigned to a user is neither offered nor assigned to others', async () => {
    await countFor('second', 'WRK-COUNT')
    const getCountTasks = (by: TestUser) => getMyTasks({ KIND_CD: 'COUNT' }, by)
    const [task] = await getCountTasks(other)
    expect(task).toMatchObject({ CELL_CD: 'R-8' })
    expect(await getCountTasks(user)).toEqual([])
    expect(rowErrors(await actOnTask('claim', taskKey(task)))).toHaveLength(1)
    expect(
      rowErrors(await actOnTask('assign', { ...taskKey(task), USER_ID: 'admin' })),
    ).toHaveLength(1)
    expect(rowErrors(await actOnTask('claim', taskKey(task), other))).toEqual([])
  })

  test('a count of a former employee is offered to all counters', async () => {
    const { task } = await countFor('second', 'WRK-LEFT')
    const close = (yn: string) =>
      site.db.execute(sql`update app_user set use_yn = ${yn} where user_id = 'second'`)
    await close('N')
    expect(await getMyTasks(taskKey(task))).toMatchObject([{ KIND_CD: 'COUNT' }])
    expect(rowErrors(await actOnTask('claim', taskKey(task)))).toEqual([])
    await actOnTask('hand-back', taskKey(task))
    expect(rowErrors(await actOnTask('assign', { ...taskKey(task), USER_ID: 'admin' }))).toEqual([])
    await close('Y')
    other = await site.login('second')
    expect(await getMyTasks(taskKey(task))).toEqual([])
  })
})

describe('the claim of a task', () => {
  const isClaimed = async ({ REF_NO = null }: Row) =>
    (
      await site.db.query(sql`
        select 1 from claim where ref_no = ${REF_NO} and ended_at is null`)
    ).length > 0

  test('ends when its count is cancelled', async () => {
    const { task } = await countFor(null, 'WRK-CANCEL')
    await actOnTask('claim', taskKey(task))
    const cancelled = await user.save('inventory/cancel-count', [
      { JOB_NO: task['REF_NO'] ?? null },
    ])
    expect(rowErrors(cancelled)).toEqual([])
    expect(await isClaimed(task)).toBe(false)
  })

  test('ends when all stock is put away, and another user can put away the next delivery', async () => {
    const item = await addItem(site.db, 'WRK-PUT')
    const receive = async (NOW_QTY: number) => {
      const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: NOW_QTY }])
      const line = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'D-1', NOW_QTY }
      expect(rowErrors(await user.save('inbound/receive', [line]))).toEqual([])
    }
    await receive(5)
    const [task = {}] = await getMyTasks({ STOCK_CD: item })
    await actOnTask('claim', taskKey(task))
    const putAway = (WORK_QTY: number, by: TestUser) =>
      by.save('inventory/put-away', [
        { BALANCE_ID: task['REF_NO'] ?? null, WORK_QTY, PUT_CELL_CD: 'R-7', TO_CELL_CD: 'R-7' },
      ])
    expect(rowErrors(await putAway(4, user))).toEqual([])
    expect((await putAway(1, other)).status, 'a rest is still claimed').toBe(409)
    expect(rowErrors(await putAway(1, user))).toEqual([])
    await receive(3)
    expect(rowErrors(await putAway(3, other))).toEqual([])
  })

  test('ends when all stock is picked, and another user can pick again after a cancel', async () => {
    const { number, task } = await createListedTask()
    await actOnTask('claim', task)
    const [line] = await getUnpicked(user, number)
    const pick = { ALLOC_ID: line?.['ALLOC_ID'] ?? null, PICKED_QTY: 4 }
    expect(rowErrors(await user.save('outbound/pick', [pick]))).toEqual([])
    expect(await isClaimed(task)).toBe(false)
    await user.save('outbound/cancel-pick', [
      { ALLOC_ID: pick.ALLOC_ID, BACK_QTY: 4, RELEASE_YN: 'N' },
    ])
    expect(rowErrors(await other.save('outbound/pick', [pick]))).toEqual([])
  })
})

describe('the task board', () => {
  const getBoard = async () =>
    Object.fromEntries((await user.query('tasks/task-board')).map((row) => [row['KIND_CD'], row]))

  test('counts open, claimed, overdue and finished tasks by kind', async () => {
    const before = (await getBoard())['PICK']
    const { number, task } = await createListedTask()
    await actOnTask('claim', task, other)
    await site.db.execute(sql`update shipment set shipment_dt = '2026-01-02'
      where shipment_no = ${number}`)
    const increased = (name: string, n = 1) => Number(before?.[name]) + n
    expect((await getBoard())['PICK']).toMatchObject({
      OPEN_COUNT: increased('OPEN_COUNT'),
      CLAIMED_COUNT: increased('CLAIMED_COUNT'),
      OVERDUE_COUNT: increased('OVERDUE_COUNT'),
      DONE_COUNT: increased('DONE_COUNT', 0),
    })
    const [line] = await getUnpicked(user, number)
    await other.save('outbound/pick', [{ ALLOC_ID: line?.['ALLOC_ID'] ?? null, PICKED_QTY: 4 }])
    expect((await getBoard())['PICK']).toMatchObject({
      OPEN_COUNT: increased('OPEN_COUNT', 0),
      DONE_COUNT: increased('DONE_COUNT'),
    })
    await other.save('outbound/cancel-pick', [
      { ALLOC_ID: line?.['ALLOC_ID'] ?? null, BACK_QTY: 4, RELEASE_YN: 'N' },
    ])
    expect((await getBoard())['PICK']).toMatchObject({ DONE_COUNT: increased('DONE_COUNT', 0) })
  })

  test('a supervisor releases a claim or gives the task to another user', async () => {
    const { task } = await createListedTask()
    await actOnTask('claim', task, other)
    expect(rowErrors(await actOnTask('assign', { ...task, USER_ID: null }))).toEqual([])
    expect((await actOnTask('assign', { ...task, USER_ID: null })).status).toBe(422)
    expect(rowErrors(await actOnTask('assign', { ...task, USER_ID: 'second' }))).toEqual([])
    expect(rowErrors(await actOnTask('assign', { ...task, USER_ID: 'admin' }))).toEqual([])
    expect((await getMyTasks({ REF_NO: task['REF_NO'] ?? null }))[0]).toMatchObject({
      USER_ID: 'admin',
    })
    expect((await actOnTask('assign', { ...task, USER_ID: 'nobody' })).status).toBe(422)
  })
})

test('users bound to owners can assign work only to users within reach, and others count as unknown', async () => {
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('LEAD', 'l');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select id, id, password_hash, 'N' from app_user, unnest('{lead,peer}'::text[]) id
      where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('lead', 'LEAD'), ('peer', 'LEAD');
    insert into user_warehouse (user_id, wcode) values ('lead', 'W01'), ('peer', 'W01');
    insert into user_owner (user_id, owner_cd) values ('lead', 'HANBIT'), ('peer', 'HANBIT')`)
  await grantEverything(site, 'LEAD')
  const lead = await site.login('lead')
  const { task } = await createListedTask()
  const item = await addItem(site.db, 'WRK-NAMED')
  await putStock(site.db, { item, qty: 2, cell: 'R-7' })
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
  const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
  const getErrorTexts = async (id: string) => {
    const row = { ...group, COUNT_DT, ASSIGNED_TO: id }
    const responses = [
      await actOnTask('assign', { ...task, USER_ID: id }, lead),
      await lead.check('inventory/make-count', [row]),
    ]
    return responses.map((response) =>
      rowErrors(response).map(([, , text]) => text.replace(id, '')),
    )
  }
  expect((await getErrorTexts('no-such')).map((errors) => errors.length)).toEqual([1, 1])
  expect(await getErrorTexts('second')).toEqual(await getErrorTexts('no-such'))
  expect(await getErrorTexts('peer')).toEqual([[], []])
})
