import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Summary } from '#kernel/summary.ts'
import * as reports from '#areas/reports/operations/floor-work.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { expectGroups } from '#tests/support/expect-groups.ts'
import {
  addItem,
  addOrder,
  getUnpicked,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'
import { today } from '#tests/support/report-days.ts'
import { checkScanTexts } from '#areas/outbound/server/check-scan.ts'

let site: TestSite
let admin: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  second = await site.login('second')
})
afterAll(() => site.close())

async function saveOrThrow(
  user: TestUser,
  procedure: string,
  row: Record<string, string | number>,
) {
  const response = await user.save(procedure, [row])
  expect([procedure, response.status, response.body.rows ?? []]).toEqual([procedure, 200, []])
}

async function createListed(item: string, cells: readonly string[]) {
  await addItem(site.db, item)
  for (const cell of cells) await putStock(site.db, { item, qty: 10, cell })
  const line = { STOCK_CD: item, ORDER_QTY: 10 * cells.length }
  const number = await addOrder(admin, [line], { SHIPMENT_DT: today })
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  const ids = (await getUnpicked(admin, number)).map((row) => Number(row['ALLOC_ID']))
  return { number, ids }
}

describe('the picking report', () => {
  test('sums picked quantities per picker and zone, minus returned picks', async () => {
    await site.db.script(`
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'P', 'P');
      insert into cell (wcode, cell_cd, zone_cd, pick_seq) values ('W01', 'P-1', 'P', 900)`)
    const { ids } = await createListed('PICKED', ['A-010', 'A-011', 'A-012', 'P-1'])
    const [first = 0, next = 0, third = 0, other = 0] = ids
    await saveOrThrow(admin, 'outbound/pick', { ALLOC_ID: first, PICKED_QTY: 10 })
    await saveOrThrow(admin, 'outbound/pick', { ALLOC_ID: next, PICKED_QTY: 4, REASON: 'broken' })
    await saveOrThrow(admin, 'outbound/pick', { ALLOC_ID: third, PICKED_QTY: 10 })
    await saveOrThrow(second, 'outbound/pick', { ALLOC_ID: other, PICKED_QTY: 10 })
    await saveOrThrow(second, 'outbound/cancel-pick', { ALLOC_ID: other, BACK_QTY: 3 })
    // Six minutes between the first and second pick, then a break of an hour.
    await site.db.script(`
      alter table pick_record disable trigger pick_record_append_only;
      update pick_record set picked_at = '2026-11-20 09:00+09' where alloc_id = ${first};
      update pick_record set picked_at = '2026-11-20 09:06+09' where alloc_id = ${next};
      update pick_record set picked_at = '2026-11-20 10:06+09' where alloc_id = ${third};
      alter table pick_record enable trigger pick_record_append_only`)
    const rows = await admin.query('reports/picking', { PICK_DT: today, STOCK_CD: 'PICKED' })
    expect(rows).toMatchObject([
      {
        USER_ID: 'admin',
        ZONE_CD: 'A',
        LINE_COUNT: 3,
        PICK_QTY: 24,
        SHORT_QTY: 6,
        WORK_HOURS: 0.1,
        LINES_PER_HOUR: 30,
      },
      { USER_ID: 'second', ZONE_CD: 'P', LINE_COUNT: 1, PICK_QTY: 7, SHORT_QTY: 0 },
    ])
    const whole = { SEARCH: { STOCK_CD: 'PICKED' }, GROUP: { BY: [] } }
    const response = await admin.call('/api/wms/reports/picking', whole)
    expect(response.body.data[0]).toMatchObject({ LINE_COUNT: 4, PICK_QTY: 31 })
  })

  test('matches the picked and shipped quantities of the allocations', async () => {
    const rows = await admin.query('reports/picking')
    const total = rows.reduce((sum, row) => sum + Number(row['PICK_QTY']), 0)
    const kept = await site.db.query<{ n: number }>(
      sql`select sum(pick_qty + ship_qty)::float8 n from allocation`,
    )
    expect(total).toBe(kept[0]?.n)
  })
})

describe('the check report', () => {
  test('counts correct and wrong scans per checker, and a repeated request only once', async () => {
    const { number, ids } = await createListed('CHECKED', ['A-020'])
    await saveOrThrow(admin, 'outbound/pick', { ALLOC_ID: ids[0] ?? 0, PICKED_QTY: 10 })
    const scan = (user: TestUser, CODE: string, QTY: number, key?: string) =>
      user.save('outbound/check-scan', [{ SHIPMENT_NO: number, CODE, QTY }], key)
    expect((await scan(admin, 'CHECKED', 6)).status).toBe(200)
    expect((await scan(second, 'CHECKED', 2)).status).toBe(200)
    expect((await scan(second, 'CHECKED', -1)).status).toBe(200)
    const wrong = await scan(second, 'NOSUCH', 1, 'wrong-scan-1')
    expect(rowErrors(wrong)).toEqual([[1, 'CODE', checkScanTexts.unknown.ko]])
    expect((await scan(second, 'NOSUCH', 1, 'wrong-scan-1')).status).toBe(422)
    expect((await scan(second, 'CHECKED', 99)).status).toBe(422)
    const search = { CHECK_DT: today, SHIPMENT_NO: number }
    expect(await admin.query('reports/shipped-check', search)).toMatchObject([
      { USER_ID: 'admin', SHIPMENT_COUNT: 1, SCAN_COUNT: 1, WRONG_COUNT: 0, WRONG_RATE: 0 },
      { USER_ID: 'second', SHIPMENT_COUNT: 1, SCAN_COUNT: 3, WRONG_COUNT: 2, WRONG_RATE: 66.7 },
    ])
    const why = { SEARCH: search, GROUP: { BY: ['FAULT'] } }
    const response = await admin.call('/api/wms/reports/shipped-check', why)
    expect(response.body.data.map((row) => row['FAULT'])).toEqual([
      checkScanTexts.more.ko,
      checkScanTexts.unknown.ko,
      null,
    ])
  })

  test('ignores wrong scans of a dry run or of a shipment not yet picked', async () => {
    const { number } = await createListed('UNPICKED', ['A-021'])
    const row = { SHIPMENT_NO: number, CODE: 'UNPICKED', QTY: 1 }
    expect((await admin.save('outbound/check-scan', [row])).status).not.toBe(200)
    await admin.check('outbound/check-scan', [{ ...row, CODE: 'NOSUCH' }])
    expect(await admin.query('outbound/check-scans', { SHIPMENT_NO: number })).toEqual([])
  })
})

const declared: readonly Summary[] = Object.values(reports)

test.each(declared.map((report) => [report.name, report] as const))(
  '%s matches totals computed from its source rows',
  async (name, report) => {
    const rows = await admin.query(report.source.name)
    expect(rows.length).toBeGreaterThan(0)
    expectGroups(report, await admin.query(name), rows)
  },
)

test('pick and check records cannot be deleted', async () => {
  for (const table of ['pick_record', 'check_record']) {
    await expect(site.db.script(`delete from ${table}`)).rejects.toThrow('never changed')
  }
})
