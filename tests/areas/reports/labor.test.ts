import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { laborReport } from '#areas/reports/operations/labor.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { expectGroups } from '#tests/support/expect-groups.ts'
import {
  addItem,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { scanRefill, createReplenishFloor } from '#tests/support/replenish.ts'
import { saveReturn, shipItem, addStockedItem } from '#tests/support/returns.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let admin: TestUser
let second: TestUser
let customer: TestUser
let floor: Awaited<ReturnType<typeof createReplenishFloor>>

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  second = await site.login('second')
  await grantEverything(site, 'CUSTOMER')
  customer = await site.login('customer')
  floor = await createReplenishFloor(site, admin)
  await site.db.script(`
    insert into cell (wcode, cell_cd, zone_cd, cell_type_cd) values ('W01', 'D-1', 'F', 'DOCK')`)
})
afterAll(() => closeVerified(site))

function ok(response: SaveResponse): SaveResponse {
  expect(rowErrors(response), response.body.message).toEqual([])
  expect(response.status).toBe(200)
  return response
}

const claim = async (kind: string, ref: string, by = admin) =>
  ok(await by.save('tasks/claim', [{ KIND_CD: kind, REF_NO: ref }]))

/** Sets the working time of a claim, as if its user had scanned that long. */
const setWorkTime = (ref: string, seconds: number) =>
  site.db.execute(sql`update claim set busy_seconds = ${seconds} where ref_no = ${ref}`)

let created = 0

async function createListed(qty: number, columns: Row = {}): Promise<string> {
  const item = await addItem(site.db, `LABOR-${(created += 1)}`, columns)
  await putStock(site.db, { item, qty, cell: 'R-9' })
  const number = await addOrder(admin, [{ STOCK_CD: item, ORDER_QTY: qty }])
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  return number
}

async function createPicked(qty: number, seconds: number, by = admin): Promise<string> {
  const number = await createListed(qty)
  await claim('PICK', number, by)
  await pickAll(by, number)
  await setWorkTime(number, seconds)
  return number
}

const rows = (search: Row = {}, by = admin) =>
  by.query('reports/labor', { WORK_DT: today, ...search })
const getPieces = async (KIND_CD: string, REF_NO: string) =>
  (await admin.query('tasks/claimed-work', { KIND_CD, REF_NO })).map((row) => row['QTY'])

