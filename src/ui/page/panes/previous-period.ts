import { addDays, addMonths, daysBetween } from '#kernel/calendar.ts'
import { completeMonths } from '#kernel/complete-months.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import type { GroupRequest } from '#kernel/group-request.ts'
import { label, type Label } from '#kernel/label.ts'
import type { ChartPart } from '#kernel/screen.ts'
import { keyName } from '#kernel/summary-key.ts'
import { isSummary, type Summary } from '#kernel/summary.ts'
import { today } from '#ui/base/calendar-day.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { searchedDates, type SearchedDates } from '#ui/page/model/report-shape.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { markKey } from './chart-rows.ts'

type PreviousPeriod = NonNullable<GroupRequest['compare']> & { readonly title: Label }

/**
 * Returns the preceding period of equal length. Complete months get complete months, and a range
 * within one month that starts on the first gets the same days of the previous month. For a screen
 * with `AS_OF`, returns one month ago. Undefined if the search has neither.
 */
export function previousPeriod(
  search: Fields,
  answered: WireRow,
  now: string,
): PreviousPeriod | undefined {
  const days = searchedDates({ search }, answered)
  if (days) return { ...previousDates(days), title: label('이전 기간', 'Previous period') }
  if (!('AS_OF' in search)) return undefined
  const asOf = String(answered['AS_OF'] ?? `${now}235959`).replaceAll(/\D/g, '')
  const AS_OF = addMonths(asOf.slice(0, 8), -1) + asOf.slice(8)
  return { search: { AS_OF }, title: label('한 달 전', 'A month ago') }
}

function previousDates({ name, first, last }: SearchedDates): NonNullable<GroupRequest['compare']> {
  const complete = completeMonths(first, last)
  if (complete > 0) {
    const search = { [name]: `${addMonths(first, -complete)}~${addDays(first, -1)}` }
    return { search, shift: { count: complete, unit: 'month' } }
  }
  const isMonth = first.endsWith('01') && first.slice(0, 6) === last.slice(0, 6)
  if (isMonth) {
    const search = { [name]: `${addMonths(first, -1)}~${addMonths(last, -1)}` }
    return { search, shift: { count: 1, unit: 'month' } }
  }
  const count = daysBetween(first, last) + 1
  const search = { [name]: `${addDays(first, -count)}~${addDays(first, -1)}` }
  return { search, shift: { count, unit: 'day' } }
}

/**
 * Queries the values of the previous period by mark key. Undefined if the screen has no such
 * period. Throws CallError.
 */
export async function fetchPreviousPeriod(
  page: PageModel,
  chart: ChartPart,
): Promise<{ title: Label; values: ReadonlyMap<string, number> } | undefined> {
  const { source } = page.part
  if (!isSummary(source)) return undefined
  const before = previousPeriod(source.search, page.loaded.answered, today())
  if (!before) return undefined
  const wanted = new Set([chart.x].flat())
  const { title, ...compare } = before
  const by = source.keys.filter((key) => wanted.has(keyName(key)))
  const request: Summary = { ...source, asked: { by, compare } }
  const column = `${[chart.y].flat()[0]}_WAS`
  const values = new Map<string, number>()
  for (const row of await postQuery({ ...page.part, source: request }, page.loaded.answered)) {
    values.set(
      markKey(chart, (name) => row[name]),
      Number(row[column] ?? 0),
    )
  }
  return { title, values }
}
