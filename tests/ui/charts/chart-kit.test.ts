// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { addDays } from '#kernel/calendar.ts'
import { findMarkByText, moveCursor } from '#ui/charts/chart-cursor.ts'
import { describeMark, type ChartData } from '#ui/charts/chart-data.ts'
import { paretoShares, buildScene, turningPoints } from '#ui/charts/layout.ts'
import type { Paint } from '#ui/charts/scene-canvas.ts'
import { renderSvg } from '#ui/charts/render-svg.ts'
import { inks, markAt, seriesStyle, MAX_SVG_MARKS, type Scene } from '#ui/charts/scene.ts'
import { TypedPrefix } from '#ui/charts/typed-prefix.ts'

const size = { width: 1000, height: 260 }
const getChart = (parts: Partial<ChartData>): ChartData => ({
  kind: 'bars',
  title: 'Stock',
  unit: 'EA',
  series: ['Stock'],
  marks: [],
  ...parts,
})
const makeBars = (...values: readonly number[]): ChartData['marks'] =>
  values.map((value, index) => ({
    name: `S${index}`,
    title: `Item ${index}`,
    values: [value],
    facts: [],
  }))

const receipts = getChart({
  kind: 'plan',
  series: ['Received', 'Expected'],
  marks: Array.from({ length: 30 }, (_, index) => ({
    name: String(index + 1),
    title: `Sep ${index + 1}`,
    values: [1240, 1300],
    share: (1240 / 1300) * 100,
    facts: [],
  })),
})

test('a mark is announced with its values and position', () => {
  expect(describeMark(receipts, { mark: 2, series: 0 })).toBe(
    'Sep 3, Received 1,240, Expected 1,300, 95 %, 30개 중 3번째',
  )
  expect(describeMark(receipts, { mark: 2, series: 1 })).toMatch(
    /^Sep 3, Expected 1,300, Received 1,240/,
  )
})

test('a line with more points than pixels keeps the extremes of each pixel', () => {
  const values = Array.from({ length: 1000 }, (_, index) => (index * 37) % 211)
  const marks = makeBars(...values)
  expect(turningPoints(marks, 0, 2)).toHaveLength(1000)
  const kept = turningPoints(marks, 0, 0.1)
  expect(kept.length).toBeLessThanOrEqual(200)
  expect(kept).toEqual(kept.toSorted((a, b) => a - b))
  for (let column = 0; column < 100; column += 1) {
    const inColumn = values.slice(column * 10, column * 10 + 10)
    const drawn = kept.filter((at) => Math.floor(at / 10) === column).map((at) => values[at] ?? 0)
    expect([Math.min(...drawn), Math.max(...drawn)], String(column)).toEqual([
      Math.min(...inColumn),
      Math.max(...inColumn),
    ])
  }
  const broken = marks.map((mark, index) =>
    index >= 500 && index < 510 ? { ...mark, values: [null] } : mark,
  )
  expect(turningPoints(broken, 0, 0.1)).toContain(500)
})

test('the previous value is announced with its change', () => {
  const [first] = makeBars(110)
  if (!first) throw new Error('no mark')
  const data = getChart({ marks: [{ ...first, previousValue: 100 }], previousTitle: 'before' })
  expect(describeMark(data, { mark: 0, series: 0 })).toContain('before 100, +10 %')
})

test('cursor steps remain within the chart, and a page step is a tenth of the chart', () => {
  const moveFrom = (step: Parameters<typeof moveCursor>[2], mark: number, series = 0) =>
    moveCursor(receipts, { mark, series }, step)
  expect(moveFrom('next', 28)).toEqual({ mark: 29, series: 0 })
  expect(moveFrom('next', 29)).toEqual({ mark: 29, series: 0 })
  expect(moveFrom('previous', 0)).toEqual({ mark: 0, series: 0 })
  expect(moveFrom('next-series', 3)).toEqual({ mark: 3, series: 1 })
  expect(moveFrom('next-series', 3, 1)).toEqual({ mark: 3, series: 1 })
  expect(moveFrom('last', 3, 1)).toEqual({ mark: 29, series: 1 })
  expect(moveFrom('first', 3)).toEqual({ mark: 0, series: 0 })
  expect(moveFrom('tenth-on', 3)).toEqual({ mark: 6, series: 0 })
  expect(moveFrom('tenth-back', 1)).toEqual({ mark: 0, series: 0 })
})

