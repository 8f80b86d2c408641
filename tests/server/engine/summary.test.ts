import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  code,
  date,
  dateTime,
  lookup,
  measure,
  quantity,
  text,
  type WireRow,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { summaryOf, type GroupAsked } from '#kernel/summary-asked.ts'
import { keyName, type GroupKey } from '#kernel/summary-key.ts'
import { acrossName, defineSummary, distinct, least, ratio, type Summary } from '#kernel/summary.ts'
import type { Database } from '#server/db/database.ts'
import { exportRows } from '#server/engine/export-rows.ts'
import { footersOf } from '#server/engine/footers.ts'
import { handleQuery, type Caller } from '#server/engine/handler.ts'
import { countRows, locateRow, runQuery } from '#server/engine/run-query.ts'
import { handleSummary, regroup, summaryHandlers } from '#server/engine/summary.ts'
import { testDatabase } from '#tests/support/database.ts'
import {
  answered,
  groupsOf,
  keyOf,
  measured,
  periodOf,
  scaled,
} from '#tests/support/summary-model.ts'

const runs = { numRuns: Number(process.env['RUNS'] ?? 60) }

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const quantities = {
  QTY: quantity(label('지시', 'Ordered')),
  DONE_QTY: quantity(label('출하', 'Shipped')),
}
const output = {
  OWNER_CD: code(label('화주', 'Owner')),
  ZONE_CD: code(label('존', 'Zone')),
  STOCK_CD: lookup(label('품목', 'Item'), 'stock', { fills: { STOCK_NM: 'NAME' } }),
  STOCK_NM: text(label('품목명', 'Name')),
  LOT_NO: text(label('로트', 'Lot')),
  UNIT_CD: code(label('단위', 'Unit')),
  DAY_DT: date(label('날', 'Day')),
  POSTED_AT: dateTime(label('때', 'Moment')),
  ...quantities,
  CBM: measure(label('CBM', 'CBM'), 6, { footer: 'SUM' }),
}
const things = defineQuery({
  name: 'test/things',
  title: label('시험', 'Test'),
  menus: ['grid'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: output,
  output,
})

interface Thing {
  readonly [column: string]: string | number | null
}

/** Answers rows that a test makes up, as a table would. */
const answering = (rows: readonly Thing[]) =>
  handleQuery(things, 'v.place', () => {
    const json = JSON.stringify(rows.map((row, place) => ({ ...row, place })))
    return sql`select place, wcode, owner_cd, zone_cd, stock_cd, stock_nm, lot_no, unit_cd,
        day_dt, posted_at, qty, done_qty, cbm
      from jsonb_to_recordset(${json}::jsonb) as r(place int, wcode text, owner_cd text,
        zone_cd text, stock_cd text, stock_nm text, lot_no text, unit_cd text, day_dt date,
        posted_at timestamptz, qty numeric, done_qty numeric, cbm numeric)`
  })

const caller: Caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko',
  today: '20261120',
}
const bound: Caller = { ...caller, scope: { wcode: 'W01', owners: ['B'] } }

const plain: Thing = {
  wcode: 'W01',
  owner_cd: 'A',
  zone_cd: 'Z1',
  stock_cd: 'S1',
  stock_nm: 'S1 name',
  lot_no: 'L1',
  unit_cd: 'EA',
  day_dt: '2026-11-20',
  posted_at: '2026-11-20T10:00:00+09:00',
  qty: 1,
  done_qty: 1,
  cbm: 0.001,
}

/** Days about the ends of months, years and ISO weeks; moments about midnight in Seoul. */
const days = ['2025-12-28', '2025-12-29', '2026-01-01', '2026-01-31', '2026-02-01', '2026-04-01']
const moments = ['2025-12-28T14:59:59Z', '2025-12-28T15:00:00Z', '2026-01-04T23:30:00Z']
const amount = fc
  .tuple(fc.nat(3), fc.integer({ min: 0, max: 999_999_999_999 }))
  .map(([scale, number]) => {
    const digits = String(number).padStart(scale + 1, '0')
    return `${digits.slice(0, digits.length - scale)}${scale ? `.${digits.slice(-scale)}` : ''}`
  })

