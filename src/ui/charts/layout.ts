import { extent, max, sum } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { layoutPlot, type Plot } from './axes.ts'
import { calendarScene, type CalendarPosition } from './calendar-scene.ts'
import { formatFigure, type ChartData, type ChartMark } from './chart-data.ts'
import {
  seriesStyle,
  MAX_SVG_MARKS,
  textWidth,
  type Scene,
  type SceneMark,
  type Shape,
} from './scene.ts'

interface Size {
  readonly width: number
  readonly height: number
}

export function buildScene(
  data: ChartData,
  size: Size,
  place: CalendarPosition = { mark: 0, today: '' },
): Scene {
  switch (data.kind) {
    case 'bars':
      return stackScene(data, size)
    case 'plan':
      return planScene(data, size)
    case 'pareto':
      return paretoScene(data, size)
    case 'line':
      return lineScene(data, size)
    case 'heat':
      return heatScene(data, size)
    case 'calendar':
      return calendarScene(data, size, place)
  }
}

const positive = (mark: ChartMark): number => sum(mark.values, (value) => Math.max(0, value ?? 0))
const negative = (mark: ChartMark): number => sum(mark.values, (value) => Math.min(0, value ?? 0))

function columnPositions({ x, width }: Plot, count: number, padding: number) {
  const bands = scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range([x, x + width])
    .padding(count > MAX_SVG_MARKS ? 0 : padding)
  return { x: (at: number) => bands(at) ?? 0, width: bands.bandwidth() }
}

function previousValueShapes(
  data: ChartData,
  plot: Plot,
  x: (at: number) => number,
  width: number,
): Shape[] {
  return data.marks.flatMap(({ previousValue }, index): Shape[] => {
    if (previousValue === undefined) return []
    const y = Math.round(Math.max(plot.y, plot.value(previousValue))) + 0.5
    const d = `M${x(index) - 2},${y}h${width + 4}`
    return [{ kind: 'path', d, ink: 'strong', width: 2, dashes: '3 2' }]
  })
}

/**
 * Placeholder for a missing value: the cursor reaches it and it is read aloud like the other marks.
 */
function emptyMark(mark: number, series: number, x: number, width: number, plot: Plot): SceneMark {
  return { mark, series, x, y: plot.value(0) - 1, width, height: 1, shapes: [] }
}

function stackScene(data: ChartData, { width, height }: Size): Scene {
  const { marks } = data
  // The combined bar can exceed all others. Leave it out of the scale to avoid flattening them.
  const maximum =
    max(marks, (mark) => (mark.isRest ? 0 : Math.max(positive(mark), mark.previousValue ?? 0))) ?? 0
  const minimum = Math.min(0, ...marks.map((mark) => (mark.isRest ? 0 : negative(mark))))
  const plot = layoutPlot({ marks, width, height, minimum, maximum, canSlant: true })
  const columns = columnPositions(plot, marks.length, 0.3)
  const drawn = marks.flatMap((mark, index): SceneMark[] => {
    let [up, down] = [0, 0]
    return mark.values.flatMap((value, series): SceneMark[] => {
      if (value === null) return [emptyMark(index, series, columns.x(index), columns.width, plot)]
      const from = value < 0 ? down : up
      const to = from + value
      if (value < 0) down = to
      else up = to
      const y = Math.max(plot.y, plot.value(Math.max(from, to)))
      const box = {
        x: columns.x(index),
        y,
        width: columns.width,
        height: Math.max(1, plot.value(Math.min(from, to)) - y),
      }
      return [
        { mark: index, series, ...box, shapes: [{ kind: 'rect', ...box, ...seriesStyle(series) }] },
      ]
    })
  })
  const was = previousValueShapes(data, plot, columns.x, columns.width)
  const overlay = [...was, ...remainderShapes(data, plot, columns.x, columns.width)]
  return { width, height, background: plot.shapes, marks: drawn, overlay: overlay }
}

function remainderShapes(
  { marks }: ChartData,
  plot: Plot,
  x: (at: number) => number,
  width: number,
) {
  return marks.flatMap((mark, index): Shape[] => {
    const all = positive(mark)
    if (!mark.isRest || plot.value(all) >= plot.y) return []
    const [left, top] = [x(index), plot.y + 12]
    const stroke = (y: number): string => `M${left - 3},${y + 3}l${width + 6},-6`
    const text = formatFigure(all)
    return [
      { kind: 'path', d: `${stroke(top)}${stroke(top + 5)}`, ink: 'ground', width: 2.5 },
      { kind: 'text', x: left + width, y: plot.y - 5, text, ink: 'strong', anchor: 'end' },
    ]
  })
}

