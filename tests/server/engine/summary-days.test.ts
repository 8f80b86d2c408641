import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integer, measure, quantity, type WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { SummaryError, type GroupKey } from '#kernel/summary-key.ts'
import {
  dayCount,
  defineSummary,
  firstOfSpan,
  lastOfSpan,
  peakOfDay,
  ratio,
  sumColumns,
} from '#kernel/summary.ts'
import type { GroupRequest } from '#kernel/group-request.ts'
import type { Database } from '#server/db/database.ts'
import { runQuery } from '#server/engine/run-query.ts'
import { handleSummary, applyGrouping } from '#server/engine/summary.ts'
import { testDatabase } from '#tests/support/database.ts'
import {
  summaryHandler,
  caller,
  plainThing,
  thingsQuery,
  type Thing,
} from '#tests/support/summary-things.ts'
import { testLabel } from '#tests/support/labels.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const on = 'DAY_DT'
const pieces = quantity(testLabel('Closing'))
const room = measure(label('CBM', 'CBM'), 3, { footer: 'SUM' })

/** QTY is opening stock of a date, DONE_QTY closing stock. */
const stock = defineSummary(thingsQuery, {
  name: 'test/stock',
  title: testLabel('Test'),
  by: ['ZONE_CD'],
  measures: {
    OPEN: firstOfSpan(pieces, 'QTY', on),
    CLOSE: lastOfSpan(pieces, 'DONE_QTY', on),
    ...sumColumns({ CBM: room }, ['CBM']),
    DAYS: dayCount(integer(testLabel('Days')), on),
    AVERAGE: ratio(room, 'CBM', 'DAYS', 1),
    PEAK: peakOfDay(room, 'CBM', on),
  },
  offers: ['STOCK_CD', 'ZONE_CD', 'DAY_DT', 'UNIT_CD'],
})

const stockThing = (
  day_dt: string,
  qty: number,
  done_qty: number,
  extra: Partial<Thing> = {},
): Thing => ({
  ...plainThing,
  day_dt,
  qty,
  done_qty,
  cbm: done_qty / 10,
  ...extra,
})

/** One item in stock all the time, and one that left on November 10. */
const rows: readonly Thing[] = [
  stockThing('2026-10-31', 5, 7),
  stockThing('2026-11-01', 7, 9),
  stockThing('2026-11-09', 9, 4),
  stockThing('2026-11-20', 4, 6),
  stockThing('2026-11-09', 3, 2, { stock_cd: 'S2' }),
  stockThing('2026-11-10', 2, 0, { stock_cd: 'S2' }),
]

async function runSummary(request: Partial<GroupRequest>, search: WireRow, given = rows) {
  const handler = handleSummary(stock, summaryHandler(given))
  const grouped = request.by ? applyGrouping(handler, { by: [], ...request }) : handler
  return runQuery(db, grouped, caller, { search })
}

const span = { DAY_DT: '20261101~20261130' }
const month: GroupKey = { column: on, period: 'month' }

