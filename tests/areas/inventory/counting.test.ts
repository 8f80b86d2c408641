import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { countCompleted } from '#areas/inventory/server/count-jobs.ts'
import { lineNotCounted, cannotApproveOwnCount } from '#areas/inventory/server/count-results.ts'
import {
  cellNeeded,
  damagedWord,
  itemMissing,
  severalLots,
} from '#areas/inventory/server/count-scan-lines.ts'
import { sameCounter, undoBeyondCount } from '#areas/inventory/server/count-scan.ts'
import { ledgerReasons } from '#areas/inventory/server/ledger-reasons.ts'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { moveToDate } from '#tests/support/simulated-days.ts'

let site: TestSite
let user: TestUser
let counter: TestUser
const today = timestampAt(Date.now()).slice(0, 8)

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  counter = await site.login('second')
  await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
    values ('CUSTOMER', 'CStocktakingResult', '{search}')`)
})
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

async function getJob(item: string, more: Row = {}): Promise<string> {
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
  const response = await user.save('inventory/make-count', [{ ...group, COUNT_DT: today, ...more }])
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  return String(response.body.data.rows[0]?.['JOB_NO'])
}

const scan = (JOB_NO: string, CELL_CD: string | null, CODE: string, QTY = 1, who = counter) =>
  who.save('inventory/count-scan', [{ JOB_NO, CELL_CD, CODE, QTY }])

async function countScan(job: string, cell: string, code: string, qty: number, who = counter) {
  const response = await scan(job, cell, code, qty, who)
  expect(response.body.rows ?? [], response.body.message).toEqual([])
}

const finish = (JOB_NO: string) => counter.save('inventory/finish-count', [{ JOB_NO }])
const results = (JOB_NO: string) => user.query('inventory/count-results', { JOB_NO })
const approve = (who: TestUser, rows: readonly Row[]) =>
  who.save(
    'inventory/approve-count',
    rows.map(({ JOB_NO = null, LINE_NO = null }) => ({ JOB_NO, LINE_NO })),
  )
const getJobState = async (JOB_NO: string) =>
  (await user.query('inventory/count-jobs', { JOB_NO }))[0]?.['STATE_CD']
const onHand = async (item: string, cell: string) =>
  (await user.query('inventory/by-lot', { STOCK_CD: item, CELL_CD: cell })).reduce(
    (sum, row) => sum + Number(row['QTY']),
    0,
  )

test('ABC classes follow shipments: A of 80 %, B up to 95 %, C of the rest', async () => {
  const shipped = [
    ['ABC-MOST', 8500],
    ['ABC-SOME', 1200],
    ['ABC-FEW', 300],
  ] as const
  for (const [code, qty] of shipped) {
    const item = await addItem(site.db, code)
    await putStock(site.db, { item, qty: qty + 1, cell: 'A-030' })
    const number = await addOrder(user, [orderLine(item, qty)])
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
  }
  const still = await addItem(site.db, 'ABC-STILL')
  await putStock(site.db, { item: still, qty: 9000, cell: 'A-030' })
  const groups = await user.query('inventory/count-groups', { METHOD_CD: 'STOCK' })
  const classes = new Map(groups.map((group) => [group['STOCK_CD'], group['ABC_CD']]))
  expect([...shipped.map(([code]) => code), still].map((code) => classes.get(code))).toEqual([
    'A',
    'B',
    'C',
    'C',
  ])
})

describe('a count', () => {
  test('hides the system quantities, and adjusts the stock once a second user approves', async () => {
    const item = await addItem(site.db, 'COUNT-PLAIN')
    await putStock(site.db, { item, qty: 10, cell: 'A-020' })
    await putStock(site.db, { item, qty: 4, cell: 'A-021' })
    const job = await getJob(item)
    const lines = await counter.query('inventory/count-work', { JOB_NO: job })
    expect(lines.map((line) => [line['CELL_CD'], line['COUNTED_QTY'], line['WANTED_QTY']])).toEqual(
      [
        ['A-020', null, null],
        ['A-021', null, null],
      ],
    )
    expect(rowErrors(await scan(job, null, item))).toEqual([[1, 'CELL_CD', cellNeeded.ko]])
    const place = await scan(job, null, 'A-020')
    expect(place.body.data.rows[0]).toMatchObject({ CELL_CD: 'A-020', PLACE_YN: 'Y' })
    await countScan(job, 'A-020', item, 3)
    const second = await scan(job, 'A-020', item, 5)
    expect(second.body.data.rows[0]).toMatchObject({ CELL_CD: 'A-020', COUNTED_QTY: 8 })
    expect((await finish(job)).body.message).toBe(countCompleted(1).ko)
    const [short, open] = await results(job)
    expect(short).toMatchObject({ RESULT_CD: 'DIFF', BOOK_QTY: 10, COUNT_QTY: 8, DIFF_QTY: -2 })
    expect(open).toMatchObject({ RESULT_CD: 'OPEN', COUNT_QTY: null, DIFF_QTY: null })
    const own = await approve(counter, [short ?? {}])
    expect(rowErrors(own)[0]?.[2]).toBe(cannotApproveOwnCount.ko)
    expect((await approve(user, [short ?? {}])).status).toBe(200)
    expect([await onHand(item, 'A-020'), await onHand(item, 'A-021')]).toEqual([8, 4])
    expect(await getJobState(job)).toBe('50')
    expect((await results(job))[0]).toMatchObject({ RESULT_CD: 'ADJUSTED', APPROVED_BY: 'admin' })
    const [moved] = await user.query('inventory/movements', { STOCK_CD: item })
    expect(moved).toMatchObject({
      MOVEMENT_CD: 'ADJUST',
      QTY: 2,
      REASON: ledgerReasons.COUNT.ko.replace('{}', job),
    })
  })

  test('adjusts by the difference at counting time, even if stock has moved since', async () => {
    const item = await addItem(site.db, 'COUNT-MOVING')
    const BALANCE_ID = String(await putStock(site.db, { item, qty: 10, cell: 'A-030' }))
    const job = await getJob(item)
    await countScan(job, 'A-030', item, 9)
    const move = { BALANCE_ID, WORK_QTY: 6, TO_CELL_CD: 'A-031', REASON: 'x' }
    expect((await user.save('inventory/move', [move])).status).toBe(200)
    await finish(job)
    const [line] = await results(job)
    expect(line).toMatchObject({ BOOK_QTY: 10, COUNT_QTY: 9, DIFF_QTY: -1 })
    expect((await approve(user, [line ?? {}])).status).toBe(200)
    expect([await onHand(item, 'A-030'), await onHand(item, 'A-031')]).toEqual([3, 6])
  })

  test('excludes picked stock from its cell', async () => {
    const item = await addItem(site.db, 'COUNT-PICKED')
    await putStock(site.db, { item, qty: 10, cell: 'A-032' })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 4 }])
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    const job = await getJob(item)
    await countScan(job, 'A-032', item, 6)
    await finish(job)
    expect((await results(job))[0]).toMatchObject({ BOOK_QTY: 6, DIFF_QTY: 0, RESULT_CD: 'SAME' })
    expect(await getJobState(job)).toBe('50')
  })

  test('a count cannot remove allocated stock', async () => {
    const item = await addItem(site.db, 'COUNT-PROMISED')
    await putStock(site.db, { item, qty: 5, cell: 'A-033' })
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 4 }])
    await runStep(user, 'allocate', number)
    const job = await getJob(item)
    await countScan(job, 'A-033', item, 2)
    await finish(job)
    const lines = await results(job)
    expect(rowErrors(await approve(user, lines))[0]?.[2]).toContain(number)
    await runStep(user, 'cancel-allocation', number)
    expect((await approve(user, lines)).status).toBe(200)
    expect(await onHand(item, 'A-033')).toBe(2)
  })

  test('counts an empty cell as 0, and an undone scan leaves the line uncounted', async () => {
    const item = await addItem(site.db, 'COUNT-ZERO')
    await putStock(site.db, { item, qty: 5, cell: 'A-034' })
    await putStock(site.db, { item, qty: 7, cell: 'A-035' })
    const job = await getJob(item)
    await countScan(job, 'A-034', item, 0)
    await countScan(job, 'A-035', item, 1)
    await countScan(job, 'A-035', item, -1)
    expect(rowErrors(await scan(job, 'A-035', item, -1))).toEqual([[1, 'QTY', undoBeyondCount.ko]])
    await finish(job)
    const lines = await results(job)
    expect(lines.map((line) => [line['COUNT_QTY'], line['DIFF_QTY']])).toEqual([
      [0, -5],
      [null, null],
    ])
    const open = await approve(user, [lines[1] ?? {}])
    expect(rowErrors(open)).toEqual([[1, 'DIFF_QTY', lineNotCounted.ko]])
    expect((await approve(user, [lines[0] ?? {}])).status).toBe(200)
    expect([await onHand(item, 'A-034'), await onHand(item, 'A-035')]).toEqual([0, 7])
  })

  test('finds damaged stock by a condition scanned after the cell', async () => {
    const item = await addItem(site.db, 'COUNT-DAMAGED')
    await putStock(site.db, { item, qty: 10, cell: 'A-039' })
    const job = await getJob(item)
    await countScan(job, 'A-039', item, 7)
    const place = await scan(job, 'A-039', damagedWord.ko)
    expect(place.body.data.rows[0]).toMatchObject({
      PLACE_YN: 'Y',
      CELL_CD: `A-039 ${damagedWord.ko}`,
    })
    await countScan(job, `A-039 ${damagedWord.ko}`, item, 3)
    await finish(job)
    expect((await approve(user, await results(job))).status).toBe(200)
    const rows = await user.query('inventory/stock-to-work', { STOCK_CD: item })
    const there = rows.map((row) => `${String(row['CONDITION_CD'])} ${row['QTY']}`)
    expect(there.toSorted()).toEqual(['DAMAGED 3', 'NORMAL 7'])
  })

  test('finds unrecorded stock and distinguishes lots by their labels', async () => {
    const item = await addItem(site.db, 'COUNT-LOTS', { lot_yn: 'Y' })
    const stray = await addItem(site.db, 'COUNT-STRAY')
    await putStock(site.db, { item, qty: 5, cell: 'A-036', lot: 'L1' })
    await putStock(site.db, { item, qty: 5, cell: 'A-036', lot: 'L2' })
    const job = await getJob(item)
    await countScan(job, 'A-036', 'L2', 4)
    await countScan(job, 'A-036', 'L1', 5)
    await countScan(job, 'A-036', stray, 1)
    await countScan(job, 'A-036', stray, -1)
    expect(await counter.query('inventory/count-work', { JOB_NO: job })).toHaveLength(2)
    await countScan(job, 'A-036', stray, 3)
    expect(rowErrors(await scan(job, 'A-036', 'NOTHING'))).toEqual([[1, 'CODE', itemMissing.ko]])
    const unlabelled = rowErrors(await scan(job, 'A-037', item))
    expect(unlabelled[0]?.[1]).toBe('LOT_NO')
    await finish(job)
    const lines = await results(job)
    const actual = lines.map((line) => [line['LOT_NO'], line['DIFF_QTY'], line['FOUND_YN']])
    expect(actual).toEqual([
      ['L1', 0, 'N'],
      ['L2', -1, 'N'],
      [null, 3, 'Y'],
    ])
    const differing = lines.filter((line) => line['RESULT_CD'] === 'DIFF')
    expect((await approve(user, differing)).status).toBe(200)
    expect(await onHand(stray, 'A-036')).toBe(3)
  })

  test('requires the counted lot if a code matches several, and counts no other', async () => {
    const item = await addItem(site.db, 'COUNT-DATED', { valid_yn: 'Y' })
    await putStock(site.db, { item, qty: 5, cell: 'A-038', valid: '20270101' })
    await putStock(site.db, { item, qty: 5, cell: 'A-038', valid: '20280101' })
    const job = await getJob(item)
    const requests = [[1, 'LOT_NO', severalLots('20270101, 20280101').ko]]
    expect(rowErrors(await scan(job, 'A-038', item, 7))).toEqual(requests)
    const row = { JOB_NO: job, CELL_CD: 'A-038', CODE: item, QTY: 7, VALID_DT: '20280101' }
    expect((await counter.save('inventory/count-scan', [row])).status).toBe(200)
    expect(rowErrors(await scan(job, 'A-038', item, 0))).toEqual(requests)
    await finish(job)
    const lines = await results(job)
    expect(lines.map((line) => [line['VALID_DT'], line['COUNT_QTY']])).toEqual([
      ['20270101', null],
      ['20280101', 7],
    ])
  })

  test('accepts zero for all lots that a code matches', async () => {
    const item = await addItem(site.db, 'COUNT-NONE', { lot_yn: 'Y' })
    await putStock(site.db, { item, qty: 5, cell: 'A-039', lot: 'L1' })
    await putStock(site.db, { item, qty: 5, cell: 'A-039', lot: 'L2' })
    const job = await getJob(item)
    await countScan(job, 'A-039', item, 0)
    await finish(job)
    expect((await results(job)).map((line) => line['COUNT_QTY'])).toEqual([0, 0])
  })

  test('fills two pallets of one lot in the order they were received', async () => {
    const item = await addItem(site.db, 'COUNT-PALLETS', { lot_yn: 'Y' })
    for (const pallet of ['PLT1', 'PLT2']) {
      await putStock(site.db, { item, qty: 5, cell: 'A-044', lot: 'L1', pallet })
    }
    const job = await getJob(item)
    await countScan(job, 'A-044', item, 4)
    await countScan(job, 'A-044', item, 3)
    await finish(job)
    expect((await results(job)).map((line) => line['COUNT_QTY'])).toEqual([5, 2])
  })
})

describe('a difference', () => {
  test('needs a recount by another user, which replaces the first count', async () => {
    const item = await addItem(site.db, 'RECOUNT')
    await putStock(site.db, { item, qty: 10, cell: 'A-040' })
    await putStock(site.db, { item, qty: 10, cell: 'A-041' })
    const job = await getJob(item)
    await countScan(job, 'A-040', item, 7)
    await countScan(job, 'A-041', item, 10)
    await finish(job)
    const [wrong] = await results(job)
    const line = { JOB_NO: job, LINE_NO: wrong?.['LINE_NO'] ?? null }
    expect((await user.save('inventory/recount', [line])).status).toBe(200)
    expect(await getJobState(job)).toBe('40')
    const work = await user.query('inventory/count-work', { JOB_NO: job })
    expect(work.map((row) => [row['CELL_CD'], row['COUNTED_QTY']])).toEqual([['A-040', null]])
    expect(rowErrors(await scan(job, 'A-040', item, 7))[0]?.[2]).toBe(sameCounter.ko)
    expect((await scan(job, null, 'A-041', 1, user)).status).toBe(422)
    await countScan(job, 'A-040', item, 9, user)
    await finish(job)
    const [again] = await results(job)
    expect(again).toMatchObject({ COUNT_QTY: 7, RECOUNT_QTY: 9, DIFF_QTY: -1, RESULT_CD: 'DIFF' })
    expect(rowErrors(await approve(user, [again ?? {}]))[0]?.[2]).toBe(cannotApproveOwnCount.ko)
    await site.db.script(`
      insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
        select 'third', 'third', password_hash, 'Y' from app_user where user_id = 'admin';
      insert into user_role (user_id, role_cd) values ('third', 'ADMIN');
      insert into user_warehouse (user_id, wcode) values ('third', 'W01')`)
    expect((await approve(await site.login('third'), [again ?? {}])).status).toBe(200)
    expect(await onHand(item, 'A-040')).toBe(9)
  })

  test('appears to the customer once the count is closed, and only for their own stock', async () => {
    const customer = await site.login('customer')
    await putStock(site.db, { item: 'PLAIN', owner: 'GIFT', qty: 3, cell: 'A-045' })
    const job = await getJob('PLAIN', { OWNER_CD: 'GIFT' })
    await countScan(job, 'A-045', 'PLAIN', 2)
    const getClosedResults = () => customer.query('inventory/closed-count-results', {})
    expect(await getClosedResults()).toEqual([])
    await finish(job)
    await approve(user, await results(job))
    expect((await getClosedResults()).map((row) => [row['OWNER_CD'], row['DIFF_QTY']])).toEqual([
      ['GIFT', -1],
    ])
  })
})

describe('a count job', () => {
  test('combines selected groups with the same date and counter', async () => {
    const [last] = await site.db.query<{ no: number }>(sql`
      select max(movement_no) no from stock_movement`)
    const items = [await addItem(site.db, 'JOB-A'), await addItem(site.db, 'JOB-B')]
    for (const item of items) await putStock(site.db, { item, qty: 1, cell: 'A-050' })
    await moveToDate(site, addDays(today, -1), last?.no ?? 0)
    const groups = await user.query('inventory/count-groups', {
      METHOD_CD: 'MOVED',
      STOCK_CD: items.join(','),
    })
    expect(groups).toEqual([])
    const rows = await user.query('inventory/count-groups', {
      METHOD_CD: 'STOCK',
      STOCK_CD: items.join(','),
    })
    expect(rows.map((row) => [row['STOCK_CD'], row['LINE_COUNT'], row['COUNT_DT']])).toEqual([
      ['JOB-A', 1, today],
      ['JOB-B', 1, today],
    ])
    const unknown = rows.map((row) => ({ ...row, ASSIGNED_TO: 'nobody-here' }))
    expect(rowErrors(await user.save('inventory/make-count', unknown))).toHaveLength(2)
    const created = await user.save(
      'inventory/make-count',
      rows.map((row) => ({ ...row, ASSIGNED_TO: 'second' })),
    )
    const numbers = created.body.data.rows.map((row) => row['JOB_NO'])
    expect(new Set(numbers).size).toBe(1)
    expect(numbers[0]).toMatch(/^ST-\d{8}-\d{4}$/)
    const twice = await user.save('inventory/make-count', rows)
    expect(twice.body.rows[0]?.POERROR).toContain('이미 실사 중')
    const [job] = await user.query('inventory/count-jobs-today', { JOB_NO: numbers[0] ?? null })
    expect(job).toMatchObject({ LINE_COUNT: 2, COUNTED_COUNT: 0, TARGET: 'HANBIT JOB-A C 외 1' })
    const cancel = [{ JOB_NO: numbers[0] ?? null }]
    expect((await user.save('inventory/cancel-count', cancel)).status).toBe(200)
    expect((await scan(String(numbers[0]), null, 'A-050')).status).toBe(409)
    expect((await user.save('inventory/make-count', rows)).status).toBe(200)
  })

  test('covers only cells with movements today, and the calendar totals match', async () => {
    const item = await addItem(site.db, 'JOB-MOVED')
    const BALANCE_ID = String(await putStock(site.db, { item, qty: 4, cell: 'A-051' }))
    const move = { BALANCE_ID, WORK_QTY: 1, TO_CELL_CD: 'A-052', REASON: 'x' }
    expect((await user.save('inventory/move', [move])).status).toBe(200)
    const rows = await user.query('inventory/count-groups', { METHOD_CD: 'MOVED', STOCK_CD: item })
    expect(rows.map((row) => row['CELL_CD'])).toEqual(['A-051', 'A-052'])
    const created = await user.save('inventory/make-count', rows)
    expect(created.body.rows ?? [], created.body.message).toEqual([])
    const [day] = await user.query('inventory/count-days', { COUNT_DT: today })
    const jobs = await user.query('inventory/count-jobs', { COUNT_DT: today, STATE_CD: '!=90' })
    expect(day).toMatchObject({
      JOB_COUNT: jobs.length,
      LINE_COUNT: jobs.reduce((sum, job) => sum + Number(job['LINE_COUNT']), 0),
    })
  })
})
