import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { date, measure, quantity, type WireRow } from '#kernel/field.ts'
import type { GroupRequest } from '#kernel/group-request.ts'
import type { GroupKey } from '#kernel/summary-key.ts'
import { defineSummary, distinct, minimum, ratio } from '#kernel/summary.ts'
import type { Database } from '#server/db/database.ts'
import { exportRows } from '#server/engine/export-rows.ts'
import { computeFooters } from '#server/engine/footers.ts'
import { locateRow, runQuery } from '#server/engine/run-query.ts'
import { handleSummary, applyGrouping, summaryHandlers } from '#server/engine/summary.ts'
import { testDatabase } from '#tests/support/database.ts'
import {
  summaryHandler,
  requestFor,
  ownerCaller,
  caller,
  fullRequest,
  plainThing,
  thingsQuery,
  type Thing,
} from '#tests/support/summary-things.ts'
import { testLabel, columnLabels } from '#tests/support/labels.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

describe('a group', () => {
  const queryGroups = async (
    rows: readonly Thing[],
    request: GroupRequest,
    searched: WireRow = {},
  ) => runQuery(db, requestFor(rows, request).handler, caller, { search: searched })

  test('a group has the ratio of its sums, not the average of its rows', async () => {
    const rows = [
      { ...plainThing, qty: 100, done_qty: 90 },
      { ...plainThing, qty: 10, done_qty: 1 },
    ]
    const [total] = await queryGroups(rows, { by: [], ...fullRequest })
    expect(total).toMatchObject({ QTY: 110, DONE_QTY: 91, DONE_QTY_PER_QTY: 82.7 })
  })

  test('counts distinct values, which do not add up over groups', async () => {
    const rows = [
      plainThing,
      { ...plainThing, zone_cd: 'Z2' },
      { ...plainThing, zone_cd: 'Z2', lot_no: 'L2' },
    ]
    const request = { counts: ['LOT_NO'], sums: ['CBM'] }
    const countLots = async (by: GroupKey[]) =>
      (await queryGroups(rows, { by, ...request })).map((row) => row['LOT_NO_COUNT'])
    expect(await countLots([{ column: 'ZONE_CD' }])).toEqual([1, 2])
    expect(await countLots([])).toEqual([2])
  })

  test('a group has no total for mixed units but lists them, and keeps other measures', async () => {
    const rows = [plainThing, { ...plainThing, unit_cd: 'KG' }, { ...plainThing, zone_cd: 'Z2' }]
    const request = { by: [{ column: 'ZONE_CD' }], ...fullRequest }
    const [mixed, single] = await queryGroups(rows, request)
    const none = { UNIT_CD: 'EA,KG', QTY: null, DONE_QTY_PER_QTY: null, CBM: 0.002 }
    expect(mixed).toMatchObject({ ...none, ROW_COUNT: 2 })
    expect(single).toMatchObject({ UNIT_CD: 'EA', QTY: 1 })
    const footers = [
      { COLUMN: 'QTY', KIND: 'SUM' as const },
      { COLUMN: 'CBM', KIND: 'SUM' as const },
    ]
    const { source, handler } = requestFor(rows, request)
    for (const target of [source, handler]) {
      expect(await computeFooters(db, target, caller, { search: {}, footers })).toEqual([
        null,
        '0.003',
      ])
    }
  })

  test('shows the name of its key unless there are several', async () => {
    const rows = [
      plainThing,
      { ...plainThing, stock_cd: 'S2', stock_nm: 'a' },
      { ...plainThing, stock_cd: 'S2' },
    ]
    const found = await queryGroups(rows, { by: [{ column: 'STOCK_CD' }] })
    expect(found.map((row) => row['STOCK_NM'])).toEqual(['S1 name', null])
  })

  test("a shifted comparison puts last year's rows in the periods of this year", async () => {
    const rows = [
      { ...plainThing, day_dt: '2026-11-03', qty: 8 },
      { ...plainThing, day_dt: '2025-11-20', qty: 5 },
    ]
    const compare = {
      search: { DAY_DT: '20251001~20251130' },
      shift: { count: 12, unit: 'month' as const },
    }
    const by = [{ column: 'DAY_DT', period: 'month' as const }]
    const found = await queryGroups(
      rows,
      { by, sums: ['QTY'], compare },
      { DAY_DT: '20261001~20261130' },
    )
    expect(found).toEqual([
      expect.objectContaining({ DAY_DT_MONTH: '2026-10', QTY: 0, QTY_WAS: 0, QTY_PCT: null }),
      expect.objectContaining({ DAY_DT_MONTH: '2026-11', QTY_WAS: 5, QTY_DIFF: 3, QTY_PCT: 60 }),
    ])
  })

  test('a comparison shifts only the dates it compares', async () => {
    const rows = [
      { ...plainThing, day_dt: '2026-11-03', posted_at: '2027-03-05T10:00:00+09:00', qty: 8 },
      { ...plainThing, day_dt: '2026-10-03', posted_at: '2027-03-09T10:00:00+09:00', qty: 5 },
    ]
    const compare = {
      search: { DAY_DT: '20261001~20261031' },
      shift: { count: 1, unit: 'month' as const },
    }
    const searched = { DAY_DT: '20261101~20261130' }
    const by = [{ column: 'POSTED_AT', period: 'month' as const }]
    expect(await queryGroups(rows, { by, sums: ['QTY'], compare }, searched)).toMatchObject([
      { POSTED_AT_MONTH: '2027-03', QTY: 8, QTY_WAS: 5 },
    ])
  })

  test('compares each value side by side, with its own period', async () => {
    const rows = [
      { ...plainThing, day_dt: '2026-11-03', zone_cd: 'Z1', qty: 8 },
      { ...plainThing, day_dt: '2026-11-04', zone_cd: 'Z2', qty: 2 },
      { ...plainThing, day_dt: '2025-11-20', zone_cd: 'Z1', qty: 5 },
      { ...plainThing, day_dt: '2025-11-21', zone_cd: 'Z3', qty: 4 },
    ]
    const compare = {
      search: { DAY_DT: '20251101~20251130' },
      shift: { count: 12, unit: 'month' as const },
    }
    const searched = { DAY_DT: '20261101~20261130' }
    const measures = ['QTY']
    const zones = { key: { column: 'ZONE_CD' }, values: ['Z1', 'Z2'], measures }
    const request = { by: [], sums: ['QTY'], compare }
    const [byZone] = await queryGroups(rows, { ...request, across: zones }, searched)
    expect(byZone).toMatchObject({
      QTY: 10,
      QTY_WAS: 9,
      QTY__1: 8,
      QTY__1_WAS: 5,
      QTY__1_DIFF: 3,
      QTY__2: 2,
      QTY__2_WAS: 0,
      QTY__2_DIFF: 2,
    })
    const month = { column: 'DAY_DT', period: 'month' as const }
    const months = { key: month, values: ['2026-10', '2026-11'], measures }
    const [byMonth] = await queryGroups(rows, { ...request, across: months }, searched)
    expect(byMonth).toMatchObject({ QTY__1_WAS: 0, QTY__2: 10, QTY__2_WAS: 9, QTY__2_DIFF: 1 })
  })

  test('a group can be filtered, sorted, located, exported and read in windows like any row', async () => {
    const rows = ['Z1', 'Z2', 'Z3', 'Z4'].map((zone_cd, index) => ({
      ...plainThing,
      zone_cd,
      qty: index + 1,
    }))
    const { handler } = requestFor(rows, { by: [{ column: 'ZONE_CD' }], sums: ['QTY'] })
    const filters = [{ COLUMN: 'QTY', OPERATOR: '>', VALUES: [1] }] as const
    const sort = [{ COLUMN: 'QTY', DIRECTION: 'desc' }] as const
    const window = { first: 1, rows: 1 }
    const request = { search: {}, filters, sort }
    const [second] = await runQuery(db, handler, caller, { ...request, window })
    expect(second).toMatchObject({ ZONE_CD: 'Z3', QTY: 3 })
    const wanted = { ZONE_CD: 'Z2' }
    expect(await locateRow(db, handler, caller, { ...request, from: 0, wanted })).toBe(2)
    const columns = [{ name: 'ZONE_CD' }, { name: 'QTY' }]
    const order = [{ column: 'QTY', direction: 'desc' as const }]
    const cells = []
    for await (const row of (await exportRows(db, handler, caller, {
      search: {},
      filters,
      columns,
      order,
    })) ?? []) {
      cells.push(row)
    }
    expect(cells).toEqual([
      ['Z4', 4],
      ['Z3', 3],
      ['Z2', 2],
    ])
  })

  test('contains only rows that pass the row filters', async () => {
    const rows = [plainThing, { ...plainThing, lot_no: 'L2', qty: 5 }]
    const filters = [{ COLUMN: 'LOT_NO', OPERATOR: '=', VALUES: ['L2'] }] as const
    const handler = applyGrouping(summaryHandler(rows), { by: [], sums: ['QTY'] }, filters)
    expect(await runQuery(db, handler, caller, { search: {} })).toMatchObject([{ QTY: 5 }])
  })
})