function planScene(data: ChartData, { width, height }: Size): Scene {
  const { marks } = data
  const maximum =
    max(marks, ({ values, previousValue }) =>
      max([...values, previousValue ?? 0], (value) => value ?? 0),
    ) ?? 0
  const plot = layoutPlot({ marks, width, height, minimum: 0, maximum, canSlant: false })
  const columns = columnPositions(plot, marks.length, 0.32)
  const foot = plot.value(0)
  const drawn = marks.flatMap((mark, index): SceneMark[] => {
    const outer = { x: columns.x(index), width: columns.width }
    const inset = outer.width * 0.14
    const markBox = (value: number, x: number, wide: number) => {
      const y = plot.value(value)
      return { x, y, width: wide, height: Math.max(1, foot - y) }
    }
    return [1, 0].flatMap((series): SceneMark[] => {
      const value = mark.values[series] ?? null
      if (value === null) return [emptyMark(index, series, outer.x, outer.width, plot)]
      if (series === 1) {
        const box = markBox(value, outer.x, outer.width)
        const shape: Shape = { kind: 'rect', ...box, ink: 'quiet', isOutline: true }
        return [{ mark: index, series, ...box, shapes: value === 0 ? [] : [shape] }]
      }
      const box = markBox(value, outer.x + inset, outer.width - 2 * inset)
      const look = mark.isLow
        ? ({ ink: 'low', pattern: 'hatch' } as const)
        : ({ ink: 'part1' } as const)
      const shape: Shape = { kind: 'rect', ...box, ...look }
      return [{ mark: index, series, ...box, shapes: value === 0 ? [] : [shape] }]
    })
  })
  const was = previousValueShapes(data, plot, columns.x, columns.width)
  return { width, height, background: plot.shapes, marks: drawn, overlay: was }
}

/** Classes of a Pareto chart by their upper bound, in percent of the total. */
export const paretoClasses = [
  { name: 'A', to: 80 },
  { name: 'B', to: 95 },
  { name: 'C', to: 100 },
] as const

/** Running total after each value, in percent. The class depends on the total before the value. */
export function paretoShares(values: readonly number[]): { share: number; class: number }[] {
  const all = sum(values)
  let before = 0
  return values.map((value) => {
    const found = paretoClasses.findIndex(({ to }) => all > 0 && (before / all) * 100 < to)
    before += value
    return { share: all > 0 ? (before / all) * 100 : 0, class: found < 0 ? 2 : found }
  })
}

function paretoScene(data: ChartData, { width, height }: Size): Scene {
  const { marks } = data
  const values = marks.map(({ values: [value] }) => Math.max(0, value ?? 0))
  const shares = paretoShares(values)
  const maximum =
    max(marks, ({ values: [value], previousValue }) => Math.max(value ?? 0, previousValue ?? 0)) ??
    0
  const right = 44
  const plot = layoutPlot({ marks, width, height, minimum: 0, maximum, canSlant: true, right })
  const columns = columnPositions(plot, marks.length, 0.3)
  const level = scaleLinear([0, 100], [plot.y + plot.height, plot.y])
  const foot = plot.value(0)
  const drawn = marks.map((_, index): SceneMark => {
    const y = plot.value(values[index] ?? 0)
    const box = {
      x: columns.x(index),
      y,
      width: Math.max(1, columns.width),
      height: Math.max(1, foot - y),
    }
    const look = paretoStyle(shares[index]?.class ?? 0)
    return { mark: index, series: 0, ...box, shapes: [{ kind: 'rect', ...box, ...look }] }
  })
  const middleX = (at: number) => columns.x(at) + columns.width / 2
  const d =
    line<{ share: number }>(
      (_, at) => middleX(at),
      ({ share }) => level(share),
    )(shares) ?? ''
  const limits = paretoClasses.slice(0, 2).flatMap(({ name, to }): Shape[] => [
    {
      kind: 'path',
      d: `M${plot.x},${level(to)}H${plot.x + plot.width}`,
      ink: 'edge',
      width: 1,
      dashes: '4 3',
    },
    {
      kind: 'text',
      x: width - 8,
      y: level(to) + 4,
      text: `${to} ${name}`,
      ink: 'quiet',
      anchor: 'end',
    },
  ])
  const was = previousValueShapes(data, plot, columns.x, columns.width)
  const overlay: Shape[] = [...limits, { kind: 'path', d, ink: 'warn', width: 1.5 }, ...was]
  return { width, height, background: plot.shapes, marks: drawn, overlay: overlay }
}

export function paretoStyle(at: number) {
  const looks = [
    { ink: 'accent' },
    { ink: 'part1', pattern: 'hatch' },
    { ink: 'part5', pattern: 'dots' },
  ] as const
  return looks[at] ?? looks[2]
}

