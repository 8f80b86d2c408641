import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Summary } from '#kernel/summary.ts'
import * as reports from '#areas/reports/operations/storage-reports.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { expectGroups } from '#tests/support/expect-groups.ts'
import { addItem, expectStock, addOrder, putStock, runStep } from '#tests/support/floor.ts'
import { ReportDays, today } from '#tests/support/report-days.ts'
import { toUnits } from '#tests/support/summary-model.ts'

let site: TestSite
let admin: TestUser
let days: ReportDays

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  days = new ReportDays(site, admin)
  await days.prepare()
  await days.simulate(20_261_126, 12)
  await putStock(site.db, { item: 'PLAIN', qty: 3, condition: 'HELD', cell: 'A-080' })
})
afterAll(() => site.close())

const declared: readonly Summary[] = Object.values(reports)

test.each(declared.map((report) => [report.name, report] as const))(
  '%s matches totals computed from its source rows',
  async (name, report) => {
    const rows = await admin.query(report.source.name)
    expect(rows.length).toBeGreaterThan(0)
    expectGroups(report, await admin.query(name), rows)
  },
)

const sum = (rows: readonly WireRow[], column: string) =>
  rows.reduce((all, row) => all + (toUnits(row[column]) ?? 0n), 0n)

async function querySingle(name: string, search: Record<string, string>): Promise<WireRow> {
  const rows = await admin.query(name, search)
  expect([name, rows.length]).toEqual([name, 1])
  return rows[0] ?? {}
}

describe('available stock', () => {
  test('adds up with the blocked quantity of each reason to the total stock, without overlap', async () => {
    const item = await addItem(site.db, 'REASONS')
    await addItem(site.db, 'RULED')
    const past = addDays(today, -1)
    await site.db.script(`
      update cell set lock_yn = 'Y' where wcode = 'W01' and cell_cd = 'A-095';
      insert into cell_hold (wcode, cell_cd, from_dt, reason)
        values ('W01', 'A-096', '2020-01-01', 'leaks')`)
    for (const [cell, qty, more] of [
      ['A-090', 100, {}],
      ['A-091', 1, { condition: 'HELD' }],
      ['A-092', 2, { condition: 'DAMAGED' }],
      ['A-093', 4, { bonded: 'BONDED' }],
      ['A-094', 8, { valid: past }],
      ['A-095', 16, {}],
      ['A-096', 32, {}],
      ['A-096', 64, { condition: 'HELD', valid: past }],
      ['A-097', 128, { condition: 'SAMPLE' }],
    ] as const) {
      await putStock(site.db, { item, cell, qty, ...more })
    }
    const number = await addOrder(admin, [{ STOCK_CD: item, ORDER_QTY: 10 }], {
      SHIPMENT_DT: today,
    })
    await runStep(admin, 'allocate', number)
    expect(await querySingle('reports/inventory-available', { STOCK_CD: item })).toMatchObject({
      QTY: 355,
      AVAILABLE_QTY: 218,
      ALLOC_QTY: 10,
      BLOCKED_QTY: 137,
      BLOCK_HELD_QTY: 65,
      BLOCK_DAMAGED_QTY: 2,
      BLOCK_BONDED_QTY: 4,
      BLOCK_EXPIRED_QTY: 8,
      BLOCK_LOCKED_QTY: 16,
      BLOCK_RULE_QTY: 32,
    })
    const why = await admin.query('inventory/why', { STOCK_CD: item, FIGURE: 'AVAILABLE_QTY' })
    expect(sum(why, 'CHANGE_QTY')).toBe(218n * 10n ** 9n)
    for (const row of await admin.query('inventory/balances')) {
      const parts = Object.keys(row).filter((name) => name.startsWith('BLOCK_'))
      const named = ['ALLOC_QTY', 'PICK_QTY', ...parts]
      const all = named.reduce((total, name) => total + (toUnits(row[name]) ?? 0n), 0n)
      expect(all).toBe(toUnits(row['BLOCKED_QTY']))
    }
  })
})

