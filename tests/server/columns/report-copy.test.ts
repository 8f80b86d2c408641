import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { GroupRequest } from '#kernel/group-request.ts'
import type { WireRow } from '#kernel/field.ts'
import { keyName } from '#kernel/summary-key.ts'
import { stockCopy } from '#areas/inventory/server/stock-copy.ts'
import { ownBalancesHandler, stockBalancesHandler } from '#areas/inventory/server/stock-reports.ts'
import type { Caller } from '#server/auth/caller.ts'
import { ColumnCopies } from '#server/columns/column-copies.ts'
import { groupFromCopy } from '#server/engine/copied-groups.ts'
import type { QueryHandler } from '#server/engine/handler.ts'
import { computeFooters } from '#server/engine/footers.ts'
import { countRows, runQuery, type QueryRequest } from '#server/engine/run-query.ts'
import { applyGrouping } from '#server/engine/summary.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { orderLine, addOrder, putStock, runStep } from '#tests/support/floor.ts'

const runs = { numRuns: Number(process.env['RUNS'] ?? 20) }

let site: TestSite
let admin: TestUser
let copies: ColumnCopies
const errors: unknown[] = []

const openCopies = () =>
  new ColumnCopies(site.db, { megabytes: 128, minRows: 1 }, (error) => errors.push(error))

