import { scaleLinear } from 'd3-scale'
import { max } from 'd3-array'
import { weekday } from '#kernel/calendar.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { formatFigure, type ChartData, type ChartMark } from './chart-data.ts'
import { textWidth, type Ink, type Scene, type SceneMark, type Shape } from './scene.ts'

const weekdays = label('월화수목금토일', 'MTWTFSS')
/** Top of the months in pixels, below the text of the current mark. */
const TOP = 46
const HEADER_HEIGHT = 38
const GAP = 18
const MIN_MONTH = 300
const MAX_CELL = 78

export interface CalendarPosition {
  readonly mark: number
  /** Date drawn with a frame. */
  readonly today: string
}

const toMonth = (date = ''): string => date.slice(0, 6)

/** Months next to that of the current mark, as many as fit. */
function visibleMonths(months: readonly string[], current: string, count: number): string[] {
  const index = Math.max(0, months.indexOf(current))
  const first = Math.max(0, Math.min(index - Math.floor(count / 2), months.length - count))
  return months.slice(first, first + count)
}

function monthTitle(month: string): string {
  const [year, number] = [month.slice(0, 4), Number(month.slice(4))]
  return t(label(`${year}년 ${number}월`, `${year}-${month.slice(4)}`))
}

/** Months of dates, Monday to Sunday. The shade of a date is its first value. */
export function calendarScene(
  { marks }: ChartData,
  { width, height }: { readonly width: number; readonly height: number },
  place: CalendarPosition,
): Scene {
  const months = [...new Set(marks.map(({ date }) => toMonth(date)))]
  const count = Math.min(months.length, Math.max(1, Math.floor(width / MIN_MONTH)))
  const shown = visibleMonths(months, toMonth(marks[place.mark]?.date), count)
  const wide = Math.min(MAX_CELL, Math.floor((width / Math.max(1, count) - GAP) / 7))
  const high = Math.floor((height - TOP - HEADER_HEIGHT - 4) / 6)
  const highest = max(marks, ({ values }) => values[0] ?? 0) ?? 0
  const share = scaleLinear([0, Math.max(1, highest)], [0.16, 1]).clamp(true)
  const monthLeft = (month: string): number => GAP / 2 + shown.indexOf(month) * (wide * 7 + GAP)
  const heads = shown.flatMap((month): Shape[] => [
    {
      kind: 'text',
      x: monthLeft(month) + 4,
      y: TOP + 12,
      text: monthTitle(month),
      ink: 'strong',
      anchor: 'start',
    },
    ...Array.from(t(weekdays), (text, day): Shape => {
      const x = monthLeft(month) + wide * (day + 0.5)
      return {
        kind: 'text',
        x,
        y: TOP + 30,
        text,
        ink: day === 6 ? 'low' : 'quiet',
        anchor: 'middle',
      }
    }),
  ])
  const drawn = marks.flatMap((mark, index): SceneMark[] => {
    const { date = '' } = mark
    if (!shown.includes(toMonth(date))) return []
    const start = weekday(`${toMonth(date)}01`) - 1
    const [day, column] = [Number(date.slice(6)), weekday(date) - 1]
    const x = monthLeft(toMonth(date)) + wide * column
    const y = TOP + HEADER_HEIGHT + high * Math.floor((start + day - 1) / 7)
    const box = { x: x + 1, y: y + 1, width: wide - 2, height: high - 2 }
    const shapes = dateShapes(mark, box, { share, isToday: date === place.today })
    return [{ mark: index, series: 0, x, y, width: wide, height: high, shapes }]
  })
  return { width, height, background: heads, marks: drawn, overlay: [] }
}

function dateShapes(
  { date = '', values, isLow }: ChartMark,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { share, isToday }: { readonly share: (value: number) => number; readonly isToday: boolean },
): Shape[] {
  const value = values[0] ?? 0
  const strength = share(value)
  const ink: Ink = value && strength > 0.55 ? 'on-heat' : value ? 'strong' : 'quiet'
  const base = box.y + box.height / 2 + 4
  const text = formatFigure(value)
  const day = String(Number(date.slice(6)))
  const fits = value !== 0 && textWidth(day) + textWidth(text) + 14 <= box.width
  return [
    { kind: 'rect', ...box, ink: 'heat', share: value ? strength : 0.04 },
    ...(isToday ? [{ kind: 'rect', ...box, ink: 'accent', isOutline: true } as const] : []),
    {
      kind: 'text',
      x: box.x + 5,
      y: base,
      text: day,
      ink: value === 0 && weekday(date) === 7 ? 'low' : ink,
      anchor: 'start',
    },
    ...(fits
      ? [{ kind: 'text', x: box.x + box.width - 5, y: base, text, ink, anchor: 'end' } as const]
      : []),
    ...(isLow
      ? [{ kind: 'dot', x: box.x + box.width - 4, y: box.y + 4, radius: 3, ink: 'warn' } as const]
      : []),
  ]
}
