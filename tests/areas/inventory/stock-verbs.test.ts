import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alreadyCounted } from '#areas/inventory/server/stock-verbs.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { expectStock } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let other: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'colleague', 'colleague', password_hash, 'Y' from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) select 'colleague', role_cd from user_role
      where user_id = 'admin';
    insert into user_warehouse (user_id, wcode) select 'colleague', wcode from user_warehouse
      where user_id = 'admin'`)
  user = await site.login('admin')
  other = await site.login('colleague')
})
afterAll(() => site.close())

let lots = 0
let row: Row

beforeEach(async () => {
  lots += 1
  const LOT_NO = `VERB-${lots}`
  const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 24 }])
  const line = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 24, CELL_CD: 'A-007', LOT_NO }
  expect((await user.save('inbound/receive', [line])).status).toBe(200)
  row = (await user.query('inventory/by-lot', { LOT_NO }))[0] ?? {}
})

const getLotStock = async () => {
  const rows = await user.query('inventory/by-lot', { LOT_NO: row['LOT_NO'] ?? null })
  return rows
    .map(({ CELL_CD, CONDITION_CD, QTY }) => `${CELL_CD} ${CONDITION_CD} ${QTY}`)
    .toSorted()
}
const balanceRow = (extra: Row): Row => ({ BALANCE_ID: row['BALANCE_ID'] ?? null, ...extra })
const getDoc = (response: Awaited<ReturnType<TestUser['save']>>): Value => {
  expect(response.status, response.body.message).toBe(200)
  return response.body.data.rows[0]?.['DOC_NO'] ?? null
}

test.each([
  ['inventory/hold', { HOLD_CD: 'HOLD', WORK_QTY: 10, REASON: 'damaged' }],
  ['inventory/move', { TO_CELL_CD: 'A-008', WORK_QTY: 24 }],
  ['inventory/adjust', { ADJUST_QTY: -1, REASON: 'lost' }],
])('%s can be undone once, only by the user who did it', async (procedure, input) => {
  const before = await getLotStock()
  const DOC_NO = getDoc(await user.save(procedure, [balanceRow(input)]))
  expect(await getLotStock()).not.toEqual(before)
  const theirs = await other.save('inventory/undo-work', [{ DOC_NO }])
  expect([theirs.status, theirs.body.rows?.[0]?.POERROR]).toEqual([
    409,
    '본인이 한 작업이 아닙니다.',
  ])
  expect((await user.save('inventory/undo-work', [{ DOC_NO }])).status).toBe(200)
  expect(await getLotStock()).toEqual(before)
  expect((await user.save('inventory/undo-work', [{ DOC_NO }])).status).toBe(409)
})

test('a receipt cannot be undone as stock work', async () => {
  const [moved] = await user.query('inventory/movements', { LOT_NO: row['LOT_NO'] ?? null })
  const response = await user.save('inventory/undo-work', [{ DOC_NO: moved?.['DOC_NO'] ?? null }])
  expect(response.status).toBe(409)
})

test('movements of one balance are found by its cell, lot, date and pallet', async () => {
  await user.save('inventory/move', [balanceRow({ TO_CELL_CD: 'A-008', WORK_QTY: 10 })])
  const stockKeys = { STOCK_CD: 'PLAIN', LOT_NO: row['LOT_NO'] ?? null }
  const findMovements = async (extra: Row) => {
    const lines = await user.query('inventory/movements', { ...stockKeys, ...extra })
    return lines.map(({ MOVEMENT_CD, QTY }) => `${MOVEMENT_CD} ${QTY}`).toSorted()
  }
  expect(await findMovements({ CELL_CD: 'A-007' })).toEqual(['MOVE 10', 'RECEIPT 24'])
  expect(await findMovements({ CELL_CD: 'A-008' })).toEqual(['MOVE 10'])
  expect(await findMovements({ CELL_CD: 'A-009' })).toEqual([])
  expect(await findMovements({ CELL_CD: 'A-00%' })).toEqual(['MOVE 10', 'RECEIPT 24'])
  expect(await findMovements({ CELL_CD: 'A-007', PALLET_NO: 'NO-SUCH' })).toEqual([])
})

const getJob = async (JOB_NO: Value) => (await user.query('inventory/count-jobs', { JOB_NO }))[0]
async function count(COUNT_QTY: number) {
  const response = await user.save('inventory/count-stock', [balanceRow({ COUNT_QTY })])
  expect(response.status, response.body.message).toBe(200)
  return {
    JOB_NO: response.body.data.rows[0]?.['JOB_NO'] ?? null,
    said: response.body.message ?? '',
  }
}

test('a count at the shelf is an ordinary count, and changes no stock until approved', async () => {
  const same = await count(24)
  expect(same.said).toContain('전산과 같습니다')
  expect(await getJob(same.JOB_NO)).toMatchObject({ STATE_CD: '50', COUNTERS: 'admin' })
  const less = await count(20)
  // Blind count: the book quantity is not shown.
  expect(less.said).not.toContain('24')
  expect(await getJob(less.JOB_NO)).toMatchObject({ STATE_CD: '30', DIFF_COUNT: 1 })
  expect(await getLotStock()).toEqual(['A-007 NORMAL 24'])
  const again = await user.save('inventory/count-stock', [balanceRow({ COUNT_QTY: 1 })])
  expect(again.body.rows?.[0]?.POERROR).toBe(alreadyCounted.ko)
  const lines = [{ JOB_NO: less.JOB_NO, LINE_NO: 1, REASON: 'seen' }]
  expect((await other.save('inventory/approve-count', lines)).status).toBe(200)
  expect(await getLotStock()).toEqual(['A-007 NORMAL 20'])
  // A count with posted adjustments cannot be cancelled.
  const late = await user.save('inventory/take-count-back', [{ JOB_NO: less.JOB_NO }])
  expect(late.status).toBe(409)
})

test('a count can only be cancelled by the user who made it', async () => {
  const { JOB_NO } = await count(3)
  expect((await other.save('inventory/take-count-back', [{ JOB_NO }])).status).toBe(409)
  expect((await user.save('inventory/take-count-back', [{ JOB_NO }])).status).toBe(200)
  expect(await getJob(JOB_NO)).toMatchObject({ STATE_CD: '90' })
  expect((await count(24)).said).toContain('전산과 같습니다')
})

test('reasons written by the server are shown in the language of the reader', async () => {
  const { JOB_NO } = await count(20)
  const approved = await other.save('inventory/approve-count', [{ JOB_NO, LINE_NO: 1 }])
  expect(approved.status, approved.body.message).toBe(200)
  const DOC_NO = getDoc(
    await user.save('inventory/hold', [
      balanceRow({ HOLD_CD: 'HOLD', WORK_QTY: 1, REASON: 'damaged' }),
    ]),
  )
  expect((await user.save('inventory/undo-work', [{ DOC_NO }])).status).toBe(200)
  // Reason as recorded before reason codes existed.
  await site.db.script(`
    alter table stock_movement disable trigger user;
    update stock_movement set reason = '재고실사 ST-OLD' where reason = 'damaged' and doc_no = '${DOC_NO}';
    alter table stock_movement enable trigger user`)
  const SEARCH = { LOT_NO: row['LOT_NO'] ?? null }
  const getReported = async (lang: string) => {
    const response = await user.call('/api/wms/inventory/movements', { SEARCH }, { 'x-lang': lang })
    const { data } = JSON.parse(response.bytes.toString()) as { data: Row[] }
    return data.map((each) => each['REASON']).filter(Boolean)
  }
  expect(await getReported('en')).toEqual(['Undone', 'Stocktaking ST-OLD', `Stocktaking ${JOB_NO}`])
  expect(await getReported('ko')).toEqual(['되돌리기', '재고실사 ST-OLD', `재고실사 ${JOB_NO}`])
})
