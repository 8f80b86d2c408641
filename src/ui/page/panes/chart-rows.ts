import { formatCount } from '#kernel/format-count.ts'
import type { Value } from '#kernel/field.ts'
import { datesOfPeriod } from '#kernel/period.ts'
import { label } from '#kernel/label.ts'
import type { ChartPart, Column } from '#kernel/screen.ts'
import { addDays, addMonths, daysBetween, isDay, weekday } from '#kernel/calendar.ts'
import { t } from '#ui/base/language.ts'
import { type ChartData, type ChartMark, type ChartPlace } from '#ui/charts/chart-data.ts'
import { paretoClasses, paretoShares } from '#ui/charts/layout.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

/** Maximum bars that remain readable. Further ones are combined into one. */
const MAX_BARS = 30
/** Months of a calendar. Earlier rows are in the grid only. */
const MAX_MONTHS = 12

export interface ChartRows {
  readonly data: ChartData
  /** Key of each mark, as computed by `markKey`. */
  readonly keys: readonly string[]
  rowsOf(mark: number, series?: number): readonly number[]
  placeOf(row: number): ChartPlace | undefined
}

interface MarkGroup {
  readonly key: string
  readonly name: string
  readonly title: string
  readonly note?: string
  /** Value per series, null if no row has one. */
  readonly values: (number | null)[]
  readonly rows: number[][]
  readonly isRest?: boolean
}

interface ChartSource {
  readonly grid: GridModel
  readonly chart: ChartPart
  readonly columns: readonly Column[]
  readonly unit: string | undefined
  readonly today: string
}

export function markKey(chart: ChartPart, value: (column: string) => Value | undefined): string {
  return [chart.x]
    .flat()
    .map((name) => String(value(name) ?? ''))
    .join('\n')
}

export function chartRows(source: ChartSource): ChartRows {
  const { grid, chart } = source
  const series = toSeries(source)
  const groups = arrangeGroups(source, groupRows(source, series), series.names.length)
  const at = new Int32Array(grid.rowCount).fill(-1)
  const of = new Int32Array(grid.rowCount)
  for (const [mark, { rows }] of groups.entries()) {
    for (const [each, places] of rows.entries()) {
      for (const row of places) {
        at[row] = mark
        // In a chart with several measures, a row is located at the first series.
        if (chart.split) of[row] = each
      }
    }
  }
  return {
    data: {
      kind: chart.kind,
      title: chartTitle(source),
      unit: measureUnit(source),
      series: series.names,
      marks: addParetoClasses(
        chart.kind,
        groups.map((group) => toMark(source, group)),
      ),
      ...thresholdTitle(chart),
    },
    keys: groups.map(({ key }) => key),
    rowsOf: (mark, each) => {
      const rows = groups[mark]?.rows ?? []
      return each === undefined || !chart.split ? [...new Set(rows.flat())] : (rows[each] ?? [])
    },
    placeOf: (row) => {
      const mark = at[row] ?? -1
      return mark < 0 ? undefined : { mark, series: of[row] ?? 0 }
    },
  }
}

interface ChartSeries {
  readonly names: readonly string[]
  readonly places?: ReadonlyMap<string, number>
  readonly columns: readonly string[]
}

function toSeries({ grid, chart, columns }: ChartSource): ChartSeries {
  const measured = [chart.y, chart.against ?? []].flat()
  const { split } = chart
  if (!split) {
    const named = measured.map((name) => columns.find((column) => column.name === name))
    return { names: named.map((column) => (column ? t(column.label) : '')), columns: measured }
  }
  const values = new Set<string>()
  for (let row = 0; row < grid.rowCount; row++) values.add(String(grid.value(row, split) ?? ''))
  const column = grid.column(split)
  const names = new Map(column?.options?.map(({ CODE, NAME }) => [CODE, NAME]))
  // Sort codes in the order of their code list, other values by name.
  const order = column?.options?.map(({ CODE }) => CODE) ?? []
  const sorted = [...values].toSorted(
    (a, b) => order.indexOf(a) - order.indexOf(b) || a.localeCompare(b),
  )
  return {
    names: sorted.map((value) => names.get(value) ?? (value || '-')),
    places: new Map(sorted.map((value, place) => [value, place])),
    columns: measured,
  }
}