const thing: fc.Arbitrary<Thing> = fc
  .record({
    wcode: fc.constantFrom('W01', 'W01', 'W01', 'W02'),
    owner_cd: fc.constantFrom('A', 'B', 'C'),
    zone_cd: fc.constantFrom('Z1', 'Z2', null),
    stock_cd: fc.constantFrom('S1', 'S2', 'S3'),
    lot_no: fc.constantFrom('L1', 'L2', '', null),
    day_dt: fc.constantFrom(...days, null),
    posted_at: fc.constantFrom(...moments),
    qty: fc.oneof(amount, fc.constant(null)),
    done_qty: amount,
    cbm: amount,
  })
  .chain((row) =>
    // Most items are counted in pieces whoever owns them.
    fc.constantFrom('EA', 'EA', 'EA', row.stock_cd === 'S3' ? 'KG' : 'EA').map((unit_cd) => ({
      ...row,
      unit_cd,
      stock_nm: `${row.stock_cd} name`,
    })),
  )
const table = fc.array(thing, { maxLength: 25 })

const period = fc.constantFrom<GroupKey['period']>('day', 'week', 'month', 'quarter', 'year')
const key: fc.Arbitrary<GroupKey> = fc.oneof(
  fc
    .constantFrom('OWNER_CD', 'ZONE_CD', 'STOCK_CD', 'LOT_NO', 'UNIT_CD', 'DAY_DT')
    .map((column) => ({
      column,
    })),
  fc.record({ column: fc.constantFrom('DAY_DT', 'POSTED_AT'), period }),
)
const keys = fc.uniqueArray(key, { maxLength: 3, selector: keyName })

const search: fc.Arbitrary<WireRow> = fc.constantFrom<WireRow>(
  {},
  {},
  { ZONE_CD: 'Z1' },
  { STOCK_CD: 'S1,S2', UNIT_CD: 'EA' },
  { DAY_DT: '20260101~20260201' },
  { QTY: '>5' },
)

const everything = {
  sums: ['QTY', 'DONE_QTY', 'CBM'],
  counts: ['*', 'LOT_NO', 'STOCK_CD'],
  least: ['DAY_DT', 'POSTED_AT', 'ZONE_CD'],
  most: ['DAY_DT'],
  ratios: [
    { of: 'DONE_QTY', to: 'QTY' },
    { of: 'CBM', to: 'ROW_COUNT' },
  ],
} as const satisfies Omit<GroupAsked, 'by'>

/** The rows of a group by its keys, as the server answered them. */
function byKeys(rows: readonly WireRow[], { keys: by }: Summary): Map<string, WireRow> {
  const named = rows.map(
    (row) => [JSON.stringify(by.map((one) => row[keyName(one)])), row] as const,
  )
  expect(new Set(named.map(([name]) => name)).size).toBe(rows.length)
  return new Map(named)
}

/** Every measure of a group is what arithmetic makes of its rows. */
function expectMeasures(
  { measures }: Summary,
  answer: WireRow | undefined,
  rows: readonly WireRow[],
  column = (name: string) => name,
): void {
  for (const [name, one] of Object.entries(measures)) {
    const shown = answered(answer?.[column(name)], one)
    expect([name, shown]).toEqual([name, measured(rows, measures, one, 'UNIT_CD')])
  }
}

const askedOf = (rows: readonly Thing[], asked: GroupAsked) => {
  const source = answering(rows)
  return { source, handler: regroup(source, asked), summary: summaryOf(things, asked) }
}

