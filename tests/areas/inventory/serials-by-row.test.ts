import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, expectStock, rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  second = await site.login('second')
})
afterAll(() => closeVerified(site))

async function ok(response: SaveResponse): Promise<SaveResponse> {
  expect(rowErrors(response), response.body.message).toEqual([])
  expect(response.status).toBe(200)
  return response
}

async function createStockedItem(
  NOW_QTY: number,
  SERIALS: string,
): Promise<[item: string, balance: string]> {
  const item = await addItem(site.db, 'SERIAL-ROWS')
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: item, ORDER_QTY: NOW_QTY }])
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY, SERIALS }
  await ok(await user.save('inbound/receive', [row]))
  const [balance] = await site.db.query<{ id: string }>(sql`
    select balance_id::text id from stock_balance where stock_cd = ${item} and qty > 0`)
  return [item, balance?.id ?? '']
}

/** Serials of an item with state and cell. */
async function getSerials(item: string): Promise<[string, string, string | null][]> {
  const rows = await site.db.query<{ no: string; state: string; cell: string | null }>(sql`
    select s.serial_no no, s.state_cd state, b.cell_cd cell from serial s
    left join stock_balance b using (balance_id) where s.stock_cd = ${item} order by 1`)
  return rows.map(({ no, state, cell }) => [no, state, cell])
}

const getFirstError = async (saving: Promise<SaveResponse>) => rowErrors(await saving)[0]

test('a partial put-away and the approval of a count name their serials', async () => {
  const [item, id] = await createStockedItem(3, 'U1~U3')
  const putAway = (extra: Row) => user.save('inventory/put-away', [{ BALANCE_ID: id, ...extra }])
  const part = { WORK_QTY: 1, TO_CELL_CD: 'A-004' }
  expect((await getFirstError(putAway(part)))?.[1]).toBe('SERIALS')
  await ok(await putAway({ ...part, SERIALS: 'U2' }))
  expect((await getSerials(item))[1]).toEqual(['U2', '20', 'A-004'])
  const group = { METHOD_CD: 'STOCK', OWNER_CD: 'HANBIT', STOCK_CD: item, ABC_CD: 'C' }
  const COUNT_DT = timestampAt(Date.now()).slice(0, 8)
  const made = await ok(await user.save('inventory/make-count', [{ ...group, COUNT_DT }]))
  const JOB_NO = made.body.data.rows[0]?.['JOB_NO'] ?? null
  const count = { JOB_NO, CELL_CD: 'A-001', CODE: item, QTY: 1 }
  await ok(await user.save('inventory/count-scan', [count]))
  await ok(await user.save('inventory/finish-count', [{ JOB_NO }]))
  const results = await second.query('inventory/count-results', { JOB_NO })
  const short = results.find((row) => row['DIFF_QTY'] === -1)
  const approve = (SERIALS: string | null) =>
    second.save('inventory/approve-count', [
      { JOB_NO, LINE_NO: short?.['LINE_NO'] ?? null, SERIALS },
    ])
  expect((await getFirstError(approve(null)))?.[1]).toBe('SERIALS')
  await ok(await approve('U3'))
  expect(await getSerials(item)).toEqual([
    ['U1', '20', 'A-001'],
    ['U2', '20', 'A-004'],
    ['U3', '90', null],
  ])
})
