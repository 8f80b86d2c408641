// @vitest-environment jsdom
import { expect, test } from 'vitest'
import {
  code,
  date,
  dateTime,
  integer,
  quantity,
  select,
  text,
  type Fields,
  type WireRow,
} from '#kernel/field.ts'
import { resolveColumns, type ChartPart } from '#kernel/screen.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { previousPeriod } from '#ui/page/panes/previous-period.ts'
import { chartRows } from '#ui/page/panes/chart-rows.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'
import { testLabel, columnLabels } from '#tests/support/labels.ts'

const fields = {
  STOCK_CD: code(testLabel('Item')),
  STOCK_NM: text(columnLabels.STOCK_NM),
  CONDITION_CD: select(columnLabels.CONDITION_CD, 'stock-condition'),
  DAY_DT: date(testLabel('Day')),
  HOUR_CD: code(testLabel('Hour')),
  USER_ID: text(columnLabels.USER_ID),
  UNIT_CD: code(columnLabels.UNIT_CD),
  PLAN_QTY: quantity(columnLabels.EXPECTED_QTY),
  QTY: quantity(columnLabels.RECEIVE_QTY),
  LATE: integer(testLabel('Late')),
} satisfies Fields

type Row = Partial<Record<keyof typeof fields, string | number | null>>

function drawChart(chart: ChartPart, rows: readonly Row[], today = '20260910') {
  const columns = resolveColumns('Test', fields, Object.keys(fields))
  const grid = new GridModel({ columns: gridColumns(columns, false) })
  grid.setData(rows.map((row) => ({ ...row })))
  return { grid, rows: chartRows({ grid, chart, columns, unit: 'UNIT_CD', today }) }
}

test('bars are sorted, and those beyond thirty are combined with all their rows', () => {
  const created = Array.from({ length: 40 }, (_, index) => ({ STOCK_CD: `S${index}`, QTY: index }))
  const { rows } = drawChart({ kind: 'bars', x: 'STOCK_CD', y: 'QTY' }, created)
  const { marks } = rows.data
  expect(marks).toHaveLength(31)
  expect(marks.slice(0, 2).map(({ name }) => name)).toEqual(['S39', 'S38'])
  expect(marks[30]).toMatchObject({ name: '기타 10', values: [45], isRest: true })
  expect(rows.rowsOf(30)).toHaveLength(10)
  expect(rows.placeOf(39)).toEqual({ mark: 0, series: 0 })
  expect(rows.placeOf(3)).toEqual({ mark: 30, series: 0 })
})

test('a calendar includes every date of its months, even dates without rows', () => {
  const created = [
    { DAY_DT: '20260805', QTY: 2 },
    { DAY_DT: '20260805', QTY: 3 },
  ]
  const { rows } = drawChart({ kind: 'calendar', x: 'DAY_DT', y: 'QTY' }, created)
  const { marks } = rows.data
  expect([marks[0]?.date, marks.at(-1)?.date]).toEqual(['20260801', '20261031'])
  expect(marks).toHaveLength(31 + 30 + 31)
  expect(marks[4]).toMatchObject({ date: '20260805', values: [5] })
  expect(rows.rowsOf(4)).toEqual([0, 1])
  expect(rows.rowsOf(5)).toEqual([])
})

test('a bar is named by the last of its name columns that has a value', () => {
  const created = [
    { STOCK_NM: 'Ash', STOCK_CD: null, QTY: 2 },
    { STOCK_NM: 'Birch', STOCK_CD: 'B', QTY: 1 },
  ]
  const { rows } = drawChart({ kind: 'bars', x: ['STOCK_NM', 'STOCK_CD'], y: 'QTY' }, created)
  expect(rows.data.marks).toMatchObject([
    { name: 'Ash', title: 'Ash' },
    { name: 'B', title: 'Birch B' },
  ])
})

test('rows of one item become parts of its bar, and each row maps to its part', () => {
  const created = [
    { STOCK_CD: 'A', STOCK_NM: 'Ash', CONDITION_CD: 'HELD', QTY: 5, UNIT_CD: 'EA' },
    { STOCK_CD: 'B', STOCK_NM: 'Birch', CONDITION_CD: 'NORMAL', QTY: 20, UNIT_CD: 'EA' },
    { STOCK_CD: 'A', STOCK_NM: 'Ash', CONDITION_CD: 'NORMAL', QTY: 30, UNIT_CD: 'EA' },
  ]
  const chart: ChartPart = {
    kind: 'bars',
    x: ['STOCK_NM', 'STOCK_CD'],
    y: 'QTY',
    split: 'CONDITION_CD',
  }
  const { rows } = drawChart(chart, created)
  expect(rows.data.unit).toBe('EA')
  expect(rows.data.series).toEqual(['HELD', 'NORMAL'])
  expect(rows.data.marks).toMatchObject([
    { name: 'A', title: 'Ash A', values: [5, 30] },
    { name: 'B', values: [null, 20] },
  ])
  expect(rows.rowsOf(0, 1)).toEqual([2])
  expect(rows.rowsOf(0)).toEqual([0, 2])
  expect(rows.placeOf(2)).toEqual({ mark: 0, series: 1 })
})