describe('groups of any question', () => {
  test('are what arithmetic makes of the rows that the caller may see', async () => {
    await fc.assert(
      fc.asyncProperty(table, keys, search, fc.boolean(), async (rows, by, searched, isBound) => {
        const who = isBound ? bound : caller
        const { source, handler, summary } = askedOf(rows, { by, ...everything, zeros: false })
        const seen = await runQuery(db, source, who, { search: searched })
        const groups = groupsOf(seen, by)
        if (by.length === 0) groups.set('[]', seen)
        const found = await runQuery(db, handler, who, { search: searched })
        const answers = byKeys(found, summary)
        expect(new Set(answers.keys())).toEqual(new Set(groups.keys()))
        for (const [name, group] of groups) {
          const answer = answers.get(name)
          if (group.length > 0) expectMeasures(summary, answer, group)
          const units = [...new Set(group.map((row) => String(row['UNIT_CD'])))]
            .toSorted()
            .join(',')
          expect(answer?.['UNIT_CD'] ?? '').toBe(units)
          if (!by.some(({ column }) => column === 'STOCK_CD')) continue
          expect(answer?.['STOCK_NM']).toBe(group[0]?.['STOCK_NM'])
        }
        expect(await countRows(db, handler, who, { search: searched })).toBe(found.length)
      }),
      runs,
    )
  })

  test('add up to the source whatever they are grouped by, where nothing else is asked', async () => {
    await fc.assert(
      fc.asyncProperty(table, keys, async (rows, by) => {
        const { source, handler } = askedOf(rows, { by, sums: ['CBM'], zeros: false })
        const total = async (one: typeof handler) => {
          const footers = [{ COLUMN: 'CBM', KIND: 'SUM' as const }]
          return footersOf(db, one, caller, { search: {}, footers })
        }
        expect(await total(handler)).toEqual(await total(source))
      }),
      runs,
    )
  })

  test('periods without rows are zeros, from the first to the last, or as searched', async () => {
    const searches = fc.constantFrom<WireRow>({}, { DAY_DT: '20251201~20260131' })
    const others = fc.uniqueArray(fc.constantFrom('OWNER_CD', 'STOCK_CD'), { maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(table, period, others, searches, async (rows, unit, more, searched) => {
        const by = [...more.map((column) => ({ column })), { column: 'DAY_DT', period: unit }]
        const { source, handler, summary } = askedOf(rows, { by, ...everything, zeros: true })
        const seen = await runQuery(db, source, caller, { search: searched })
        const groups = groupsOf(seen, by)
        const dated = seen
          .flatMap((row) => row['DAY_DT'] ?? [])
          .map(String)
          .toSorted()
        const first = searched['DAY_DT'] ? '20251201' : dated[0]
        const last = searched['DAY_DT'] ? '20260131' : dated.at(-1)
        const combinations = groupsOf(seen, by.slice(0, -1))
        if (more.length === 0) combinations.set('[]', [])
        for (let day = Temporal.PlainDate.from(first ?? '20260101'); first && last;) {
          const text = day.toString().replaceAll('-', '')
          if (text > last) break
          for (const name of combinations.keys()) {
            const parts: unknown[] = JSON.parse(name)
            const whole = JSON.stringify([...parts, periodOf(unit ?? 'day', text)])
            groups.set(whole, groups.get(whole) ?? [])
          }
          day = day.add({ days: 1 })
        }
        const answers = byKeys(await runQuery(db, handler, caller, { search: searched }), summary)
        expect(new Set(answers.keys())).toEqual(new Set(groups.keys()))
        for (const [name, group] of groups) {
          expectMeasures(summary, answers.get(name), group)
          const isNamed = more.includes('STOCK_CD')
          if (isNamed) expect(answers.get(name)?.['STOCK_NM']).toMatch(/^S\d name$/)
        }
      }),
      runs,
    )
  })

  test('compared with another search, each group has what it was and how it differs', async () => {
    const others = fc.constantFrom<WireRow>({ ZONE_CD: 'Z2' }, { DAY_DT: '<20260101' })
    await fc.assert(
      fc.asyncProperty(table, keys, search, others, async (rows, by, searched, other) => {
        const asked = { by, ...everything, zeros: false, compare: { search: other } }
        const { source, handler, summary } = askedOf(rows, asked)
        const now = groupsOf(await runQuery(db, source, caller, { search: searched }), by)
        const before = { ...searched, ...other }
        const then = groupsOf(await runQuery(db, source, caller, { search: before }), by)
        const answers = byKeys(await runQuery(db, handler, caller, { search: searched }), summary)
        const all = new Set([...now.keys(), ...then.keys()])
        if (by.length === 0) all.add('[]')
        expect(new Set(answers.keys())).toEqual(all)
        for (const [name, answer] of answers) {
          expectMeasures(summary, answer, now.get(name) ?? [])
          expectMeasures(summary, answer, then.get(name) ?? [], (one) => `${one}_WAS`)
          const [is, was] = [scaled(answer['CBM']), scaled(answer['CBM_WAS'])]
          expect(scaled(answer['CBM_DIFF'])).toBe((is ?? 0n) - (was ?? 0n))
          expect(answer['CBM_PCT'] === null).toBe(was === 0n)
        }
      }),
      runs,
    )
  })

  test('put side by side by a key, each value is that part of the group and the total stays', async () => {
    const spread = fc.constantFrom<GroupKey>(
      { column: 'ZONE_CD' },
      { column: 'DAY_DT', period: 'month' },
    )
    await fc.assert(
      fc.asyncProperty(table, keys, spread, async (rows, by, across) => {
        const values = across.period ? ['2025-12', '2026-01', '2026-03'] : ['Z1', 'Z2', null]
        const measures = ['QTY', 'ROW_COUNT', 'LOT_NO_COUNT', 'DONE_QTY_PER_QTY']
        const asked = { by, ...everything, zeros: false, across: { key: across, values, measures } }
        const { source, handler, summary } = askedOf(rows, asked)
        const groups = groupsOf(await runQuery(db, source, caller, { search: {} }), by)
        const answers = byKeys(await runQuery(db, handler, caller, { search: {} }), summary)
        for (const [name, group] of groups) {
          const answer = answers.get(name)
          expectMeasures(summary, answer, group)
          for (const [at, value] of values.entries()) {
            const part = group.filter((row) => keyOf(row, across) === value)
            for (const column of measures) {
              const one = summary.measures[column]
              if (!one) throw new Error(column)
              const shown = answered(answer?.[acrossName(column, at)], one)
              const expected = measured(part, summary.measures, one, 'UNIT_CD')
              expect([column, value, shown]).toEqual([column, value, expected])
            }
          }
        }
      }),
      runs,
    )
  })
})

describe('a group', () => {
  const grouped = async (rows: readonly Thing[], asked: GroupAsked, searched: WireRow = {}) =>
    runQuery(db, askedOf(rows, asked).handler, caller, { search: searched })

  test('has ratios of its sums, not the average of the ratios of its rows', async () => {
    const rows = [
      { ...plain, qty: 100, done_qty: 90 },
      { ...plain, qty: 10, done_qty: 1 },
    ]
    const [total] = await grouped(rows, { by: [], ...everything })
    expect(total).toMatchObject({ QTY: 110, DONE_QTY: 91, DONE_QTY_PER_QTY: 82.7 })
  })

  test('counts what is different in it, which does not add up over groups', async () => {
    const rows = [plain, { ...plain, zone_cd: 'Z2' }, { ...plain, zone_cd: 'Z2', lot_no: 'L2' }]
    const asked = { counts: ['LOT_NO'], sums: ['CBM'] }
    const counts = async (by: GroupKey[]) =>
      (await grouped(rows, { by, ...asked })).map((row) => row['LOT_NO_COUNT'])
    expect(await counts([{ column: 'ZONE_CD' }])).toEqual([1, 2])
    expect(await counts([])).toEqual([2])
  })

  test('has no sum of pieces in different units, and says which; other measures stay', async () => {
    const rows = [plain, { ...plain, unit_cd: 'KG' }, { ...plain, zone_cd: 'Z2' }]
    const asked = { by: [{ column: 'ZONE_CD' }], ...everything }
    const [mixed, single] = await grouped(rows, asked)
    const none = { UNIT_CD: 'EA,KG', QTY: null, DONE_QTY_PER_QTY: null, CBM: 0.002 }
    expect(mixed).toMatchObject({ ...none, ROW_COUNT: 2 })
    expect(single).toMatchObject({ UNIT_CD: 'EA', QTY: 1 })
    const footers = [
      { COLUMN: 'QTY', KIND: 'SUM' as const },
      { COLUMN: 'CBM', KIND: 'SUM' as const },
    ]
    const { source, handler } = askedOf(rows, asked)
    for (const one of [source, handler]) {
      expect(await footersOf(db, one, caller, { search: {}, footers })).toEqual([null, '0.003'])
    }
  })

  test('has the name of its key, unless it has several', async () => {
    const rows = [plain, { ...plain, stock_cd: 'S2', stock_nm: 'a' }, { ...plain, stock_cd: 'S2' }]
    const found = await grouped(rows, { by: [{ column: 'STOCK_CD' }] })
    expect(found.map((row) => row['STOCK_NM'])).toEqual(['S1 name', null])
  })

  test('of another year falls into the periods of this one where it is moved', async () => {
    const rows = [
      { ...plain, day_dt: '2026-11-03', qty: 8 },
      { ...plain, day_dt: '2025-11-20', qty: 5 },
    ]
    const compare = {
      search: { DAY_DT: '20251001~20251130' },
      shift: { count: 12, unit: 'month' as const },
    }
    const by = [{ column: 'DAY_DT', period: 'month' as const }]
    const found = await grouped(
      rows,
      { by, sums: ['QTY'], compare },
      { DAY_DT: '20261001~20261130' },
    )
    expect(found).toEqual([
      expect.objectContaining({ DAY_DT_MONTH: '2026-10', QTY: 0, QTY_WAS: 0, QTY_PCT: null }),
      expect.objectContaining({ DAY_DT_MONTH: '2026-11', QTY_WAS: 5, QTY_DIFF: 3, QTY_PCT: 60 }),
    ])
  })

  test('can be filtered, ordered, found, exported and read in windows like any row', async () => {
    const rows = ['Z1', 'Z2', 'Z3', 'Z4'].map((zone_cd, at) => ({ ...plain, zone_cd, qty: at + 1 }))
    const { handler } = askedOf(rows, { by: [{ column: 'ZONE_CD' }], sums: ['QTY'] })
    const filters = [{ COLUMN: 'QTY', OPERATOR: '>', VALUES: [1] }] as const
    const sort = [{ COLUMN: 'QTY', DIRECTION: 'desc' }] as const
    const window = { first: 1, rows: 1 }
    const asked = { search: {}, filters, sort }
    const [second] = await runQuery(db, handler, caller, { ...asked, window })
    expect(second).toMatchObject({ ZONE_CD: 'Z3', QTY: 3 })
    const wanted = { ZONE_CD: 'Z2' }
    expect(await locateRow(db, handler, caller, { ...asked, from: 0, wanted })).toBe(2)
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

  test('is made of the rows that filters of rows let through', async () => {
    const rows = [plain, { ...plain, lot_no: 'L2', qty: 5 }]
    const filters = [{ COLUMN: 'LOT_NO', OPERATOR: '=', VALUES: ['L2'] }] as const
    const handler = regroup(answering(rows), { by: [], sums: ['QTY'] }, filters)
    expect(await runQuery(db, handler, caller, { search: {} })).toMatchObject([{ QTY: 5 }])
  })
})

const byZone = defineSummary(things, {
  name: 'test/by-zone',
  title: label('존별', 'By zone'),
  menus: ['grid'],
  by: ['ZONE_CD'],
  sums: ['QTY', 'DONE_QTY'],
  measures: {
    LOT_COUNT: distinct(quantity(label('로트', 'Lots')), 'OWNER_CD', 'LOT_NO'),
    FILL_RATE: ratio(measure(label('충족률', 'Fill rate'), 1), 'DONE_QTY', 'QTY'),
    FIRST_DT: least(date(label('처음', 'First')), 'DAY_DT'),
  },
  offers: ['OWNER_CD'],
})

describe('a declared summary', () => {
  const rows = [
    { ...plain, qty: 100, done_qty: 90 },
    { ...plain, owner_cd: 'B', qty: 10, done_qty: 1, day_dt: '2026-11-01' },
    { ...plain, zone_cd: 'Z2', qty: 3 },
  ]
  const handler = handleSummary(byZone, answering(rows))
  const ask = async (searched: WireRow, who = caller) =>
    runQuery(db, handler, who, { search: searched })

  test('has the scope, the search and the permission of its source', async () => {
    const { scope, action, past } = byZone
    expect({ scope, action, past }).toEqual({ scope: 'warehouse-owner', action: 'search' })
    expect(await ask({}, bound)).toEqual([
      expect.objectContaining({ ZONE_CD: 'Z1', QTY: 10, FILL_RATE: 10, FIRST_DT: '20261101' }),
    ])
    expect(await ask({}, { ...bound, scope: { wcode: 'W02', owners: null } })).toEqual([])
    expect(await ask({ OWNER_CD: 'A' }, bound)).toEqual([])
  })

  test('is searched by rows before, and by measures after they are grouped', async () => {
    const [whole] = await ask({ ZONE_CD: 'Z1' })
    expect(whole).toMatchObject({ QTY: 110, FILL_RATE: 82.7, LOT_COUNT: 2, FIRST_DT: '20261101' })
    expect(await ask({ QTY: '>100' })).toEqual([whole])
    expect(await ask({ QTY: '>110' })).toEqual([])
    expect(await ask({ OWNER_CD: 'B', FILL_RATE: '<50' })).toMatchObject([{ QTY: 10 }])
  })

  test('is grouped from its source by what it offers, with the same measures', async () => {
    const total = regroup(handler, { by: [] })
    expect(await runQuery(db, total, caller, { search: {} })).toMatchObject([
      { QTY: 113, FILL_RATE: 81.4, LOT_COUNT: 2 },
    ])
    const owners = regroup(handler, { by: [{ column: 'OWNER_CD' }] })
    const found = await runQuery(db, owners, bound, { search: {} })
    expect(found).toMatchObject([{ OWNER_CD: 'B', QTY: 10 }])
  })

  test('is answered by the handler of its source, which must be there', () => {
    const [found] = summaryHandlers([{ byZone, other: 1 }], [answering(rows)])
    expect(found?.operation).toBe(byZone)
    expect(() => summaryHandlers([{ byZone }], [])).toThrow('test/by-zone: its source')
  })

  const values = Array.from({ length: 61 }, (_, at) => `Z${at}`)
  test.each<[string, GroupAsked]>([
    ['a column it does not offer', { by: [{ column: 'STOCK_CD' }] }],
    ['a column there is not', { by: [{ column: 'toString' }] }],
    ['a period of what is no day', { by: [{ column: 'OWNER_CD', period: 'month' }] }],
    ['a measure it does not have', { by: [], sums: ['CBM'] }],
    ['a count of what it does not offer', { by: [], counts: ['LOT_NO'] }],
    ['the least of what it does not offer', { by: [], least: ['LOT_NO'] }],
    ['a ratio of what is no sum', { by: [], ratios: [{ of: 'FIRST_DT', to: 'QTY' }] }],
    ['zeros without a period', { by: [], zeros: true }],
    ['a comparison by a measure', { by: [], compare: { search: { QTY: '>1' } } }],
    ['a comparison by nothing known', { by: [], compare: { search: { AS_OF: '20261101' } } }],
    [
      'a key across that it does not offer',
      { by: [], across: { key: { column: 'LOT_NO' }, values: [], measures: [] } },
    ],
    [
      'more values side by side than fit',
      { by: [], across: { key: { column: 'OWNER_CD' }, values, measures: ['QTY'] } },
    ],
    [
      'a comparison of values side by side',
      {
        by: [],
        across: { key: { column: 'OWNER_CD' }, values: ['A'], measures: ['QTY'] },
        compare: { search: {} },
      },
    ],
  ])('refuses %s in words', (_, asked) => {
    expect(() => regroup(handler, asked)).toThrow(
      expect.objectContaining({ status: 422, code: 'GROUP_INVALID' }),
    )
  })
})