describe.runIf(testStore() === 'postgres')('reports from a column copy', () => {
  beforeAll(async () => {
    site = await testSite()
    admin = await site.login('admin')
    await fillStock()
    copies = openCopies()
    await waitUntilCopied()
  })
  afterAll(async () => {
    await copies.close()
    await site.close()
    expect(errors).toEqual([])
  })

  test('random summaries equal those of PostgreSQL to the last digit and in their order', async () => {
    await fc.assert(
      fc.asyncProperty(request, caller, search, page, async (group, who, sought, asked) => {
        const { sortsByBytes, isSorted, isFiltered, window } = asked
        vi.spyOn(copies, 'sortsByBytes').mockResolvedValue(sortsByBytes)
        const [first] = group.by.map(keyName)
        const sorted = isSorted ? (first ?? group.sums?.[0]) : undefined
        const filter = { COLUMN: group.sums?.[0] ?? '', OPERATOR: '>', VALUES: [10] } as const
        await expectSame(group, who, {
          search: sought,
          sort: sorted === undefined ? [] : [{ COLUMN: sorted, DIRECTION: 'desc' }],
          filters: isFiltered && group.sums?.length ? [filter] : [],
          window,
        })
      }),
      runs,
    )
  })

  test('a summary contains every save, master change and rule committed before it', async () => {
    for (const change of changes) {
      await change()
      await expectSame(byReason, staff)
    }
  })

  test('every stock report is equal, also read by page and searched by a total', async () => {
    const reports = handlers.filter((handler): handler is QueryHandler => {
      return (
        'copiedGroups' in handler && handler.copiedGroups?.({ ...staff, search: {} }) !== undefined
      )
    })
    expect(reports.length).toBeGreaterThan(9)
    const requests: readonly QueryRequest[] = [
      { search: {} },
      { search: {}, window: { first: 2, rows: 5 } },
      { search: { QTY: '>100' }, window: { first: 0, rows: 5 } },
    ]
    for (const handler of reports) {
      for (const asked of requests) await expectSameRows(handler, staff, asked)
    }
  })

  test('customer reports equal those of PostgreSQL', async () => {
    const by = ['OWNER_CD', 'STOCK_CD', 'CONDITION_CD'].map((column) => ({ column }))
    const group = { by, sums: ['QTY', 'AVAILABLE_QTY', 'CBM', 'KG'], counts: ['LOT_ID'] }
    const customer = { ...staff, scope: { wcode: 'W01', owners: ['GIFT'] } }
    await expectSame(group, customer, { search: {} }, ownBalancesHandler)
  })

  test('an open transaction is not included until it is committed', async () => {
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const open = site.db.transaction(async (tx) => {
      await tx.execute(sql`update cell set lock_yn = 'Y' where cell_cd between 'A-030' and 'A-090'`)
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    const before = await expectSame(byCell, staff).finally(mayCommit.resolve)
    await open
    expect(await expectSame(byCell, staff)).not.toEqual(before)
  })

  test('each of several concurrent reports contains the preceding save', async () => {
    const saves = Array.from({ length: 5 }, async (_, index) => {
      await putStock(site.db, { item: 'OTHER', qty: 1 + index, cell: `A-19${index}` })
      const { handler, request } = await groupFromCopy(copies, staff, groupRequest(byCell))
      const rows = await runQuery(site.db, handler, staff, request)
      expect(rows.find((row) => row['CELL_CD'] === `A-19${index}`)?.['QTY']).toBe(1 + index)
    })
    await Promise.all(saves)
  })

  test('PostgreSQL computes the reports that the copy does not support', async () => {
    const lacking: readonly [GroupRequest, WireRow?][] = [
      [{ by: [{ column: 'ZONE_CD' }] }, { AS_OF: '20261101' }],
      [{ by: [{ column: 'ZONE_CD' }] }, { CELL_CD: 'A-00%' }],
      [{ by: [{ column: 'ZONE_CD' }] }, { LAST_OUT_DT: '20261101' }],
      [{ by: [{ column: 'VALID_DT', period: 'month' }] }],
      [{ by: [{ column: 'ZONE_CD' }], most: ['CELL_CD'] }],
      [{ by: [{ column: 'ZONE_CD' }], ratios: [{ of: 'ALLOC_QTY', to: 'QTY' }] }],
    ]
    for (const [group, sought] of lacking) {
      const asked = groupRequest(group, sought)
      expect(await groupFromCopy(copies, staff, asked)).toBe(asked)
    }
  })

  test('a change that no trigger logged causes a new copy', async () => {
    await site.db.execute(sql`update report_copy set read_until = clock_timestamp()`)
    await putStock(site.db, { item: 'PLAIN', qty: 11, cell: 'A-020' })
    const asked = groupRequest(byCell)
    expect(await groupFromCopy(copies, staff, asked)).toBe(asked)
    await waitUntilCopied()
    await expectSame(byCell, staff)
  })

  test('a server with too few rows or too little memory leaves reports to PostgreSQL', async () => {
    const limits = [
      { megabytes: 0, minRows: 1 },
      { megabytes: 128, minRows: 1_000_000 },
      { megabytes: 100_000_000, minRows: 1 },
    ]
    for (const limit of limits) {
      const none = new ColumnCopies(site.db, limit, (error) => errors.push(error))
      await none.start(stockCopy)
      const asked = groupRequest(byCell)
      expect(await groupFromCopy(none, staff, asked)).toBe(asked)
      await none.close()
    }
  })
})

const staff: Caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko',
  today: '20261120',
}

const groupRequest = (group: GroupRequest, search: WireRow = {}) => ({
  handler: applyGrouping(stockBalancesHandler, group),
  request: { search } as QueryRequest,
})

/** No copy is made while a transaction of another test that began before the lease is running. */
async function waitUntilCopied(): Promise<void> {
  const isCopied = async (): Promise<boolean> => {
    await copies.start(stockCopy)
    const asked = groupRequest(byCell)
    return (await groupFromCopy(copies, staff, asked)) !== asked
  }
  await vi.waitFor(async () => expect(await isCopied()).toBe(true), { timeout: 10_000 })
}

/** Expects the same rows, count and footers from the copy as from PostgreSQL. */
async function expectSameRows(
  handler: QueryHandler,
  who: Caller,
  asked: QueryRequest,
): Promise<WireRow[]> {
  const copied = await groupFromCopy(copies, who, { handler, request: asked })
  const isPlainPage = asked.window && !asked.sort?.length && !asked.filters?.length
  const groups = handler.copiedGroups?.({ ...who, search: asked.search })
  expect(copied.handler === handler).toBe(isPlainPage === true && groups?.isIndexed === true)
  const rows = await runQuery(site.db, copied.handler, who, copied.request)
  expect(rows).toEqual(await runQuery(site.db, handler, who, asked))
  if (asked.window) return rows
  const added = Object.entries(handler.operation.output).filter(
    ([, { footer }]) => footer === 'SUM',
  )
  const footers = added.map(([COLUMN]) => ({ COLUMN, KIND: 'SUM' as const }))
  expect(await countRows(site.db, copied.handler, who, copied.request)).toBe(rows.length)
  expect(
    await computeFooters(site.db, copied.handler, who, { ...copied.request, footers }),
  ).toEqual(await computeFooters(site.db, handler, who, { ...asked, footers }))
  return rows
}

const expectSame = (
  group: GroupRequest,
  who: Caller,
  asked: QueryRequest = { search: {} },
  source = stockBalancesHandler,
) => expectSameRows(applyGrouping(source, group), who, asked)

const sums = `QTY ALLOC_QTY AVAILABLE_QTY HELD_QTY CBM KG BLOCKED_QTY BLOCK_HELD_QTY BLOCK_RULE_QTY
  BLOCK_LOCKED_QTY BLOCK_EXPIRED_QTY DAYS_LEFT`.split(/\s+/)
const byCell: GroupRequest = { by: [{ column: 'CELL_CD' }], sums, counts: ['*', 'LOT_ID'] }
const byReason: GroupRequest = {
  by: ['OWNER_CD', 'STOCK_CD', 'SUPPLIER_CD', 'HOLD_REASON'].map((column) => ({ column })),
  sums,
  counts: ['*', 'CELL_CD'],
}

const columns =
  `OWNER_CD STOCK_CD ZONE_CD CELL_CD LOT_NO VALID_DT RECEIVED_DT BOX_NO CONDITION_CD BONDED_CD UNIT_CD
  SUPPLIER_CD EXPIRY_CD AGE_CD HOLD_REASON`.split(/\s+/)
const key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...columns).map((column) => ({ column })) },
  fc.constant({ column: 'VALID_DT', period: 'day' as const }),
)
const request: fc.Arbitrary<GroupRequest> = fc
  .record({
    by: fc.uniqueArray(key, { maxLength: 4, selector: ({ column }) => column }),
    sums: fc.subarray(sums),
    counts: fc.subarray(['*', 'LOT_ID', 'CELL_CD', 'STOCK_CD', 'PALLET_NO', 'SUPPLIER_CD']),
    least: fc.subarray(['VALID_DT', 'AGE_DAYS', 'QTY', 'LIFE_RATE']),
    most: fc.subarray(['RECEIVED_DT', 'DAYS_LEFT', 'CBM', 'LIFE_RATE']),
    zeros: fc.constant(false),
    across: fc.option(
      fc.constant({
        key: { column: 'CONDITION_CD' },
        values: ['NORMAL', 'HELD', null],
        measures: ['QTY'],
      }),
      { nil: undefined, freq: 5 },
    ),
  })
  .map((group) => ({
    ...group,
    sums: group.across ? [...new Set([...group.sums, 'QTY'])] : group.sums,
  }))
  .filter(({ by, sums: added, across }) => {
    const isEmpty = by.length + added.length === 0
    return !isEmpty && (!across || by.every(({ column }) => column !== 'CONDITION_CD'))
  })