test('the total of bars with several units has no unit', () => {
  const created = [
    { STOCK_CD: 'A', QTY: 5, UNIT_CD: 'EA' },
    { STOCK_CD: 'B', QTY: 2, UNIT_CD: 'KG' },
  ]
  expect(drawChart({ kind: 'bars', x: 'STOCK_CD', y: 'QTY' }, created).rows.data.unit).toBe('')
})

const plan: ChartPart = {
  kind: 'plan',
  x: 'DAY_DT',
  y: 'QTY',
  against: 'PLAN_QTY',
  warnBelow: 88,
  facts: ['LATE'],
}

test('only past dates can be marked as below the target', () => {
  const dayRow = (DAY_DT: string, QTY: number, LATE = 0) => ({ DAY_DT, QTY, PLAN_QTY: 100, LATE })
  const { rows } = drawChart(plan, [
    dayRow('20260903', 87, 2),
    dayRow('20260904', 88),
    dayRow('20260910', 10),
    dayRow('20260911', 0),
  ])
  expect(rows.data.marks.map(({ isLow }) => isLow === true)).toEqual([true, false, false, false])
  expect(rows.data.marks[0]).toMatchObject({
    name: '3',
    title: '9월 3일',
    note: '목',
    share: 87,
    facts: ['Late 2'],
  })
  expect(rows.data.lowTitle).toBe('88 % 미만')
})

test('dates of two months include the month, and a date without a plan has no share', () => {
  const { rows } = drawChart(plan, [
    { DAY_DT: '20260831', QTY: 0, PLAN_QTY: 0 },
    { DAY_DT: '20260901', QTY: 1, PLAN_QTY: 1 },
  ])
  expect(rows.data.marks.map(({ name }) => name)).toEqual(['8/31', '9/1'])
  expect(rows.data.marks[0]?.share).toBeUndefined()
})

test('hours without rows are included if they are between hours with work', () => {
  const created = [
    { HOUR_CD: '11', USER_ID: 'Lee', QTY: 2 },
    { HOUR_CD: '08', USER_ID: 'Kim', QTY: 1 },
  ]
  const { rows } = drawChart({ kind: 'heat', x: 'HOUR_CD', y: 'QTY', split: 'USER_ID' }, created)
  expect(rows.data.marks.map(({ name }) => name)).toEqual(['08', '09', '10', '11'])
  expect(rows.data.series).toEqual(['Kim', 'Lee'])
  expect(rows.data.marks[1]).toMatchObject({ title: 'Hour 09', values: [null, null] })
  expect(rows.rowsOf(1)).toEqual([])
  expect(rows.placeOf(0)).toEqual({ mark: 3, series: 1 })
})

const days = { DAY_DT: fields.DAY_DT }

test.each([
  ['20260901~20260930', '20260801~20260831', { count: 1, unit: 'month' }],
  ['20260301~20260315', '20260201~20260215', { count: 1, unit: 'month' }],
  ['20260701~20260930', '20260401~20260630', { count: 3, unit: 'month' }],
  ['20260907~20260913', '20260831~20260906', { count: 7, unit: 'day' }],
  ['20260910', '20260909~20260909', { count: 1, unit: 'day' }],
])('the previous period of %s is %s', (request, before, shift) => {
  expect(previousPeriod(days, { DAY_DT: request }, '20260910')).toMatchObject({
    search: { DAY_DT: before },
    shift,
  })
})

test('an open period has no previous one, and a point in time moves back a month', () => {
  expect(previousPeriod(days, { DAY_DT: '>=20260901' }, '20260910')).toBeUndefined()
  const past = { AS_OF: dateTime(testLabel('As of')) }
  const monthBefore = (answered: WireRow) => previousPeriod(past, answered, '20260910')?.search
  expect(monthBefore({})).toEqual({ AS_OF: '20260810235959' })
  // A date means its first second.
  expect(monthBefore({ AS_OF: '20260901' })).toEqual({ AS_OF: '20260801' })
  expect(monthBefore({ AS_OF: '20260903120000' })).toEqual({ AS_OF: '20260803120000' })
})