function groupRows({ grid, chart, columns }: ChartSource, series: ChartSeries): MarkGroup[] {
  const groups = new Map<string, MarkGroup>()
  const naming = [chart.x].flat()
  const isDay = columns.find(({ name }) => name === naming.at(-1))?.kind === 'date'
  for (let row = 0; row < grid.rowCount; row++) {
    const key = markKey(chart, (name) => grid.value(row, name))
    let group = groups.get(key)
    if (!group) {
      const texts = naming.map((name) => cellText(grid, row, name))
      const none: (number | null)[] = series.names.map(() => null)
      group = {
        key,
        ...(isDay ? dateNames(key) : markNames(texts)),
        values: none,
        rows: none.map(() => []),
      }
      groups.set(key, group)
    }
    for (const [place, name] of series.columns.entries()) {
      const each = series.places?.get(String(grid.value(row, chart.split ?? '') ?? '')) ?? place
      const value = grid.value(row, name)
      group.rows[each]?.push(row)
      if (value !== null) group.values[each] = (group.values[each] ?? 0) + Number(value)
    }
  }
  return [...groups.values()]
}

function cellText(grid: GridModel, row: number, name: string): string {
  const column = grid.column(name)
  return (column ? grid.text(row, column) : String(grid.value(row, name) ?? '')) || '-'
}

/** The last non-empty text labels the mark; all of them form its title. */
function markNames(texts: readonly string[]): { name: string; title: string } {
  const filledTexts = texts.filter((text) => text !== '-')
  return { name: filledTexts.at(-1) ?? '-', title: filledTexts.join(' ') || '-' }
}

const weekdays = [
  label('일', 'Sun'),
  label('월', 'Mon'),
  label('화', 'Tue'),
  label('수', 'Wed'),
  label('목', 'Thu'),
  label('금', 'Fri'),
  label('토', 'Sat'),
]

function dateNames(day: string): { name: string; title: string; note?: string } {
  const [first = day] = datesOfPeriod(day) ?? []
  const [month, date] = [Number(first.slice(4, 6)), Number(first.slice(6, 8))]
  if (!month) return { name: day || '-', title: day || '-' }
  const title = t(label(`${month}월 ${date}일`, `${month}/${date}`))
  return { name: `${month}/${date}`, title, note: t(weekdays[weekday(first) % 7] ?? label('', '')) }
}

const groupTotal = ({ values }: MarkGroup): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** Sorts marks as the chart type requires. Combines bars beyond the maximum into one. */
function arrangeGroups(
  source: ChartSource,
  groups: readonly MarkGroup[],
  count: number,
): MarkGroup[] {
  const { chart } = source
  if (chart.kind === 'calendar') return fillMonths(groups, count, source.today)
  if (chart.kind === 'heat') return fillGaps(groups, count)
  if (chart.kind === 'line' || chart.kind === 'plan') return labelDates(groups)
  const sorted = groups.toSorted((group, other) => groupTotal(other) - groupTotal(group))
  const rest = sorted.slice(MAX_BARS)
  if (chart.kind === 'pareto' || rest.length === 0) return sorted
  const many = formatCount(rest.length)
  const name = t(label(`기타 ${many}`, `${many} others`))
  const added = Array.from({ length: count }, (_, each) => {
    const values = rest.flatMap((group) => group.values[each] ?? [])
    return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null
  })
  const rows = added.map((_, each) => rest.flatMap((group) => group.rows[each] ?? []))
  return [
    ...sorted.slice(0, MAX_BARS),
    { key: '', name, title: name, values: added, rows, isRest: true },
  ]
}

/** Labels dates with the day only if all are in one month, because the title shows the month. */
function labelDates(groups: readonly MarkGroup[]): MarkGroup[] {
  const months = new Set(groups.map(({ key }) => (/^\d{8}$/.test(key) ? key.slice(0, 6) : key)))
  if (months.size > 1) return [...groups]
  return groups.map((group) => ({
    ...group,
    name: String(Number(group.key.slice(6, 8)) || group.name),
  }))
}

/** Every date from the first to the last month with rows, and of the months around today. */
function fillMonths(groups: readonly MarkGroup[], count: number, today: string): MarkGroup[] {
  const known = new Map(groups.map((group) => [group.key, group]))
  const around = [addMonths(today, -1), addMonths(today, 1)]
  const dates = [...around, ...groups.map(({ key }) => key).filter(isDay)].toSorted()
  const last = dates.at(-1) ?? today
  const earliest = addMonths(`${last.slice(0, 6)}01`, 1 - MAX_MONTHS)
  const first = `${dates[0]?.slice(0, 6)}01`
  const start = first < earliest ? earliest : first
  const end = addMonths(`${last.slice(0, 6)}01`, 1)
  return Array.from({ length: daysBetween(start, end) }, (_, index) => {
    const key = addDays(start, index)
    const values = Array.from({ length: count }, () => null)
    return known.get(key) ?? { key, ...dateNames(key), values, rows: values.map(() => []) }
  })
}