function lineScene(data: ChartData, { width, height }: Size): Scene {
  const { marks, series } = data
  const all = marks
    .flatMap(({ values, previousValue }) => [...values, previousValue ?? null])
    .filter((value) => value !== null)
  const [minimum = 0, maximum = 0] = extent(all)
  const plot = layoutPlot({
    marks,
    width,
    height,
    minimum: Math.min(0, minimum),
    maximum,
    canSlant: false,
  })
  const band = plot.width / Math.max(1, marks.length)
  const x = (at: number): number => plot.x + band * (at + 0.5)
  const isDotted = marks.length * series.length <= MAX_SVG_MARKS
  const overlay = series.map((_, index): Shape => {
    const d = line<number>()
      .defined((at) => marks[at]?.values[index] != null)
      .x(x)
      .y((at) => plot.value(marks[at]?.values[index] ?? 0))(turningPoints(marks, index, band))
    const dashes = [undefined, '6 3', '2 3', '8 3 2 3', '1 4'][index % 5]
    return { kind: 'path', d: d ?? '', ink: lineInk(index), width: band < 1 ? 1 : 2, dashes }
  })
  const drawn = marks.flatMap(({ values }, index): SceneMark[] =>
    values.flatMap((value, seriesIndex): SceneMark[] => {
      if (value === null) return [emptyMark(index, seriesIndex, x(index) - band / 2, band, plot)]
      const [left, y] = [x(index), plot.value(value)]
      const box = {
        x: left - Math.max(band, 1) / 2,
        y: y - 6,
        width: Math.max(band, 1),
        height: 12,
      }
      const dot: Shape = { kind: 'dot', x: left, y, radius: 3, ink: lineInk(seriesIndex) }
      return [{ mark: index, series: seriesIndex, ...box, shapes: isDotted ? [dot] : [] }]
    }),
  )
  const was = previousValueShapes(
    data,
    plot,
    (at) => x(at) - Math.min(band, 16) / 2,
    Math.min(band, 16),
  )
  return { width, height, background: [...plot.shapes, ...overlay], marks: drawn, overlay: was }
}

/**
 * Indexes of the marks a line must pass through. If many marks share a pixel, only its lowest and
 * highest remain. The line looks the same but is drawn ten times as fast.
 */
export function turningPoints(
  marks: readonly ChartMark[],
  series: number,
  band: number,
): readonly number[] {
  const places = marks.map((_, index) => index)
  if (band > 0.5) return places
  const valueAt = (at: number) => marks[at]?.values[series] ?? null
  const columns = Map.groupBy(places, (at) => Math.floor(at * band))
  return [...columns.values()].flatMap((column) => {
    const valued = column.filter((at) => valueAt(at) !== null)
    const ends = extent(valued, (at) => valueAt(at) ?? 0)
    const turns = ends.map((end) => valued.find((at) => valueAt(at) === end) ?? 0)
    // Missing values break the line.
    const points = valued.length === 0 ? column.slice(0, 1) : turns
    return [...new Set(points)].toSorted((a, b) => a - b)
  })
}

export const lineInk = (series: number) => (series === 0 ? 'accent' : seriesStyle(series).ink)

function heatScene({ marks, series }: ChartData, { width, height }: Size): Scene {
  const top = 40
  const left = Math.min(180, Math.max(40, ...series.map((name) => textWidth(name) + 16)))
  const wide = Math.max(4, Math.min(72, (width - left - 14) / Math.max(1, marks.length)))
  const high = Math.max(3, Math.min(26, (height - top - 26) / Math.max(1, series.length)))
  const highest = max(marks, ({ values }) => max(values, (value) => value ?? 0)) ?? 0
  const share = scaleLinear([0, Math.max(1, highest)], [0.12, 1]).clamp(true)
  const skip = Math.ceil(15 / high)
  const skipped = Math.ceil((Math.max(0, ...marks.map(({ name }) => textWidth(name))) + 6) / wide)
  const names: Shape[] = [
    ...series.flatMap((name, index): Shape[] => {
      const y = top + high * (index + 0.5) + 4
      return index % skip
        ? []
        : [{ kind: 'text', x: left - 10, y, text: name, ink: 'quiet', anchor: 'end' }]
    }),
    ...marks.flatMap(({ name }, index): Shape[] => {
      const [x, y] = [left + wide * (index + 0.5), top + high * series.length + 17]
      return index % skipped
        ? []
        : [{ kind: 'text', x, y, text: name, ink: 'quiet', anchor: 'middle' }]
    }),
  ]
  const drawn = marks.flatMap(({ values }, mark): SceneMark[] =>
    series.map((_, index): SceneMark => {
      const value = values[index] ?? null
      const [x, y] = [left + wide * mark, top + high * index]
      const box = { x: x + 1, y: y + 1, width: wide - 2, height: high - 2 }
      const strength = share(value ?? 0)
      const text = formatFigure(value)
      const fits = value !== null && value !== 0 && high >= 16 && textWidth(text) + 4 <= wide
      const shapes: Shape[] = [
        { kind: 'rect', ...box, ink: 'heat', share: value ? strength : 0.04 },
        ...(fits
          ? [
              {
                kind: 'text',
                x: x + wide / 2,
                y: y + high / 2 + 4,
                text,
                ink: strength > 0.55 ? 'on-heat' : 'strong',
                anchor: 'middle',
              } as const,
            ]
          : []),
      ]
      return { mark, series: index, x, y, width: wide, height: high, shapes }
    }),
  )
  return { width, height, background: names, marks: drawn, overlay: [] }
}