describe('day counts', () => {
  test('remaining days until expiry are bucketed, bounds inclusive', async () => {
    const item = await addItem(site.db, 'BUCKETS')
    for (const [index, left] of [-1, 0, 30, 31, 60, 61, 90, 91].entries()) {
      await putStock(site.db, { item, qty: 1, cell: `A-10${index}`, valid: addDays(today, left) })
    }
    const rows = await admin.query('reports/inventory-by-valid-date', { STOCK_CD: item })
    const buckets = ['000', '030', '030', '060', '060', '090', '090', '999']
    expect(rows.map((row) => row['EXPIRY_CD'])).toEqual(buckets)
    expect(rows.map((row) => row['DAYS_LEFT_MIN'])).toEqual([-1, 0, 30, 31, 60, 61, 90, 91])
    const soon = await admin.query('reports/inventory-by-valid-date', {
      STOCK_CD: item,
      DAYS_LEFT: '<=90',
    })
    expect(soon).toHaveLength(7)
    const then = await admin.query('reports/inventory-by-valid-date', {
      STOCK_CD: item,
      AS_OF: `${addDays(today, 1)}120000`,
    })
    expect(then.map((row) => row['DAYS_LEFT_MIN'])).toEqual([-2, -1, 29, 30, 59, 60, 89, 90])
  })

  test('days since receipt are bucketed, bounds inclusive, with the lot’s last shipping date', async () => {
    const item = await addItem(site.db, 'AGED')
    for (const [index, age] of [30, 31, 90, 91, 180, 181, 365, 366].entries()) {
      await putStock(site.db, {
        item,
        qty: 1,
        cell: `A-11${index}`,
        received: addDays(today, -age),
      })
    }
    const rows = await admin.query('inventory/balances', { STOCK_CD: item })
    const codes = new Map(rows.map((row) => [row['AGE_DAYS'], row['AGE_CD']]))
    expect([...codes].toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [30, '030'],
      [31, '060'],
      [90, '090'],
      [91, '180'],
      [180, '180'],
      [181, '365'],
      [365, '365'],
      [366, '999'],
    ])
    const old = await admin.query('reports/inventory-aging', { STOCK_CD: item, AGE_DAYS: '>90' })
    expect(old.map((row) => [row['AGE_CD'], row['QTY'], row['LAST_OUT_DT_MAX']])).toEqual([
      ['180', 2, null],
      ['365', 2, null],
      ['999', 1, null],
    ])
    const shipped = await admin.query('outbound/shippings')
    const lots = new Set(shipped.map((row) => row['LOT_ID']))
    for (const row of await admin.query('inventory/balances')) {
      expect(row['LAST_OUT_DT']).toBe(lots.has(row['LOT_ID'] ?? null) ? today : null)
    }
  })

  test('remaining shelf life is a percentage of the total, the minimum per group', async () => {
    const item = await addItem(site.db, 'LIVES')
    const id = await putStock(site.db, { item, qty: 1, valid: addDays(today, 25) })
    await site.db.execute(sql`update lot set made_dt = ${addDays(today, -75)}::date
      where lot_id = (select lot_id from stock_balance where balance_id = ${id})`)
    const row = await querySingle('reports/inventory-by-valid-date', { STOCK_CD: item })
    expect(row).toMatchObject({ LIFE_RATE_MIN: 25, EXPIRY_CD: '030' })
  })
})