describe('labour productivity', () => {
  test('1,240 pieces in 7.5 hours are 165.3 an hour', async () => {
    await createPicked(400, 9_000.001, second)
    await createPicked(400, 8_999.5, second)
    await createPicked(440, 9_000.499, second)
    await pickAll(second, await createListed(70))
    const own = { USER_ID: 'second', KIND_CD: 'PICK' }
    expect(await rows(own)).toMatchObject([
      {
        ...own,
        WORK_DT: today,
        USER_NM: 'second',
        TASK_COUNT: 3,
        QTY: 1240,
        HOURS: 7.5,
        UPH: 165.3,
      },
    ])
    const short = await createPicked(9, 359)
    expect(await rows({ REF_NO: short })).toMatchObject([{ QTY: 9, UPH: null }])
    expectGroups(laborReport, await rows(), await admin.query('tasks/claimed-work'))
  })

  test('a cancelled pick does not count, and a measured quantity is one piece', async () => {
    const number = await createListed(10)
    const [line] = await getUnpicked(admin, number)
    await claim('PICK', number)
    await pickAll(admin, number)
    const back = { ALLOC_ID: line?.['ALLOC_ID'] ?? null, BACK_QTY: 4, RELEASE_YN: 'N' }
    ok(await second.save('outbound/cancel-pick', [back]))
    expect(await getPieces('PICK', number)).toEqual([6])
    const heavy = await createListed(12.5, { unit_cd: 'KG' })
    await claim('PICK', heavy)
    await pickAll(admin, heavy)
    expect(await getPieces('PICK', heavy)).toEqual([1])
  })

  test('a put-away that is undone does not count', async () => {
    const item = await addItem(site.db, 'LABOR-PUT')
    const BALANCE_ID = String(await putStock(site.db, { item, qty: 8, cell: 'D-1' }))
    await claim('PUT', BALANCE_ID)
    const putAway = (WORK_QTY: number) =>
      admin.save('inventory/put-away', [{ BALANCE_ID, WORK_QTY, TO_CELL_CD: 'R-8' }])
    ok(await putAway(5))
    const DOC_NO = ok(await putAway(3)).body.data.rows[0]?.['DOC_NO'] ?? null
    expect(await getPieces('PUT', BALANCE_ID)).toEqual([8])
    ok(await admin.save('inventory/undo-work', [{ DOC_NO }]))
    expect(await getPieces('PUT', BALANCE_ID)).toEqual([5])
  })

  test('a movement counts for only one of two refills of the same stock', async () => {
    const face = { item: await floor.newItem(), cell: 'F-1' }
    await floor.saveFace(face)
    const balance = await putStock(site.db, { item: face.item, qty: 200, cell: 'R-1' })
    await floor.plan(face)
    await site.db.execute(sql`insert into move_task (wcode, cause_cd, owner_cd, stock_cd,
      from_balance_id, to_cell_cd, qty, created_by, updated_by)
      values ('W01', 'HAND', 'HANBIT', ${face.item}, ${balance}, 'F-1', 3, 'admin', 'admin')`)
    await site.db.execute(sql`insert into allocation (task_no, balance_id, alloc_qty, created_by)
      select task_no, from_balance_id, qty, 'admin' from move_task
      where cause_cd = 'HAND' and stock_cd = ${face.item}`)
    const tasks = await floor.tasks(face.item)
    for (const { task_no } of tasks) await claim('MOVE', String(task_no))
    const scan = (CODE: string, TO_CELL_CD: string | null) =>
      scanRefill(admin, 'R-1', CODE, { TO_CELL_CD })
    ok(await scan(face.item, null))
    ok(await scan('F-1', 'F-1'))
    const counts = await Promise.all(tasks.map(({ task_no }) => getPieces('MOVE', String(task_no))))
    expect(
      counts
        .flat()
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 96])
  })

  test('a count and the grades of a return count, but reversed grades do not', async () => {
    const item = await addStockedItem(site.db)
    const SHIPMENT_NO = await shipItem(admin, item, 5)
    const number = await saveReturn(admin, item, 5, { SHIPMENT_NO })
    ok(await admin.save('returns/arrive', [{ RECEIPT_NO: number, CODE: item, QTY: 5 }]))
    await claim('RETURN', number)
    const grade = (QTY: number) =>
      admin.save('returns/grade-scan', [{ RECEIPT_NO: number, CODE: item, QTY, GRADE_CD: 'A' }])
    for (const qty of [3, 1, -1]) ok(await grade(qty))
    expect(await getPieces('RETURN', number)).toEqual([3])

    await putStock(site.db, { item, qty: 7, cell: 'R-7' })
    const group = { METHOD_CD: 'CELL', ZONE_CD: 'F', CELL_CD: 'R-7', COUNT_DT: today }
    const job = String(
      ok(await admin.save('inventory/make-count', [group])).body.data.rows[0]?.['JOB_NO'],
    )
    await claim('COUNT', job)
    const scan = { JOB_NO: job, CELL_CD: 'R-7', CODE: item, QTY: 7 }
    ok(await admin.save('inventory/count-scan', [scan]))
    expect(await getPieces('COUNT', job)).toEqual([7])
  })

  test('a line that several users count counts for each of them', async () => {
    const item = await addItem(site.db, 'LABOR-SHARED')
    await putStock(site.db, { item, qty: 8, cell: 'R-8' })
    const group = { METHOD_CD: 'CELL', ZONE_CD: 'F', CELL_CD: 'R-8', COUNT_DT: today }
    const created = ok(await admin.save('inventory/make-count', [group]))
    const job = String(created.body.data.rows[0]?.['JOB_NO'])
    const task = { KIND_CD: 'COUNT', REF_NO: job }
    const count = async (by: TestUser, ...quantities: number[]) => {
      await claim('COUNT', job, by)
      for (const QTY of quantities) {
        const scan = { JOB_NO: job, CELL_CD: 'R-8', CODE: item, QTY }
        ok(await by.save('inventory/count-scan', [scan]))
      }
      ok(await by.save('tasks/hand-back', [task]))
    }
    const pieces = async () => {
      const claims = await admin.query('tasks/claimed-work', task)
      const work = await admin.query('reports/work-lines', { STOCK_CD: item, WORK_CD: 'COUNT' })
      const sum = (list: readonly Row[], user: string) =>
        list.reduce((total, row) => total + (row['USER_ID'] === user ? Number(row['QTY']) : 0), 0)
      return ['admin', 'second'].map((user) => [sum(claims, user), sum(work, user)])
    }
    await count(admin, 5)
    await count(second, 1, 1)
    expect(await pieces()).toEqual([
      [5, 5],
      [2, 2],
    ])
    await count(second, -3, 1)
    expect(await pieces()).toEqual([
      [4, 4],
      [1, 1],
    ])
  })
})