const caller: fc.Arbitrary<Caller> = fc
  .tuple(
    fc.constantFrom('W01', 'W01', 'W02'),
    fc.constantFrom(null, null, ['HANBIT'], ['GIFT', 'HANBIT'], []),
  )
  .map(([wcode, owners]) => ({ ...staff, scope: { wcode, owners } }))
const search: fc.Arbitrary<WireRow> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc
    .record(
      {
        OWNER_CD: fc.constantFrom('HANBIT', 'HANBIT,GIFT', '!=GIFT'),
        CONDITION_CD: fc.constantFrom('NORMAL', 'NORMAL,HELD'),
        VALID_DT: fc.constantFrom('>20261201', '20261101~20270131', '20261120'),
        DAYS_LEFT: fc.constantFrom('<30', '>=0', '-5~60'),
        QTY: fc.constantFrom('>100', '>=12.345', '0~50'),
        CBM: fc.constantFrom('>0.000001'),
        BOX_NO: fc.constantFrom('Ä', 'b'),
        AVAILABLE_QTY: fc.constantFrom('>0', '0'),
      },
      { requiredKeys: [] },
    )
    .map((row) => row as WireRow),
)
const page = fc.record({
  sortsByBytes: fc.boolean(),
  isSorted: fc.boolean(),
  isFiltered: fc.integer({ min: 0, max: 3 }).map((roll) => roll === 0),
  window: fc.option(
    fc.record({ first: fc.constantFrom(0, 3, 40), rows: fc.constantFrom(1, 10, 100) }),
    { nil: undefined },
  ),
})

