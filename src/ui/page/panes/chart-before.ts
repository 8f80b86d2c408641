import { addDays, addMonths } from '#kernel/calendar.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { ChartPart } from '#kernel/screen.ts'
import { parseSearch } from '#kernel/search-value.ts'
import { isSummary } from '#kernel/summary.ts'
import { today } from '#ui/base/calendar-day.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { call } from '#ui/remote/api.ts'
import { givenSearch, queryPath } from '#ui/remote/query-call.ts'
import { keyOfRow } from './chart-rows.ts'

interface Shift {
  readonly COUNT: number
  readonly UNIT: 'day' | 'month'
}

/** The search of the period before, and how far its days lie from those shown. */
export interface Before {
  readonly search: WireRow
  readonly shift?: Shift
  readonly title: Label
}

const daysBetween = (from: string, to: string): number => {
  const at = (day: string) =>
    Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))
  return Math.round((at(to) - at(from)) / 86_400_000)
}

/**
 * The period before the one that was searched for, as long and just before it; of a month from its
 * first day the same days of the month before. Where a past can be asked for, a month ago. Undefined
 * where neither is said.
 */
export function periodBefore(search: Fields, answered: WireRow, now: string): Before | undefined {
  for (const [name, field] of Object.entries(search)) {
    const typed = answered[name]
    if (field.kind !== 'date' || typed == null || typed === '') continue
    const found = parseSearch(field, String(typed))
    const [from, to = from] = found?.values ?? []
    const isPeriod = found?.operator === 'between' || found?.operator === '='
    if (!isPeriod || !/^\d{8}$/.test(from ?? '') || !/^\d{8}$/.test(to ?? '')) continue
    return { ...spanBefore(name, from ?? '', to ?? ''), title: label('전 기간', 'Before') }
  }
  if (!('AS_OF' in search)) return undefined
  const moment = addMonths(String(answered['AS_OF'] ?? now).slice(0, 8), -1)
  return { search: { AS_OF: `${moment}235959` }, title: label('한 달 전', 'A month ago') }
}

function spanBefore(name: string, from: string, to: string): { search: WireRow; shift: Shift } {
  const isMonth = from.endsWith('01') && from.slice(0, 6) === to.slice(0, 6)
  if (isMonth) {
    // A whole month is held against a whole one, however long each is.
    const isWhole = addDays(to, 1).endsWith('01')
    const last = isWhole ? addDays(from, -1) : addMonths(to, -1)
    const search = { [name]: `${addMonths(from, -1)}~${last}` }
    return { search, shift: { COUNT: 1, UNIT: 'month' } }
  }
  const length = daysBetween(from, to) + 1
  const search = { [name]: `${addDays(from, -length)}~${addDays(from, -1)}` }
  return { search, shift: { COUNT: length, UNIT: 'day' } }
}

/**
 * What each mark was in the period before, by its key; undefined where the screen has no such
 * period. Throws CallError.
 */
export async function askBefore(
  page: PageModel,
  chart: ChartPart,
): Promise<{ title: Label; values: ReadonlyMap<string, number> } | undefined> {
  const { source } = page.part
  if (!isSummary(source)) return undefined
  const before = periodBefore(source.search, page.loaded.answered, today())
  if (!before) return undefined
  const wanted = new Set([chart.x].flat())
  const keys = source.keys.filter(({ column, period }) =>
    wanted.has(period ? `${column}_${period.toUpperCase()}` : column),
  )
  const body = {
    SEARCH: givenSearch(page.part, page.loaded.answered),
    GROUP: {
      BY: keys.map(({ column, period }) => (period ? { COLUMN: column, PERIOD: period } : column)),
      COMPARE: { SEARCH: before.search, ...(before.shift && { SHIFT: before.shift }) },
    },
  }
  const answer = await call<{ data: WireRow[] }>(queryPath(page.part), body, { quiet: true })
  const column = `${[chart.y].flat()[0]}_WAS`
  const values = new Map<string, number>()
  for (const row of answer.data) {
    values.set(
      keyOfRow(chart, (name) => row[name]),
      Number(row[column] ?? 0),
    )
  }
  return { title: before.title, values }
}
