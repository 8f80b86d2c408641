import { formatCount } from '#kernel/format-count.ts'
import type { ChartKind } from '#kernel/screen.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

export interface ChartMark {
  /** Short text for the axis. */
  readonly name: string
  readonly title: string
  /** Shown next to the title but not read aloud, such as the day of the week. */
  readonly note?: string
  readonly values: readonly (number | null)[]
  /** Actual quantity as a percentage of the expected quantity. */
  readonly share?: number | undefined
  /** Additional text: `지연 2`. */
  readonly facts: readonly string[]
  readonly isLow?: boolean
  /**
   * Combines all marks beyond the distinguishable number. The bar is cut off at the height of the
   * others, and its value is shown as text.
   */
  readonly isRest?: boolean
  /** Date of a mark in a calendar. */
  readonly date?: string
  /** Value of the first series in the previous period. */
  readonly previousValue?: number | undefined
}

export interface ChartData {
  readonly kind: ChartKind
  readonly title: string
  /** Unit of all values; empty if they differ. */
  readonly unit: string
  /**
   * Names of the series. In a plan the first is the actual and the second the expected quantity.
   */
  readonly series: readonly string[]
  readonly marks: readonly ChartMark[]
  readonly lowTitle?: string
  readonly previousTitle?: string
}

export interface ChartPlace {
  readonly mark: number
  readonly series: number
}

const exactNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

export function formatFigure(value: number | null): string {
  return value === null ? t(label('없음', 'none')) : exactNumber.format(value)
}

const shortNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Axis value in short form: `15만` in Korean, `150K` in English. */
export function formatAxisValue(value: number): string {
  if (Math.abs(value) < 100_000) return exactNumber.format(value)
  const ko = `${shortNumber.format(value / 10_000)}만`
  return t(label(ko, `${shortNumber.format(value / 1000)}K`))
}

/** Change as a percentage of the previous value: `+5.2 %`. */
function changeText(now: number, was: number): string {
  if (was === 0) return ''
  const change = ((now - was) / Math.abs(was)) * 100
  return `${change > 0 ? '+' : ''}${shortNumber.format(change)} %`
}

export function markFacts(
  data: ChartData,
  { mark, series }: ChartPlace,
  percent: (share: number) => string = (share) => `${shortNumber.format(share)} %`,
): string[] {
  const at = data.marks[mark]
  if (!at) return []
  const named = (index: number): string =>
    `${data.series[index] ?? ''} ${formatFigure(at.values[index] ?? null)}`.trim()
  const others = data.series.map((_, index) => index).filter((index) => index !== series)
  const isPair = data.kind === 'heat'
  const share = at.share === undefined ? [] : [percent(at.share)]
  const described = isPair ? [] : others.filter((index) => at.values[index] != null)
  const total = at.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const isStack = data.kind === 'bars' && described.length > 0
  const all = isStack ? [`${t(label('합계', 'total'))} ${formatFigure(total)}`] : []
  const now = data.kind === 'bars' ? total : (at.values[0] ?? 0)
  const was =
    at.previousValue === undefined
      ? []
      : [
          `${data.previousTitle ?? ''} ${formatFigure(at.previousValue)}`,
          changeText(now, at.previousValue),
        ]
  return [
    named(series),
    ...described.map(named),
    ...all,
    ...share,
    ...was,
    ...(isPair ? [] : at.facts),
  ].filter(Boolean)
}

/** A mark as a screen reader reads it: `9월 3일, 입고 1,240, 예정 1,300, 95 %, 30개 중 3번째`. */
export function describeMark(data: ChartData, place: ChartPlace): string {
  const [count, at] = [data.marks.length, formatCount(place.mark + 1)]
  const position = t(
    label(`${formatCount(count)}개 중 ${at}번째`, `${at} of ${formatCount(count)}`),
  )
  const title = data.marks[place.mark]?.title ?? ''
  // Integers are easier to understand by ear. Rounding down avoids "100 %" for an incomplete
  // quantity.
  const facts = markFacts(data, place, (share) => `${Math.floor(share)} %`)
  return [title, ...facts, position].join(', ')
}

export function describeChart(data: ChartData): string {
  const { title, marks, series } = data
  const named = series.filter(Boolean).join(', ')
  return [
    title,
    named,
    t(label(`표시 ${formatCount(marks.length)}개`, formatCount(marks.length, 'mark'))),
  ]
    .filter(Boolean)
    .join(', ')
}
