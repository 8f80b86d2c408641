import sql, { raw, type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import { findDateColumn, type Summary } from '#kernel/summary.ts'
import type { Period } from '#kernel/period.ts'
import { columnName } from '#kernel/table.ts'
import { AppError } from '#server/base/app-error.ts'
import { shiftSql } from './summary-sql.ts'
import { getSearchedDates } from './searched-dates.ts'
import type { QueryCall } from './handler.ts'

const periodIntervals: Readonly<Record<Period, string | undefined>> = {
  day: undefined,
  week: '7 days',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
}

/**
 * Columns for measures that depend on the date (`first`, `last`, `peak`, `days`): the date, whether
 * it is the first or last of the group's period, and the number of days in that period. Empty if
 * there is no such measure.
 *
 * @throws AppError SEARCH_INVALID if the search is not a single date range.
 */
export function timeSql(
  summary: Summary,
  { search, today }: QueryCall,
  shift?: NonNullable<Summary['compare']>['shift'],
): Sql[] {
  const on = findDateColumn(summary.measures)
  if (on === undefined) return []
  const request = getSearchedDates(summary.search[on], search[on])
  if (!request) {
    const { ko, en } = summary.search[on]?.label ?? label(on, on)
    throw new AppError(
      422,
      'SEARCH_INVALID',
      label(
        `'${ko}'${josa(ko, '은/는')} 시작일과 종료일로 조회하세요.`,
        `Search ${en} with a start date and an end date.`,
      ),
    )
  }
  // Shift the date only for a comparison shifted by days, because it falls into different weeks and
  // months. A comparison shifted by months does not.
  const move = shift?.unit === 'day' ? Math.trunc(shift.count) : 0
  const shiftDay = (day: Sql) => (move === 0 ? day : sql`(${day} + ${raw(String(move))})`)
  const day = shiftDay(raw(`v.${columnName(on)}`))
  const from = shiftDay(sql`${request[0]}::date`)
  const until = shiftDay(sql`least(${request[1]}::date, ${today}::date)`)
  const months = shift?.unit === 'month' ? shiftSql(shift) : undefined
  const [first, last] = groupTimeRange(summary, on, day, from, until, months)
  return [
    sql`${day} time_day`,
    sql`${day} = ${first} is_first`,
    sql`${day} = ${last} is_last`,
    sql`${last} - ${first} + 1 day_count`,
  ]
}

/** Returns the first and last date of the group's shortest period, limited by the search. */
function groupTimeRange(
  { keys, across }: Summary,
  on: string,
  day: Sql,
  from: Sql,
  until: Sql,
  months: Sql | undefined,
): readonly [Sql, Sql] {
  const times = [...keys, ...(across ? [across.key] : [])].filter(({ column }) => column === on)
  if (times.some(({ period }) => periodIntervals[period ?? 'day'] === undefined)) {
    if (!months) return [day, day]
    const [begin, end] = sourceDays(day, months)
    return [sql`greatest(${from}, ${begin})`, sql`least(${until}, ${end})`]
  }
  const starts = times.map(
    ({ period }) => sql`date_trunc(${raw(`'${period}'`)}, ${day}::timestamp)`,
  )
  const ends = times.map(({ period }, index) => {
    const interval = raw(`interval '${periodIntervals[period ?? 'day']}'`)
    return sql`(${starts[index] ?? day} + ${interval} - interval '1 day')::date`
  })
  const first = starts.reduce((sum, start) => sql`greatest(${sum}, ${start}::date)`, from)
  const last = ends.reduce((sum, end) => sql`least(${sum}, ${end})`, until)
  return [first, last]
}

/**
 * First and last date that a shift by months moves to the same date: the 31st and the 30th both
 * become the last date of a month with 30.
 */
function sourceDays(day: Sql, months: Sql): readonly [Sql, Sql] {
  const moved = sql`(${day} + ${months})::date`
  const monthEnd = (date: Sql) =>
    sql`(date_trunc('month', ${date}::timestamp) + interval '1 month' - interval '1 day')::date`
  const number = (date: Sql) => sql`extract(day from ${date})::int`
  const isLast = sql`${moved} = ${monthEnd(moved)} and ${number(day)} >= ${number(moved)}`
  return [
    sql`case when ${isLast} then ${day} - (${number(day)} - ${number(moved)}) else ${day} end`,
    sql`case when ${isLast} then ${monthEnd(day)} else ${day} end`,
  ]
}
