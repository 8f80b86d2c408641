import type { ChartData, ChartPlace } from './chart-data.ts'

/** Ways from a mark to another. */
export type ChartStep =
  | 'next'
  | 'previous'
  | 'next-series'
  | 'previous-series'
  | 'first'
  | 'last'
  | 'tenth-on'
  | 'tenth-back'

/** A place that the chart has: the nearest one. */
export function nearestPlace({ marks, series }: ChartData, { mark, series: of }: ChartPlace) {
  const within = (value: number, count: number) => Math.max(0, Math.min(value, count - 1))
  return { mark: within(mark, marks.length), series: within(of, series.length) }
}

/** Where a step leads; at an end it stays. */
export function stepped(data: ChartData, { mark, series }: ChartPlace, step: ChartStep) {
  const tenth = Math.max(1, Math.round(data.marks.length / 10))
  const to: Readonly<Record<ChartStep, ChartPlace>> = {
    next: { mark: mark + 1, series },
    previous: { mark: mark - 1, series },
    'next-series': { mark, series: series + 1 },
    'previous-series': { mark, series: series - 1 },
    first: { mark: 0, series },
    last: { mark: data.marks.length - 1, series },
    'tenth-on': { mark: mark + tenth, series },
    'tenth-back': { mark: mark - tenth, series },
  }
  return nearestPlace(data, to[step])
}

/** The mark that a typed text means: by its name, else its title, else its value; -1 for none. */
export function markTyped(data: ChartData, typed: string, series: number): number {
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
    const found = marks.findIndex((_, at) => test(at))
    if (found >= 0) return found
  }
  return -1
}