describe('working time', () => {
  beforeEach(() => site.db.execute(sql`update claim set busy_seconds = 0`))

  /** Backdates the last scan of each task's claim by the given minutes. */
  const setStartMinutesAgo = (minutes: Readonly<Record<string, number>>) =>
    Promise.all(
      Object.entries(minutes).map(([ref, n]) =>
        site.db
          .execute(sql`update claim set seen_at = clock_timestamp() - make_interval(mins => ${n}),
          claimed_at = least(claimed_at, clock_timestamp() - make_interval(mins => ${n}))
          where ref_no = ${ref}`),
      ),
    )
  const getMinutes = async (ref: string) => {
    const [row] = await site.db.query<{ n: number }>(sql`
      select round(busy_seconds / 60)::int n from claim where ref_no = ${ref}`)
    return row?.n
  }

  test('a gap over ten minutes does not count', async () => {
    const number = await createListed(2)
    await claim('PICK', number)
    await setStartMinutesAgo({ [number]: 9 })
    await claim('PICK', number)
    expect(await getMinutes(number)).toBe(9)
    await setStartMinutesAgo({ [number]: 11 })
    await claim('PICK', number)
    expect(await getMinutes(number)).toBe(9)
  })

  test('the time of two tasks taken together counts only once', async () => {
    const [first, next] = [await createListed(2), await createListed(2)]
    for (const number of [first, next]) await claim('PICK', number, second)
    await setStartMinutesAgo({ [first]: 9, [next]: 9 })
    await claim('PICK', first, second)
    await claim('PICK', next, second)
    expect([await getMinutes(first), await getMinutes(next)]).toEqual([9, 0])
  })
})

test('owner-bound users see tasks of their owners and no users', async () => {
  await addItem(site.db, 'LABOR-GIFT', { owner_cd: 'GIFT' })
  const id = String(
    await putStock(site.db, { owner: 'GIFT', item: 'LABOR-GIFT', qty: 4, cell: 'D-1' }),
  )
  await claim('PUT', id)
  ok(await admin.save('inventory/put-away', [{ BALANCE_ID: id, WORK_QTY: 4, TO_CELL_CD: 'R-6' }]))
  const own = await customer.query('tasks/claimed-work')
  expect(own).toMatchObject([
    { OWNER_CD: 'GIFT', REF_NO: id, QTY: 4, USER_ID: null, USER_NM: null },
  ])
  expect(await rows({}, customer)).toMatchObject([{ TASK_COUNT: 1, QTY: 4, USER_ID: null }])
  expect(await rows({ USER_ID: 'admin' }, customer)).toEqual([])
})