test('held stock shows date and reason, from the ledger or from the hold rule', async () => {
  const item = await addItem(site.db, 'CLAIMED')
  const id = await putStock(site.db, { item, qty: 7, cell: 'A-120' })
  await putStock(site.db, { item, qty: 2, cell: 'A-121', lot: 'R1' })
  const hold = { BALANCE_ID: String(id), WORK_QTY: 4, HOLD_CD: 'HOLD', REASON: 'claim 17' }
  await days.saveOrThrow('inventory/hold', [hold])
  const rule = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', STOCK_CD: item, LOT_NO: 'R1' }
  await days.saveOrThrow('inventory/save-lot-hold-rules', [
    { ...rule, FROM_DT: addDays(today, -9), REASON: 'recall' },
  ])
  const held = await admin.query('inventory/held-stock', { STOCK_CD: item, CONDITION_CD: 'HELD' })
  const moveAway = { BALANCE_ID: held[0]?.['BALANCE_ID'] ?? null, WORK_QTY: 1, TO_CELL_CD: 'A-122' }
  await days.saveOrThrow('inventory/move', [{ ...moveAway, REASON: 'room' }])
  const rows = await admin.query('reports/inventory-hold', { STOCK_CD: item })
  expect(
    rows.map((row) => [row['HOLD_KIND_CD'], row['HOLD_WHY'], row['HELD_SINCE_DT'], row['QTY']]),
  ).toEqual([
    ['LOT_RULE', 'recall', addDays(today, -9), 2],
    ['STOCK', 'claim 17', today, 4],
  ])
})

test('held stock includes everything held by condition or by a rule in effect today', async () => {
  const item = await addItem(site.db, 'ALLHELD')
  const other = await addItem(site.db, 'NOTHELD')
  await putStock(site.db, { item, qty: 1, cell: 'A-123' })
  await putStock(site.db, { item: other, qty: 2, cell: 'A-124' })
  await putStock(site.db, { item: other, qty: 3, cell: 'A-125' })
  await putStock(site.db, { item: other, qty: 4, cell: 'A-126', lot: 'L9' })
  const dates = sql`${addDays(today, -3)}::date, ${today}::date, 'recall', 'admin', 'admin'`
  const columns = raw('from_dt, to_dt, reason, created_by, updated_by')
  const rules = [
    sql`insert into stock_hold (owner_cd, stock_cd, ${columns}) values ('HANBIT', ${item}, ${dates})`,
    sql`insert into cell_hold (wcode, cell_cd, ${columns}) values ('W01', 'A-124', ${dates})`,
    sql`insert into lot_hold (owner_cd, stock_cd, lot_no, ${columns})
      values ('HANBIT', ${other}, 'L9', ${dates})`,
    sql`insert into zone_hold (wcode, zone_cd, ${columns}) values ('W01', 'A', ${dates})`,
  ]
  const seen: number[] = []
  for (const rule of rules) {
    await site.db.execute(rule)
    const all = await admin.query('inventory/balances')
    const held = await admin.query('inventory/held-stock')
    const own = all.filter((row) => row['CONDITION_CD'] === 'HELD' || row['HOLD_REASON'] !== null)
    const ids = (rows: typeof all) => rows.map((row) => String(row['BALANCE_ID'])).toSorted()
    expect(ids(held)).toEqual(ids(own))
    seen.push(held.length)
  }
  // Each rule holds more stock; the last one holds everything in its zone.
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b))
  await site.db.execute(sql`update zone_hold set to_dt = ${addDays(today, -1)}::date`)
  const over = await admin.query('inventory/held-stock')
  expect(over.length).toBe(seen[2])
  for (const table of ['stock_hold', 'cell_hold', 'lot_hold', 'zone_hold']) {
    await site.db.execute(
      sql`delete from ${raw(table)} where reason = 'recall' and from_dt = ${addDays(today, -3)}::date`,
    )
  }
})

