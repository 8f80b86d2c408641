import { howMany } from '#kernel/how-many.ts'
import type { ChartKind } from '#kernel/screen.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

/** What stands at one place of the axis: a bar, a day, an hour. */
export interface ChartMark {
  /** On the axis, short. */
  readonly name: string
  /** As it is told: `9월 3일`. */
  readonly title: string
  /** Shown beside the title and not read: the day of the week. */
  readonly note?: string
  /** One for each series, in their order; null where there is none. */
  readonly values: readonly (number | null)[]
  /** How much came of what was expected, in per cent. */
  readonly share?: number | undefined
  /** What is told besides: `지연 2`. */
  readonly facts: readonly string[]
  /** What came is too little. */
  readonly isLow?: boolean
  /** All marks beyond those that can be read apart: told by its figure, cut off at the height of the others. */
  readonly isRest?: boolean
  /** The first series in the period before. */
  readonly was?: number | undefined
}

export interface ChartData {
  readonly kind: ChartKind
  readonly title: string
  /** What all values are counted in; empty where it differs. */
  readonly unit: string
  /** Names of the series. Of a plan the first came and the second was expected. */
  readonly series: readonly string[]
  readonly marks: readonly ChartMark[]
  /** Said of the marks that are too little. */
  readonly lowTitle?: string
  /** Said of what was before. */
  readonly wasTitle?: string
}

/** A mark and a series of it, both from 0. */
export interface ChartPlace {
  readonly mark: number
  readonly series: number
}

const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** A value as people read it: `1,240.5`. */
export function figureText(value: number | null): string {
  return value === null ? t(label('없음', 'none')) : figure.format(value)
}

const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** A value beside an axis, where room is short: `15만` in Korean, `150K` in English. */
export function axisText(value: number): string {
  if (Math.abs(value) < 100_000) return figure.format(value)
  const ko = `${short.format(value / 10_000)}만`
  return t(label(ko, `${short.format(value / 1000)}K`))
}

/** How much a value changed, in per cent of what it was: `+5.2 %`. */
function changeText(now: number, was: number): string {
  if (was === 0) return ''
  const change = ((now - was) / Math.abs(was)) * 100
  return `${change > 0 ? '+' : ''}${short.format(change)} %`
}

/** The name and value of a series at a mark, and what is told of the mark besides. */
export function factsOf(
  data: ChartData,
  { mark, series }: ChartPlace,
  percent: (share: number) => string = (share) => `${short.format(share)} %`,
): string[] {
  const at = data.marks[mark]
  if (!at) return []
  const named = (each: number): string =>
    `${data.series[each] ?? ''} ${figureText(at.values[each] ?? null)}`.trim()
  const others = data.series.map((_, each) => each).filter((each) => each !== series)
  const isPair = data.kind === 'heat'
  const share = at.share === undefined ? [] : [percent(at.share)]
  const told = isPair ? [] : others.filter((each) => at.values[each] != null)
  const total = at.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const isStack = data.kind === 'bars' && told.length > 0
  const all = isStack ? [`${t(label('합계', 'total'))} ${figureText(total)}`] : []
  const now = data.kind === 'bars' ? total : (at.values[0] ?? 0)
  const was =
    at.was === undefined
      ? []
      : [`${data.wasTitle ?? ''} ${figureText(at.was)}`, changeText(now, at.was)]
  return [
    named(series),
    ...told.map(named),
    ...all,
    ...share,
    ...was,
    ...(isPair ? [] : at.facts),
  ].filter(Boolean)
}

/** A mark as it is read aloud: `9월 3일, 입고 1,240, 예정 1,300, 95 %, 30개 중 3번째`. */
export function spokenMark(data: ChartData, place: ChartPlace): string {
  const [count, at] = [data.marks.length, howMany(place.mark + 1)]
  const position = t(label(`${howMany(count)}개 중 ${at}번째`, `${at} of ${howMany(count)}`))
  const title = data.marks[place.mark]?.title ?? ''
  // Whole per cent are heard more easily; what is not all there never sounds as if it were.
  const facts = factsOf(data, place, (share) => `${Math.floor(share)} %`)
  return [title, ...facts, position].join(', ')
}

/** The chart in a sentence, before any of its marks: its name, its size and its largest mark. */
export function spokenChart(data: ChartData): string {
  const { title, marks, series } = data
  const named = series.filter(Boolean).join(', ')
  return [title, named, t(label(`표시 ${howMany(marks.length)}개`, howMany(marks.length, 'mark')))]
    .filter(Boolean)
    .join(', ')
}