const byZone = defineSummary(thingsQuery, {
  name: 'test/by-zone',
  title: testLabel('By zone'),
  by: ['ZONE_CD'],
  sums: ['QTY', 'DONE_QTY'],
  measures: {
    LOT_COUNT: distinct(quantity(columnLabels.LOT_NO), 'OWNER_CD', 'LOT_NO'),
    FILL_RATE: ratio(measure(testLabel('Fill rate'), 1), 'DONE_QTY', 'QTY'),
    FIRST_DT: minimum(date(testLabel('First')), 'DAY_DT'),
  },
  offers: ['OWNER_CD'],
})

describe('a declared summary', () => {
  const rows = [
    { ...plainThing, qty: 100, done_qty: 90 },
    { ...plainThing, owner_cd: 'B', qty: 10, done_qty: 1, day_dt: '2026-11-01' },
    { ...plainThing, zone_cd: 'Z2', qty: 3 },
  ]
  const handler = handleSummary(byZone, summaryHandler(rows))
  const querySummary = async (searched: WireRow, who = caller) =>
    runQuery(db, handler, who, { search: searched })

  test('has the scope, the search and the permission of its source', async () => {
    const { scope, action, hasHistory } = byZone
    expect({ scope, action, past: hasHistory }).toEqual({
      scope: 'warehouse-owner',
      action: 'search',
    })
    expect(await querySummary({}, ownerCaller)).toEqual([
      expect.objectContaining({ ZONE_CD: 'Z1', QTY: 10, FILL_RATE: 10, FIRST_DT: '20261101' }),
    ])
    expect(
      await querySummary({}, { ...ownerCaller, scope: { wcode: 'W02', owners: null } }),
    ).toEqual([])
    expect(await querySummary({ OWNER_CD: 'A' }, ownerCaller)).toEqual([])
  })

  test('searches rows before grouping and measures after grouping', async () => {
    const [whole] = await querySummary({ ZONE_CD: 'Z1' })
    expect(whole).toMatchObject({ QTY: 110, FILL_RATE: 82.7, LOT_COUNT: 2, FIRST_DT: '20261101' })
    expect(await querySummary({ QTY: '>100' })).toEqual([whole])
    expect(await querySummary({ QTY: '>110' })).toEqual([])
    expect(await querySummary({ OWNER_CD: 'B', FILL_RATE: '<50' })).toMatchObject([{ QTY: 10 }])
  })

  test('a declared summary can be regrouped by the keys it offers, with the same measures', async () => {
    const total = applyGrouping(handler, { by: [] })
    expect(await runQuery(db, total, caller, { search: {} })).toMatchObject([
      { QTY: 113, FILL_RATE: 81.4, LOT_COUNT: 2 },
    ])
    const owners = applyGrouping(handler, { by: [{ column: 'OWNER_CD' }] })
    const found = await runQuery(db, owners, ownerCaller, { search: {} })
    expect(found).toMatchObject([{ OWNER_CD: 'B', QTY: 10 }])
  })

  test('uses the handler of its source, which must exist', () => {
    const [found] = summaryHandlers([{ byZone, other: 1 }], [summaryHandler(rows)])
    expect(found?.operation).toBe(byZone)
    expect(() => summaryHandlers([{ byZone }], [])).toThrow('test/by-zone: its source')
  })

  const values = Array.from({ length: 61 }, (_, index) => `Z${index}`)
  test.each<[string, GroupRequest]>([
    ['a column it does not offer', { by: [{ column: 'STOCK_CD' }] }],
    ['an unknown column', { by: [{ column: 'toString' }] }],
    ['a period of a column that is not a date', { by: [{ column: 'OWNER_CD', period: 'month' }] }],
    ['a measure it does not have', { by: [], sums: ['CBM'] }],
    ['a count of a column it does not offer', { by: [], counts: ['LOT_NO'] }],
    ['the minimum of a column it does not offer', { by: [], least: ['LOT_NO'] }],
    ['a ratio of a column that is not a sum', { by: [], ratios: [{ of: 'FIRST_DT', to: 'QTY' }] }],
    ['zeros without a period', { by: [], zeros: true }],
    ['a comparison by a measure', { by: [], compare: { search: { QTY: '>1' } } }],
    ['a comparison by an unknown field', { by: [], compare: { search: { AS_OF: '20261101' } } }],
    [
      'a pivot key it does not offer',
      { by: [], across: { key: { column: 'LOT_NO' }, values: [], measures: [] } },
    ],
    [
      'too many pivot columns',
      { by: [], across: { key: { column: 'OWNER_CD' }, values, measures: ['QTY'] } },
    ],
  ])('rejects %s with a validation error', (_, request) => {
    expect(() => applyGrouping(handler, request)).toThrow(
      expect.objectContaining({ status: 422, code: 'GROUP_INVALID' }),
    )
  })
})
