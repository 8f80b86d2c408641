import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integer, type WireRow } from '#kernel/field.ts'
import { keyName, type GroupKey } from '#kernel/summary-key.ts'
import { acrossName, defineSummary, distinct, type Summary } from '#kernel/summary.ts'
import type { Database } from '#server/db/database.ts'
import { computeFooters } from '#server/engine/footers.ts'
import { countRows, runQuery } from '#server/engine/run-query.ts'
import { handleSummary } from '#server/engine/summary.ts'
import { testDatabase } from '#tests/support/database.ts'
import {
  toComparable,
  groupRows,
  getKeyValue,
  expectedMeasure,
  getPeriod,
  toUnits,
} from '#tests/support/summary-model.ts'
import {
  summaryHandler,
  requestFor,
  ownerCaller,
  caller,
  fullRequest,
  thingsQuery,
  type Thing,
} from '#tests/support/summary-things.ts'
import { testLabel } from '#tests/support/labels.ts'

const runs = { numRuns: Number(process.env['RUNS'] ?? 60) }

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

/** Dates around the ends of months, years and ISO weeks, and times around midnight in Seoul. */
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
    // Most items are counted in pieces, regardless of owner.
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

function indexByKeys(rows: readonly WireRow[], { keys: by }: Summary): Map<string, WireRow> {
  const named = rows.map(
    (row) => [JSON.stringify(by.map((one) => row[keyName(one)])), row] as const,
  )
  expect(new Set(named.map(([name]) => name)).size).toBe(rows.length)
  return new Map(named)
}

function expectMeasures(
  { measures }: Summary,
  answer: WireRow | undefined,
  rows: readonly WireRow[],
  column = (name: string) => name,
): void {
  for (const [name, measure] of Object.entries(measures)) {
    const shown = toComparable(answer?.[column(name)], measure)
    expect([name, shown]).toEqual([name, expectedMeasure(rows, measures, measure, 'UNIT_CD')])
  }
}

