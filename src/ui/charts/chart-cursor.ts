import { addDays, addMonths } from '#kernel/calendar.ts'
import type { ChartData, ChartPlace } from './chart-data.ts'

export function nearestPosition({ marks, series }: ChartData, { mark, series: of }: ChartPlace) {
  const clampTo = (value: number, count: number) => Math.max(0, Math.min(value, count - 1))
  return { mark: clampTo(mark, marks.length), series: clampTo(of, series.length) }
}

type Step = (from: ChartPlace, marks: number) => ChartPlace

const tenthOfMarks = (marks: number) => Math.max(1, Math.round(marks / 10))

const steps = {
  next: ({ mark, series }) => ({ mark: mark + 1, series }),
  previous: ({ mark, series }) => ({ mark: mark - 1, series }),
  'next-series': ({ mark, series }) => ({ mark, series: series + 1 }),
  'previous-series': ({ mark, series }) => ({ mark, series: series - 1 }),
  first: ({ series }) => ({ mark: 0, series }),
  last: ({ series }, marks) => ({ mark: marks - 1, series }),
  'tenth-on': ({ mark, series }, marks) => ({ mark: mark + tenthOfMarks(marks), series }),
  'tenth-back': ({ mark, series }, marks) => ({ mark: mark - tenthOfMarks(marks), series }),
} satisfies Readonly<Record<string, Step>>

export type ChartStep = keyof typeof steps

/** In a calendar, up and down move by a week, and a page by a month. */
const calendarSteps: Partial<Record<ChartStep, (date: string) => string>> = {
  'next-series': (date) => addDays(date, 7),
  'previous-series': (date) => addDays(date, -7),
  'tenth-on': (date) => addMonths(date, 1),
  'tenth-back': (date) => addMonths(date, -1),
}

export function moveCursor(data: ChartData, place: ChartPlace, step: ChartStep) {
  const date = data.marks[place.mark]?.date
  const toDate = date === undefined ? undefined : calendarSteps[step]?.(date)
  if (toDate !== undefined) {
    const mark = data.marks.findIndex((candidate) => candidate.date === toDate)
    return mark < 0 ? place : { ...place, mark }
  }
  return nearestPosition(data, steps[step](place, data.marks.length))
}

/** Index of the mark that matches the text by name, title or value, in this order; -1 for none. */
export function findMarkByText(data: ChartData, typed: string, series: number): number {
  const text = typed.trim().toLowerCase().replaceAll(',', '')
  if (text === '') return -1
  const { marks } = data
  const tests: readonly ((at: number) => boolean)[] = [
    (at) => marks[at]?.name.toLowerCase() === text,
    (at) => marks[at]?.name.toLowerCase().startsWith(text) === true,
    (at) => marks[at]?.title.toLowerCase().includes(text) === true,
    (at) => String(marks[at]?.values[series] ?? '').startsWith(text),
  ]
  for (const test of tests) {
    const found = marks.findIndex((_, index) => test(index))
    if (found >= 0) return found
  }
  return -1
}