describe('daily stock figures', () => {
  test('daily stock figures use the first and last date searched and do not add up over dates', async () => {
    const [row] = await runSummary({}, { DAY_DT: '20261101~20261120' })
    expect(row).toMatchObject({ OPEN: 7, CLOSE: 6, CBM: 2.1, DAYS: 20, AVERAGE: 0.105 })
  })

  test('daily stock figures add up over stock on the same date', async () => {
    const search = { DAY_DT: '20261109' }
    const [both] = await runSummary({ by: [] }, search)
    expect(both).toMatchObject({ OPEN: 12, CLOSE: 6, PEAK: 0.6, DAYS: 1 })
    const each = await runSummary({ by: [{ column: 'STOCK_CD' }] }, search)
    expect(each.map((row) => [row['STOCK_CD'], row['OPEN'], row['CLOSE']])).toEqual([
      ['S1', 9, 4],
      ['S2', 3, 2],
    ])
  })

  test('daily stock figures drop to zero if the stock left before the last date', async () => {
    const each = await runSummary({ by: [{ column: 'STOCK_CD' }] }, { DAY_DT: '20261109~20261120' })
    expect(each.map((row) => [row['STOCK_CD'], row['OPEN'], row['CLOSE']])).toEqual([
      ['S1', 9, 6],
      ['S2', 3, 0],
    ])
  })

  test('daily stock figures end today if the search extends into the future', async () => {
    const [row] = await runSummary({}, span)
    expect(row).toMatchObject({ OPEN: 7, CLOSE: 6, DAYS: 20 })
    const [open] = await runSummary({}, { DAY_DT: '>=20261101' })
    expect(open).toMatchObject({ OPEN: 7, CLOSE: 6, DAYS: 20 })
  })

  test('daily stock figures use the first and last date of each period within the search', async () => {
    const search = { DAY_DT: '20261031~20261120' }
    const months = await runSummary({ by: [month] }, search)
    const shown = months.map((row) => [row['DAY_DT_MONTH'], row['OPEN'], row['CLOSE'], row['DAYS']])
    expect(shown).toEqual([
      ['2026-10', 5, 7, 1],
      ['2026-11', 7, 6, 20],
    ])
    const days = await runSummary({ by: [{ column: on }], zeros: false }, search)
    expect(days.map((row) => [row['DAY_DT'], row['OPEN'], row['CLOSE']])).toContainEqual([
      '20261109',
      12,
      6,
    ])
  })

  test('daily stock figures show zero on dates without rows, up to today', async () => {
    const days = await runSummary(
      { by: [{ column: on, period: 'day' }] },
      { DAY_DT: '20261118~20261130' },
    )
    expect(days.map((row) => [row['DAY_DT_DAY'], row['CLOSE']])).toEqual([
      ['20261118', 0],
      ['20261119', 0],
      ['20261120', 6],
    ])
  })

  test('daily stock figures show the highest total of a single date, not the sum of the highest values', async () => {
    const given = [
      stockThing('2026-11-01', 0, 10),
      stockThing('2026-11-02', 0, 1),
      stockThing('2026-11-01', 0, 1, { stock_cd: 'S2' }),
      stockThing('2026-11-02', 0, 30, { stock_cd: 'S2' }),
    ]
    expect(await runSummary({}, span, given)).toMatchObject([{ PEAK: 3.1 }])
    const each = await runSummary({ by: [{ column: 'STOCK_CD' }] }, span, given)
    expect(each.map((row) => row['PEAK'])).toEqual([1, 3])
  })

  test('daily stock figures do not add up across different units, between rows or within a row', async () => {
    const given = [
      stockThing('2026-11-01', 1, 1),
      stockThing('2026-11-20', 1, 1, { unit_cd: 'KG', stock_cd: 'S2' }),
    ]
    expect(await runSummary({}, span, given)).toMatchObject([
      { UNIT_CD: 'EA,KG', OPEN: null, CLOSE: null, CBM: 0.2 },
    ])
    const sums = [
      stockThing('2026-11-20', 1, 1, { unit_cd: 'EA,KG' }),
      stockThing('2026-11-20', 1, 1),
    ]
    expect(await runSummary({}, span, sums)).toMatchObject([{ UNIT_CD: 'EA,KG', CLOSE: null }])
  })

  test('daily stock figures compare with another period, each with its first and last date', async () => {
    const request = {
      by: [{ column: 'ZONE_CD' }],
      compare: { search: { DAY_DT: '20261031' } },
    }
    expect(await runSummary(request, { DAY_DT: '20261101~20261120' })).toMatchObject([
      { OPEN: 7, OPEN_WAS: 5, CLOSE: 6, CLOSE_WAS: 7, CLOSE_DIFF: -1, DAYS_WAS: 1 },
    ])
    const moved = {
      by: [month],
      zeros: false,
      compare: { search: { DAY_DT: '20261031' }, shift: { count: 1, unit: 'month' as const } },
    }
    expect(await runSummary(moved, { DAY_DT: '20261101~20261120' })).toMatchObject([
      { DAY_DT_MONTH: '2026-11', CLOSE: 6, CLOSE_WAS: 7 },
    ])
  })

  test('daily stock figures compare each date with its matching date', async () => {
    const given = [stockThing('2026-10-03', 1, 2), stockThing('2026-11-03', 3, 4)]
    const request = {
      by: [{ column: 'DAY_DT' }],
      compare: {
        search: { DAY_DT: '20261001~20261031' },
        shift: { count: 1, unit: 'month' as const },
      },
    }
    expect(await runSummary(request, { DAY_DT: '20261101~20261130' }, given)).toMatchObject([
      { DAY_DT: '20261103', CLOSE: 4, CLOSE_WAS: 2 },
    ])
  })

  test('daily stock figures treat several dates matched with one date as a period, not as a sum', async () => {
    const given = [30, 31].map((day) => stockThing(`2026-10-${day}`, day, day + 1))
    const moved = {
      by: [{ column: 'DAY_DT', period: 'day' as const }],
      zeros: false,
      compare: {
        search: { DAY_DT: '20261001~20261031' },
        shift: { count: 1, unit: 'month' as const },
      },
    }
    expect(await runSummary(moved, { DAY_DT: '20261101~20261130' }, given)).toMatchObject([
      { DAY_DT_DAY: '20261130', OPEN_WAS: 30, CLOSE_WAS: 32 },
    ])
  })

  test('daily stock figures require a continuous date range', async () => {
    await expect(runSummary({}, { DAY_DT: '20261101,20261103' })).rejects.toMatchObject({
      code: 'SEARCH_INVALID',
    })
  })

  test('daily stock figures have no total across dates, but one across stock on the same date', () => {
    const byDay = applyGrouping(handleSummary(stock, summaryHandler(rows)), {
      by: [{ column: on }],
    })
    const getFooters = (output: typeof stock.output) =>
      ['OPEN', 'CBM', 'PEAK'].map((name) => output[name]?.footer)
    expect(getFooters(stock.output)).toEqual(['SUM', 'SUM', undefined])
    expect(getFooters(byDay.operation.output)).toEqual([undefined, 'SUM', undefined])
  })

  test('daily stock figures require a date column', () => {
    expect(() =>
      defineSummary(thingsQuery, {
        name: 'test/none',
        title: testLabel('Test'),
        by: [],
        measures: { OPEN: firstOfSpan(pieces, 'QTY', 'ZONE_CD') },
      }),
    ).toThrow(SummaryError)
  })
})