describe('groups of any query', () => {
  test('groups of any query match the totals calculated from the rows visible to the caller', async () => {
    await fc.assert(
      fc.asyncProperty(table, keys, search, fc.boolean(), async (rows, by, searched, isBound) => {
        const who = isBound ? ownerCaller : caller
        const { source, handler, summary } = requestFor(rows, { by, ...fullRequest, zeros: false })
        const seen = await runQuery(db, source, who, { search: searched })
        const groups = groupRows(seen, by)
        if (by.length === 0) groups.set('[]', seen)
        const found = await runQuery(db, handler, who, { search: searched })
        const answers = indexByKeys(found, summary)
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

  test('groups of any query do not change if a subquery counts distinct values, with or without keys', async () => {
    const lowCardinalityColumns = ['OWNER_CD', 'ZONE_CD', 'STOCK_CD', 'LOT_NO', 'UNIT_CD', 'DAY_DT']
    const counted = { ...fullRequest, zeros: false, ratios: [{ of: 'DONE_QTY', to: 'QTY' }] }
    await fc.assert(
      fc.asyncProperty(table, keys, search, fc.boolean(), async (rows, by, searched, isBound) => {
        const who = isBound ? ownerCaller : caller
        const { handler } = requestFor(rows, { by, ...counted })
        const { handler: apart } = requestFor(rows, { by, ...counted }, { lowCardinalityColumns })
        expect(apart.select({ ...who, search: {} }).sql).toContain('select distinct')
        const found = await runQuery(db, apart, who, { search: searched })
        expect(found).toEqual(await runQuery(db, handler, who, { search: searched }))
      }),
      runs,
    )
  })

  test('groups of any query do not change when read in windows from any start', async () => {
    const named = fc.constantFrom('OWNER_CD', 'STOCK_CD', 'LOT_NO')
    const counted = { ...fullRequest, zeros: false }
    await fc.assert(
      fc.asyncProperty(
        table,
        keys,
        named,
        search,
        fc.nat(4),
        async (rows, extra, one, searched, first) => {
          const by = [{ column: one }, ...extra.filter(({ column }) => column !== one)]
          const { handler } = requestFor(rows, { by, ...counted })
          const { handler: windowed } = requestFor(
            rows,
            { by, ...counted },
            { indexedColumns: [one] },
          )
          const window = { first, rows: 3 }
          expect(windowed.window?.({ ...ownerCaller, search: {} }, window)?.sql).toContain(
            'page as materialized',
          )
          const all = await runQuery(db, handler, ownerCaller, { search: searched })
          const found = await runQuery(db, windowed, ownerCaller, { search: searched, window })
          expect(found).toEqual(all.slice(first, first + 3))
        },
      ),
      runs,
    )
  })

  test('groups of any query do not change when searched by a measure and read window by window', async () => {
    const summary = defineSummary(thingsQuery, {
      name: 'test/measured',
      title: testLabel('Test'),
      by: ['OWNER_CD', 'STOCK_CD', 'LOT_NO'],
      sums: ['QTY', 'DONE_QTY', 'CBM'],
      measures: { LOT_COUNT: distinct(integer(testLabel('Lots')), 'LOT_NO') },
    })
    const measured = fc.constantFrom<WireRow>(
      { CBM: '<100000000000' },
      { CBM: '>1000000000', LOT_COUNT: '1' },
      { DONE_QTY: '<1000000000' },
    )
    await fc.assert(
      fc.asyncProperty(table, measured, fc.nat(4), async (rows, large, first) => {
        const whole = handleSummary(summary, summaryHandler(rows))
        const windowed = handleSummary(summary, {
          ...summaryHandler(rows),
          indexedColumns: ['OWNER_CD'],
        })
        const window = { first, rows: 3 }
        const request = { search: large, window }
        expect(windowed.window?.({ ...caller, search: large }, window)?.sql).toContain(
          'page as materialized',
        )
        const all = await runQuery(db, whole, caller, { search: large })
        expect(await runQuery(db, windowed, caller, request)).toEqual(all.slice(first, first + 3))
      }),
      runs,
    )
  })

  test('groups of any query add up to the total of the source for any grouping', async () => {
    await fc.assert(
      fc.asyncProperty(table, keys, async (rows, by) => {
        const { source, handler } = requestFor(rows, { by, sums: ['CBM'], zeros: false })
        const total = async (one: typeof handler) => {
          const footers = [{ COLUMN: 'CBM', KIND: 'SUM' as const }]
          return computeFooters(db, one, caller, { search: {}, footers })
        }
        expect(await total(handler)).toEqual(await total(source))
      }),
      runs,
    )
  })

  test('periods without rows are zero, from first to last or as searched', async () => {
    const searches = fc.constantFrom<WireRow>({}, { DAY_DT: '20251201~20260131' })
    const others = fc.uniqueArray(fc.constantFrom('OWNER_CD', 'STOCK_CD'), { maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(table, period, others, searches, async (rows, unit, extra, searched) => {
        const by = [...extra.map((column) => ({ column })), { column: 'DAY_DT', period: unit }]
        const { source, handler, summary } = requestFor(rows, { by, ...fullRequest, zeros: true })
        const seen = await runQuery(db, source, caller, { search: searched })
        const groups = groupRows(seen, by)
        const dated = seen
          .flatMap((row) => row['DAY_DT'] ?? [])
          .map(String)
          .toSorted()
        const first = searched['DAY_DT'] ? '20251201' : dated[0]
        const last = searched['DAY_DT'] ? '20260131' : dated.at(-1)
        const combinations = groupRows(seen, by.slice(0, -1))
        if (extra.length === 0) combinations.set('[]', [])
        for (let day = Temporal.PlainDate.from(first ?? '20260101'); first && last;) {
          const text = day.toString().replaceAll('-', '')
          if (text > last) break
          for (const name of combinations.keys()) {
            const parts: unknown[] = JSON.parse(name)
            const whole = JSON.stringify([...parts, getPeriod(unit ?? 'day', text)])
            groups.set(whole, groups.get(whole) ?? [])
          }
          day = day.add({ days: 1 })
        }
        const answers = indexByKeys(
          await runQuery(db, handler, caller, { search: searched }),
          summary,
        )
        expect(new Set(answers.keys())).toEqual(new Set(groups.keys()))
        for (const [name, group] of groups) {
          expectMeasures(summary, answers.get(name), group)
          const isNamed = extra.includes('STOCK_CD')
          if (isNamed) expect(answers.get(name)?.['STOCK_NM']).toMatch(/^S\d name$/)
        }
      }),
      runs,
    )
  })

  test('a comparison gives each group its previous value and the difference', async () => {
    const others = fc.constantFrom<WireRow>({ ZONE_CD: 'Z2' }, { DAY_DT: '<20260101' })
    await fc.assert(
      fc.asyncProperty(table, keys, search, others, async (rows, by, searched, other) => {
        const request = { by, ...fullRequest, zeros: false, compare: { search: other } }
        const { source, handler, summary } = requestFor(rows, request)
        const now = groupRows(await runQuery(db, source, caller, { search: searched }), by)
        const before = { ...searched, ...other }
        const then = groupRows(await runQuery(db, source, caller, { search: before }), by)
        const answers = indexByKeys(
          await runQuery(db, handler, caller, { search: searched }),
          summary,
        )
        const all = new Set([...now.keys(), ...then.keys()])
        if (by.length === 0) all.add('[]')
        expect(new Set(answers.keys())).toEqual(all)
        for (const [name, answer] of answers) {
          expectMeasures(summary, answer, now.get(name) ?? [])
          expectMeasures(summary, answer, then.get(name) ?? [], (one) => `${one}_WAS`)
          const [is, was] = [toUnits(answer['CBM']), toUnits(answer['CBM_WAS'])]
          expect(toUnits(answer['CBM_DIFF'])).toBe((is ?? 0n) - (was ?? 0n))
          expect(answer['CBM_PCT'] === null).toBe(was === 0n)
        }
      }),
      runs,
    )
  })

  test('values spread across columns match their part of the group, and totals stay unchanged', async () => {
    const spread = fc.constantFrom<GroupKey>(
      { column: 'ZONE_CD' },
      { column: 'DAY_DT', period: 'month' },
    )
    await fc.assert(
      fc.asyncProperty(table, keys, spread, async (rows, by, across) => {
        const values = across.period ? ['2025-12', '2026-01', '2026-03'] : ['Z1', 'Z2', null]
        const measures = ['QTY', 'ROW_COUNT', 'LOT_NO_COUNT', 'DONE_QTY_PER_QTY']
        const request = {
          by,
          ...fullRequest,
          zeros: false,
          across: { key: across, values, measures },
        }
        const { source, handler, summary } = requestFor(rows, request)
        const groups = groupRows(await runQuery(db, source, caller, { search: {} }), by)
        const answers = indexByKeys(await runQuery(db, handler, caller, { search: {} }), summary)
        for (const [name, group] of groups) {
          const answer = answers.get(name)
          expectMeasures(summary, answer, group)
          for (const [index, value] of values.entries()) {
            const part = group.filter((row) => getKeyValue(row, across) === value)
            for (const column of measures) {
              const measure = summary.measures[column]
              if (!measure) throw new Error(column)
              const shown = toComparable(answer?.[acrossName(column, index)], measure)
              const expected = expectedMeasure(part, summary.measures, measure, 'UNIT_CD')
              expect([column, value, shown]).toEqual([column, value, expected])
            }
          }
        }
      }),
      runs,
    )
  })
})