test('typed text matches names first, then titles, then values', () => {
  expect(findMarkByText(receipts, '3', 0)).toBe(2)
  expect(findMarkByText(receipts, '30', 0)).toBe(29)
  expect(findMarkByText(receipts, 'Sep 12', 0)).toBe(11)
  const data = getChart({ marks: makeBars(500, 1240, 70) })
  expect(findMarkByText(data, '1,240', 0)).toBe(1)
  expect(findMarkByText(data, 'nowhere', 0)).toBe(-1)
})

test('keys typed in quick succession form one text, and a pause starts a new one', () => {
  const typed = new TypedPrefix()
  const keyPress = (name: string, timeStamp: number) => ({
    key: name,
    timeStamp,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
  })
  expect(typed.add(keyPress('1', 0))).toBe('1')
  expect(typed.add(keyPress('2', 300))).toBe('12')
  expect(typed.add(keyPress('7', 5000))).toBe('7')
  expect(typed.add(keyPress('ArrowLeft', 5100))).toBeUndefined()
  expect(typed.add({ ...keyPress('e', 5200), ctrlKey: true })).toBeUndefined()
})

test('Pareto items are in class A up to 80 percent, then B up to 95, then C', () => {
  expect(paretoShares([70, 20, 5, 4, 1]).map((paretoShare) => paretoShare.class)).toEqual([
    0, 0, 1, 2, 2,
  ])
  expect(paretoShares([70, 20, 5, 4, 1]).map(({ share }) => share)).toEqual([70, 90, 95, 99, 100])
  expect(paretoShares([100]).map((paretoShare) => paretoShare.class)).toEqual([0])
  expect(paretoShares([0, 0]).map(({ share }) => share)).toEqual([0, 0])
})

const markBoxes = (scene: Scene) =>
  scene.marks.map(({ mark, series, y, height }) => ({ mark, series, y, height }))

test('parts of a bar are stacked and differ in colour and pattern', () => {
  const marks = [{ name: 'A', title: 'A', values: [60, 40, null], facts: [] }]
  const scene = buildScene(getChart({ series: ['fine', 'held', 'torn'], marks }), size)
  const [normal, held, none] = markBoxes(scene)
  expect(none?.height).toBe(1)
  expect(scene.marks[2]?.shapes).toEqual([])
  expect((held?.y ?? 0) + (held?.height ?? 0)).toBeCloseTo(normal?.y ?? 0)
  expect((normal?.height ?? 0) / (held?.height ?? 1)).toBeCloseTo(1.5)
  const looks = [0, 1, 2, 3, 4].map(seriesStyle)
  expect(new Set(looks.map(({ ink }) => ink)).size).toBe(5)
  expect(new Set(looks.map(({ pattern }) => pattern)).size).toBe(5)
})

test('the combined bar does not flatten the others and shows its total', () => {
  const rest = { name: '그 밖 900', title: '그 밖 900', values: [90_000], facts: [], isRest: true }
  const scene = buildScene(getChart({ marks: [...makeBars(100, 50), rest] }), size)
  const [first, , last] = scene.marks
  expect(first?.height).toBeGreaterThan(100)
  expect(last?.height).toBeLessThan(size.height)
  expect(scene.overlay).toContainEqual(expect.objectContaining({ kind: 'text', text: '90,000' }))
})

test('received is filled, expected is outlined, and a shortfall is hatched', () => {
  const marks = [{ name: '1', title: '1', values: [50, 100], facts: [], isLow: true }]
  const scene = buildScene(
    getChart({ kind: 'plan', series: ['Received', 'Expected'], marks }),
    size,
  )
  const [planned, actual] = scene.marks
  expect(planned?.shapes[0]).toMatchObject({ isOutline: true })
  expect(actual?.shapes[0]).toMatchObject({ ink: 'low', pattern: 'hatch' })
  expect(planned && actual && planned.x < actual.x && planned.width > actual.width).toBe(true)
  expect((planned?.height ?? 0) / (actual?.height ?? 1)).toBeCloseTo(2, 0)
})

test('an empty cell of a heat map can be reached and is drawn faint', () => {
  const marks = [
    { name: '08', title: '08', values: [4, null], facts: [] },
    { name: '09', title: '09', values: [2, 8], facts: [] },
  ]
  const scene = buildScene(getChart({ kind: 'heat', series: ['Kim', 'Lee'], marks }), size)
  expect(scene.marks).toHaveLength(4)
  const markShare = (mark: number, series: number) => {
    const found = scene.marks.find(
      (candidate) => candidate.mark === mark && candidate.series === series,
    )
    const [shape] = found?.shapes ?? []
    return shape?.kind === 'rect' ? shape.share : undefined
  }
  expect(markShare(1, 1)).toBe(1)
  expect(markShare(0, 1)).toBeLessThan(0.1)
  expect(markShare(0, 0)).toBeGreaterThan(markShare(1, 0) ?? 1)
})