/** Balances with every attribute, and texts that collations sort differently. */
async function fillStock(): Promise<void> {
  await site.db.transaction(async (tx) => {
    await tx.script(`
      set local session_replication_role = replica;
      select setseed(0.41);
      update stock set weight_kg = 0.5, unit_cd = 'KG' where stock_cd = 'OTHER';
      update stock set cbm = 0.000001 where stock_cd = 'DATED';
      insert into supplier (owner_cd, supplier_cd, supplier_nm) values ('HANBIT', 'SUP2', 'Second');
      insert into receipt (receipt_no, wcode, owner_cd, supplier_cd, receipt_dt)
        values ('RC1', 'W01', 'HANBIT', 'SUP1', '2026-11-01'),
          ('RC2', 'W01', 'HANBIT', 'SUP2', '2026-11-01');
      insert into lot (owner_cd, stock_cd, lot_no, received_dt, valid_dt, made_dt)
        select s.owner_cd, s.stock_cd, (array['', 'L-1', 'l2', 'Ä'])[1 + n % 4],
          current_date - (n * 31 % 400), case when n % 3 > 0 then current_date + n * 7 % 120 - 20 end,
          case when n % 2 > 0 then current_date + n * 7 % 120 - 20 - n * 8 end
        from stock s, generate_series(1, 12) n where s.goods_yn = 'Y';
      insert into lot_origin (lot_id, receipt_no)
        select lot_id, 'RC' || 1 + lot_id % 2 from lot where owner_cd = 'HANBIT' and lot_id % 3 > 0;
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, box_no,
          condition_cd, bonded_cd, qty, alloc_qty, pick_qty)
        select (array['W01', 'W01', 'W02'])[1 + n % 3], owner_cd, stock_cd, lot_id,
          'A-' || to_char(1 + (random() * 150)::int, 'fm000'), 'P' || n,
          (array['', 'b', 'B', '_', 'Ä', 'a-1', 'a1'])[1 + (random() * 6)::int],
          (array['NORMAL', 'NORMAL', 'HELD', 'DAMAGED', 'SAMPLE'])[1 + (random() * 4)::int],
          (array['FREE', 'FREE', 'BONDED', 'CLEARED'])[1 + (random() * 3)::int],
          case when n % 97 = 0 then 987654321098.765 else n % 500 + 0.125 end, n % 2, 0.125
        from lot, generate_series(1, 12) k cross join lateral (select lot_id * 31 + k n) x;
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd)
        select 'W01', owner_cd, stock_cd, lot_id, 'A-001' from lot`)
  })
  await site.db.script('analyze stock_balance')
}

const run = (text: string) => async () => site.db.transaction((tx) => tx.script(text))

const changes: readonly (() => Promise<unknown>)[] = [
  () => putStock(site.db, { item: 'PLAIN', qty: 70, cell: 'A-007', lot: 'NEW' }),
  run(`update stock set cbm = 0.123456, weight_kg = 1.25 where stock_cd = 'PLAIN'`),
  run(`update cell set lock_yn = 'Y' where cell_cd < 'A-020'`),
  run(`update zone set lock_yn = 'Y' where wcode = 'W01'`),
  run(`update zone set lock_yn = 'N' where wcode = 'W01'`),
  run(`update owner set owner_nm = 'New name' where owner_cd = 'HANBIT'`),
  run(`update supplier set supplier_nm = 'New name' where supplier_cd = 'SUP1'`),
  run(`update receipt set supplier_cd = 'SUP1' where receipt_no = 'RC2'`),
  run(`delete from lot_origin where lot_id % 5 = 0`),
  run(`insert into lot_origin select lot_id, 'RC1' from lot where owner_cd = 'HANBIT'
    on conflict (lot_id) do update set receipt_no = excluded.receipt_no`),
  run(`insert into cell_hold (wcode, cell_cd, from_dt, reason)
    select wcode, cell_cd, '2026-01-01', 'cell' from cell where cell_cd > 'A-100'`),
  run(`delete from cell_hold where cell_cd > 'A-120'`),
  run(
    `insert into zone_hold (wcode, zone_cd, from_dt, reason) values ('W01', 'A', '2026-01-01', 'z')`,
  ),
  run(`update zone_hold set to_dt = '2026-01-02'`),
  run(`insert into stock_hold (owner_cd, stock_cd, from_dt, reason)
    values ('HANBIT', 'OTHER', '2026-01-01', 'item')`),
  run(`update stock_hold set reason = 'item again'`),
  run(`insert into lot_hold (owner_cd, stock_cd, lot_no, from_dt, reason)
    values ('HANBIT', 'PLAIN', 'L2', '2026-01-01', 'lot')`),
  async () => {
    await putStock(site.db, { item: 'LOTTED', qty: 40, cell: 'A-180', lot: 'ORDERED' })
    const number = await addOrder(admin, [orderLine('LOTTED', 9, { LOT_NO: 'ORDERED' })])
    await runStep(admin, 'allocate', number)
  },
  async () => {
    const id = await putStock(site.db, { item: 'LOTTED', qty: 5, cell: 'A-181', lot: 'MOVED' })
    const row = { BALANCE_ID: String(id), WORK_QTY: 5, TO_CELL_CD: 'A-182' }
    expect((await admin.save('inventory/move', [row])).status).toBe(200)
  },
]