describe('the supplier of stock', () => {
  const queryBySupplier = (STOCK_CD: string) =>
    admin.query('reports/inventory-by-supplier', { STOCK_CD })
  const receiveItem = async (item: string, SUPPLIER_CD: string, lot: string) => {
    const line = { STOCK_CD: item, ORDER_QTY: 5, LOT_NO: lot, CELL_CD: 'A-130' }
    const number = await expectStock(admin, [line], { SUPPLIER_CD })
    await days.saveOrThrow('inbound/receive-bulk', [{ RECEIPT_NO: number }])
    return number
  }
  const cancel = async (RECEIPT_NO: string) => {
    const rows = await admin.query('inbound/received-movements', { RECEIPT_NO })
    await days.saveOrThrow('inbound/cancel-receiving', [{ ...rows[0], REASON: 'wrong' }])
  }

  test('the supplier of stock is that of the lot’s first receipt, even after a transfer to another lot number', async () => {
    const item = await addItem(site.db, 'SUPPLIED', { lot_yn: 'N' })
    await receiveItem(item, 'P1', 'S1')
    const [lot] = await admin.query('inventory/by-lot', { STOCK_CD: item })
    const renamed = { BALANCE_ID: lot?.['BALANCE_ID'] ?? null, WORK_QTY: 2, TO_LOT_NO: 'S2' }
    await days.saveOrThrow('inventory/transfer-lot', [{ ...renamed, REASON: 'typing' }])
    await putStock(site.db, { item, qty: 1, cell: 'A-131', lot: 'FOUND' })
    const rows = await queryBySupplier(item)
    expect(rows.map((row) => [row['SUPPLIER_CD'], row['QTY'], row['LOT_COUNT']])).toEqual([
      ['P1', 5, 2],
      [null, 1, 1],
    ])
  })

  test('changes to that of the next receipt when the first is reversed', async () => {
    const item = await addItem(site.db, 'TWICE')
    const first = await receiveItem(item, 'P1', 'T1')
    const second = await receiveItem(item, 'P2', 'T1')
    expect((await queryBySupplier(item)).map((row) => row['SUPPLIER_CD'])).toEqual(['P1'])
    await cancel(first)
    expect((await queryBySupplier(item)).map((row) => [row['SUPPLIER_CD'], row['QTY']])).toEqual([
      ['P2', 5],
    ])
    await cancel(second)
    expect(await queryBySupplier(item)).toEqual([])
    await receiveItem(item, 'P1', 'T1')
    expect((await queryBySupplier(item)).map((row) => row['SUPPLIER_CD'])).toEqual(['P1'])
  })
})

describe('cell usage', () => {
  test('shows the share of used cells and, where capacity is known, of used capacity', async () => {
    await site.db.script(`
      insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'U', 'U');
      insert into cell (wcode, cell_cd, zone_cd, capacity_cbm, use_yn) values
        ('W01', 'U-1', 'U', 2, 'Y'), ('W01', 'U-2', 'U', 1, 'Y'), ('W01', 'U-3', 'U', null, 'Y'),
        ('W01', 'U-4', 'U', 5, 'N')`)
    await addItem(site.db, 'CUBES')
    await site.db.script(`update stock set cbm = 0.1 where stock_cd = 'CUBES'`)
    await putStock(site.db, { item: 'CUBES', qty: 9, cell: 'U-1' })
    const id = await putStock(site.db, { item: 'CUBES', qty: 5, cell: 'U-3' })
    expect(await querySingle('reports/zone-usage', { ZONE_CD: 'U' })).toMatchObject({
      CELL_COUNT: 3,
      USED_COUNT: 2,
      USED_RATE: 66.7,
      CAPACITY_CBM: 3,
      USED_CBM: 1.4,
      FILLED_CBM: 0.9,
      FILL_RATE: 30,
    })
    const moveAway = { BALANCE_ID: String(id), WORK_QTY: 5, TO_CELL_CD: 'U-2' }
    await days.saveOrThrow('inventory/move', [{ ...moveAway, REASON: 'room' }])
    const empty = await admin.query('reports/empty-cells', { ZONE_CD: 'U', USED_YN: 'N' })
    expect(empty.map((row) => [row['CELL_CD'], row['EMPTY_DAYS_MAX']])).toEqual([['U-3', 0]])
    const cell = await querySingle('reports/cell-usage', { CELL_CD: 'U-2' })
    expect(cell).toMatchObject({ USED_CBM: 0.5, FILL_RATE: 50, USED_YN: 'Y' })
    const before = { ZONE_CD: 'U', AS_OF: `${addDays(today, -1)}120000` }
    expect(await querySingle('reports/zone-usage', before)).toMatchObject({
      USED_COUNT: 0,
      FILL_RATE: 0,
    })
  })
})