test('a hit test returns the mark under the pointer, or the mark of its column', () => {
  const scene = buildScene(getChart({ marks: makeBars(100, 10) }), size)
  const [, second] = scene.marks
  if (!second) throw new Error('no mark')
  expect(markAt(scene, second.x + 2, second.y + 1)?.mark).toBe(1)
  expect(markAt(scene, second.x + 2, 60)?.mark).toBe(1)
  expect(markAt(scene, -5, 60)).toBeUndefined()
})

test('axis labels are thinned out where they would overlap', () => {
  const marks = Array.from({ length: 365 }, (_, index) => ({
    name: `${index}`,
    title: `${index}`,
    values: [index],
    facts: [],
  }))
  const scene = buildScene(getChart({ kind: 'line', marks }), size)
  const names = scene.background.filter(
    (shape) => shape.kind === 'text' && shape.anchor === 'middle',
  )
  expect(names.length).toBeGreaterThan(10)
  expect(names.length).toBeLessThan(60)
})

test('a chart of ten thousand points draws a line without an element per point', () => {
  const marks = Array.from({ length: 10_000 }, (_, index) => ({
    name: `${index}`,
    title: `${index}`,
    values: [Math.sin(index)],
    facts: [],
  }))
  const scene = buildScene(getChart({ kind: 'line', marks }), size)
  expect(scene.marks.length).toBeGreaterThan(MAX_SVG_MARKS)
  expect(scene.marks.flatMap(({ shapes }) => shapes)).toEqual([])
  expect(scene.background.filter(({ kind }) => kind === 'path').length).toBeLessThan(20)
})

test('an exported image contains title, colours and every mark, without CSS variables', () => {
  const colours = Object.fromEntries(inks.map((ink) => [ink, '#123456'])) as Paint['colours']
  const scene = buildScene(getChart({ marks: makeBars(100, 50) }), size)
  const text = renderSvg(scene, { colours, font: '12px mono' }, 'Stock <a&b>', 34)
  const drawn = new DOMParser().parseFromString(text, 'image/svg+xml')
  expect(drawn.querySelector('parsererror')).toBeNull()
  expect(drawn.querySelector('title')?.textContent).toBe('Stock <a&b>')
  expect(text).not.toContain('var(')
  expect(drawn.querySelectorAll('g > rect')).toHaveLength(2)
})

const dates = Array.from({ length: 92 }, (_, index) => addDays('20261001', index))
const calendar = getChart({
  kind: 'calendar',
  series: ['Jobs'],
  marks: dates.map((date) => ({
    name: date,
    title: date,
    date,
    values: [date === '20261126' ? 3 : null],
    facts: [],
  })),
})

test.each([
  ['next', '20261201'],
  ['previous', '20261129'],
  ['next-series', '20261207'],
  ['previous-series', '20261123'],
  ['tenth-on', '20261230'],
  ['tenth-back', '20261030'],
] as const)('%s in a calendar moves to the date %s', (step, date) => {
  const place = { mark: dates.indexOf('20261130'), series: 0 }
  expect(dates[moveCursor(calendar, place, step).mark]).toBe(date)
})

test('a calendar stops at its first and last month', () => {
  const last = { mark: dates.indexOf('20261229'), series: 0 }
  expect(moveCursor(calendar, last, 'next-series')).toEqual(last)
  expect(moveCursor(calendar, { mark: 2, series: 0 }, 'tenth-back').mark).toBe(2)
})

test('a calendar shows the month of the cursor with one column per weekday', () => {
  const narrow = { width: 400, height: 268 }
  const mark = dates.indexOf('20261126')
  const scene = buildScene(calendar, narrow, { mark, today: '20261129' })
  expect(scene.marks.map((point) => dates[point.mark]?.slice(0, 6))).toEqual(
    Array.from({ length: 30 }, () => '202611'),
  )
  const columns = Map.groupBy(scene.marks, ({ x }) => x)
  expect(columns.size).toBe(7)
  // 1 November 2026 is a Sunday, in the last column of the first row.
  expect(scene.marks[0]).toMatchObject({ x: Math.max(...columns.keys()) })
  const texts = scene.marks
    .find((candidate) => candidate.mark === mark)
    ?.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))
  expect(texts).toEqual(['26', '3'])
  const wide = buildScene(calendar, { width: 1000, height: 268 }, { mark, today: '20261129' })
  expect(wide.marks).toHaveLength(92)
})