/** Sorts integer keys and fills the gaps in the sequence with empty groups. */
function fillGaps(groups: readonly MarkGroup[], count: number): MarkGroup[] {
  const sorted = groups.toSorted((group, other) => group.key.localeCompare(other.key))
  const numbers = sorted.map(({ key }) => (/^\d{1,4}$/.test(key) ? Number(key) : NaN))
  const [first = NaN, last = NaN] = [numbers[0], numbers.at(-1)]
  if (numbers.some(Number.isNaN) || !(last - first < 1000)) return sorted
  const known = new Map(sorted.map((group, index) => [numbers[index] ?? NaN, group]))
  const width = sorted[0]?.key.length ?? 1
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const key = String(first + index).padStart(width, '0')
    const empty = Array.from({ length: count }, () => null)
    return (
      known.get(first + index) ?? {
        key,
        name: key,
        title: key,
        values: empty,
        rows: empty.map(() => []),
      }
    )
  })
}

function toMark(source: ChartSource, group: MarkGroup): ChartMark {
  const { grid, chart, columns, today } = source
  const { key, name, title, note, values, rows, isRest } = group
  const row = rows.flat()[0]
  const facts = (isRest ? [] : (chart.facts ?? [])).flatMap((fact) => {
    const column = columns.find((candidate) => candidate.name === fact)
    const value = row === undefined ? null : grid.value(row, fact)
    if (!column || value === null || Number(value) === 0) return []
    return `${t(column.label)} ${cellText(grid, row ?? 0, fact)}`
  })
  const [received, planned] = values
  const share = chart.against && planned ? ((received ?? 0) / planned) * 100 : undefined
  const isOver = !/^\d{8}$/.test(key) || key < today
  const isLow = share !== undefined && isOver && share < (chart.warnBelow ?? 0)
  return {
    name,
    title: prefixTitle(source, title),
    values,
    facts,
    ...(note && { note }),
    ...(chart.kind === 'calendar' && { date: key }),
    ...(share !== undefined && { share }),
    ...(isLow && { isLow }),
    ...(isRest && { isRest }),
  }
}

/** Prefixes a plain number with its column label: `시간 14`. */
function prefixTitle({ chart, columns }: ChartSource, title: string): string {
  const named = columns.find((column) => column.name === [chart.x].flat().at(-1))
  return named && /^\d{1,4}$/.test(title) ? `${t(named.label)} ${title}` : title
}

/** Adds the cumulative share in percent and the ABC class to the marks of a Pareto chart. */
function addParetoClasses(
  kind: ChartPart['kind'],
  marks: readonly ChartMark[],
): readonly ChartMark[] {
  if (kind !== 'pareto') return marks
  const shares = paretoShares(marks.map(({ values }) => Math.max(0, values[0] ?? 0)))
  return marks.map((mark, index) => {
    const { share = 0, class: of = 0 } = shares[index] ?? {}
    const sum = t(label(`누적 ${share.toFixed(1)} %`, `${share.toFixed(1)} % cumulative`))
    return { ...mark, facts: [`${sum} ${paretoClasses[of]?.name ?? ''}`, ...mark.facts] }
  })
}

function chartTitle({ chart, columns }: ChartSource): string {
  const measured = columns.find(({ name }) => name === [chart.y].flat()[0])
  const against = columns.find(({ name }) => name === chart.against)
  if (!measured) return ''
  if (!against) return t(measured.label)
  const [of, to] = [measured.label, against.label]
  return t(label(`${to.ko} 대비 ${of.ko}`, `${of.en} against ${to.en}`))
}

/** Unit of the measure, or empty if the rows have different units. */
function measureUnit({ grid, unit, chart, columns }: ChartSource): string {
  const measured = columns.find(({ name }) => name === [chart.y].flat()[0])
  if (unit === undefined || measured?.pieces !== true) return ''
  const units = new Set<string>()
  for (let row = 0; row < grid.rowCount && units.size < 2; row++) {
    const value = grid.value(row, unit)
    if (value) units.add(String(value))
  }
  return units.size === 1 ? ([...units][0] ?? '') : ''
}

function thresholdTitle({ warnBelow }: ChartPart): { lowTitle?: string } {
  if (warnBelow === undefined) return {}
  return { lowTitle: t(label(`${warnBelow} % 미만`, `below ${warnBelow} %`)) }
}
