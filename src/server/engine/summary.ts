import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Query } from '#kernel/operation.ts'
import type { GroupRequest } from '#kernel/group-request.ts'
import { summariseQuery } from '#kernel/summarise-query.ts'
import type { Period } from '#kernel/period.ts'
import { findColumn, keyName, SummaryError, type GroupKey } from '#kernel/summary-key.ts'
import { isShifted, isSummary, findDateColumn, type Summary } from '#kernel/summary.ts'
import { columnName } from '#kernel/table.ts'
import { AppError } from '#server/base/app-error.ts'
import { copiedTypes, isSearchCopied } from './copied-summary.ts'
import { getSearchedDates } from './searched-dates.ts'
import { separateDistinctCounts, groupsWithCounts } from './separate-distinct-counts.ts'
import type { FilterRequest } from './filter-sql.ts'
import {
  canComputeByWindow,
  isSortedByIndex,
  type MeasuredGroups,
  windowOfCopiedGroups,
  windowOfGroups,
} from './group-window.ts'
import type { CopiedGroups, Handler, QueryCall, QueryHandler } from './handler.ts'
import { selectRows } from './run-query.ts'
import { searchConditions } from './search-sql.ts'
import {
  getReadColumns,
  rowCombination,
  comparedSql,
  daySql,
  groupedSql,
  keySql,
  periodSql,
  withDayTotals,
  shiftSql,
} from './summary-sql.ts'
import { timeSql } from './summary-time.ts'

/**
 * Handles a summary by grouping the rows of its source query. Scope and search apply before
 * grouping, searches by a measure after grouping.
 */
export function handleSummary(
  summary: Summary,
  source: QueryHandler,
  filters: readonly FilterRequest[] = [],
): QueryHandler {
  const after = new Set(summary.searchedAfter)
  const order = summary.keys.map((key) => `v.${columnName(keyName(key))}`).join(', ')
  const rowsOf = (call: QueryCall, other: WireRow = {}) => {
    const searched = Object.entries(call.search).filter(([name]) => !after.has(name))
    const search = Object.fromEntries(searched)
    const rows = selectRows(source, call, { search: { ...search, ...other }, filters })
    return { call: { ...call, search }, rows }
  }
  return {
    operation: summary,
    order: order || 'null::int',
    reads: Object.keys(summary.search).filter((name) => !after.has(name)),
    groupedHandler: source,
    copiedGroups: (request) => {
      return filters.length > 0 ? undefined : selectCopiedGroups(summary, source, order, request)
    },
    select: (request) => {
      const { call } = rowsOf(request)
      const toRows = (other?: WireRow) => rowsOf(request, other).rows
      return selectGroups(summary, call, toRows, separateDistinctCounts(summary, source))
    },
    window: (request, window) => {
      if (!canComputeByWindow(summary, source)) return undefined
      const { call, rows } = rowsOf(request)
      const groups = comparedSideSql(summary, 0, rows, call)
      return windowOfGroups(
        summary,
        groups,
        order,
        window,
        measuredColumns(summary, request.search),
      )
    },
  }
}

/**
 * Selects the same groups from the copied rows. Undefined if the copy lacks what the call needs.
 */
function selectCopiedGroups(
  summary: Summary,
  { copied, ...source }: QueryHandler,
  order: string,
  request: QueryCall,
): CopiedGroups | undefined {
  const types = copied && copiedTypes(summary, copied.types)
  const { search } = request
  if (!types || !isSearchCopied(summary, search, copied.types)) return undefined
  const after = new Set(summary.searchedAfter)
  const before = Object.fromEntries(Object.entries(search).filter(([name]) => !after.has(name)))
  const call = { ...request, search: before }
  const found = selectRows({ ...source, select: copied.select }, call, { search: before })
  const rows = comparedSideSql(summary, 0, found, call)
  const searched = measuredColumns(summary, search)
  const isFew = summary.keys.every(({ column }) => source.lowCardinalityColumns?.includes(column))
  return {
    copy: copied.copy,
    types,
    isIndexed: canComputeByWindow(summary, source) && isSortedByIndex(summary, source) && !searched,
    select: groupedSql(summary, sql`(${rows})`, false, new Set(), rowCombination),
    window: isFew
      ? undefined
      : (window) => windowOfCopiedGroups(summary, rows, order, window, searched),
  }
}

function measuredColumns(summary: Summary, search: WireRow): MeasuredGroups | undefined {
  const after = Object.entries(search).filter(([name]) => summary.searchedAfter.includes(name))
  const conditions = searchConditions(summary.search, Object.fromEntries(after))
  return conditions.length > 0 ? { measures: after.map(([name]) => name), conditions } : undefined
}

export function summaryHandlers(
  declared: readonly Readonly<Record<string, unknown>>[],
  handlers: readonly Handler[],
): QueryHandler[] {
  const answers = new Map<Query, QueryHandler>()
  for (const handler of handlers) {
    if ('select' in handler) answers.set(handler.operation, handler)
  }
  return declared
    .flatMap(Object.values)
    .filter(isDeclared)
    .map((summary) => {
      const source = answers.get(summary.source)
      if (!source)
        throw new Error(`${summary.name}: its source ${summary.source.name} has no handler`)
      return handleSummary(summary, source)
    })
}

function isDeclared(value: unknown): value is Summary {
  return typeof value === 'object' && value !== null && 'type' in value && isSummary(value as Query)
}

/**
 * Groups a query as the caller requests. Filters apply to the rows before grouping.
 *
 * @throws AppError GROUP_INVALID if the query cannot be grouped that way.
 */
export function applyGrouping(
  handler: QueryHandler,
  request: GroupRequest,
  filters: readonly FilterRequest[] = [],
): QueryHandler {
  try {
    const summary = summariseQuery(handler.operation, withoutSummedKeys(handler, request))
    rejectDoubleNames(summary)
    return handleSummary(summary, handler.groupedHandler ?? handler, filters)
  } catch (error) {
    if (error instanceof SummaryError) throw new AppError(422, 'GROUP_INVALID', error.text)
    throw error
  }
}

/** Adds the default sums of a query, except of the columns it is grouped by. */
function withoutSummedKeys({ operation }: QueryHandler, request: GroupRequest): GroupRequest {
  if (request.sums !== undefined || isSummary(operation)) return request
  const by = new Set([...request.by, ...(request.across ? [request.across.key] : [])].map(keyName))
  const sums = Object.entries(operation.output).flatMap(([name, { kind, footer }]) =>
    kind === 'number' && footer === 'SUM' && !by.has(name) ? [name] : [],
  )
  return { ...request, sums }
}

/** Throws AppError 422 if a column is a key twice, or both a key and a measure. */
function rejectDoubleNames({ keys, measures }: Summary): void {
  const names = [...keys.map(keyName), ...Object.keys(measures)]
  const double = names.find((name, index) => names.indexOf(name) !== index)
  if (double === undefined) return
  const text = label(`${double} 열이 두 번 있습니다.`, `${double} is listed twice.`)
  throw new AppError(422, 'GROUP_INVALID', text)
}

function selectGroups(
  summary: Summary,
  call: QueryCall,
  rowsOf: (other?: WireRow) => Sql,
  apart: readonly string[],
): Sql {
  const { compare, zeros } = summary
  const own = comparedSideSql(summary, 0, rowsOf(), call)
  if (apart.length > 0) return groupsWithCounts(summary, own, apart)
  if (!compare && !zeros) return groupedSql(summary, withDayTotals(summary, sql`(${own})`), false)
  const there = compare && { ...call, search: { ...call.search, ...compare.search } }
  const sides = there
    ? sql`${own} union all ${comparedSideSql(summary, 1, rowsOf(compare.search), there, compare)}`
    : own
  const rows = zeros
    ? withFillerRows(summary, call, sides)
    : { before: empty, rows: sql`(${sides})` }
  const groups = groupedSql(summary, withDayTotals(summary, rows.rows), true)
  const all = sql`${rows.before} ${groups}`
  return compare ? comparedSql(summary, all) : all
}

function comparedSideSql(
  summary: Summary,
  side: 0 | 1,
  rows: Sql,
  call: QueryCall,
  compare?: Summary['compare'],
): Sql {
  const { across } = summary
  const shift = shiftSql(compare?.shift)
  const getShift = (key: GroupKey) => (isShifted(summary, key) ? shift : undefined)
  const columns = groupColumns(summary).map(({ name, key }) => {
    return sql`${key ? keySql(summary, key, getShift(key)) : raw(`v.${name}`)} as ${raw(name)}`
  })
  const period = periodKey(summary)
  const { output } = summary.source
  const day = period && daySql(findColumn(output, period.column), period.column, getShift(period))
  return sql`
    select ${join([
      sql`${raw(String(side))} side`,
      ...columns,
      sql`${across ? keySql(summary, across.key, getShift(across.key)) : raw('null::text')} across_key`,
      sql`${day ?? raw('null::date')} period_day`,
      ...timeSql(summary, call, compare?.shift),
    ])} from (${rows}) v`
}

function groupColumns(summary: Summary) {
  const keys = summary.keys.map((key) => ({ name: columnName(keyName(key)), key }))
  const taken = new Set(keys.map(({ name }) => name))
  const read = getReadColumns(summary).map(columnName)
  const others = read.filter((name) => !taken.has(name))
  return [...keys, ...others.map((name) => ({ name, key: undefined }))]
}

function periodKey({ keys, zeros }: Summary) {
  return zeros ? keys.find(({ period }) => period) : undefined
}

const periodSteps: Readonly<Record<Period, string>> = {
  day: '1 day',
  week: '7 days',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
}

/** Adds a filler row per period for each combination of the other keys. */
function withFillerRows(summary: Summary, call: QueryCall, rows: Sql): { before: Sql; rows: Sql } {
  const period = periodKey(summary)?.period ?? 'day'
  const names = new Set(summary.names.map(columnName))
  const parts = groupColumns(summary)
  const columns = parts.map(({ name, key }) => {
    if (key?.period) return periodSql(period, raw('d.day::date'))
    return raw(key || names.has(name) ? `c.${name}` : 'null')
  })
  const others = parts.filter(({ key }) => key && !key.period).map(({ name }) => name)
  const named = [...names].map((name) => `min(${name}) ${name}`)
  const combinations = `select ${[...others, ...named].join(', ')} from b group by ${others.join(', ')}`
  const column = periodKey(summary)?.column ?? ''
  const [first, last] = getSearchedDates(summary.search[column], call.search[column]) ?? [
    null,
    null,
  ]
  const times = timeSql(summary, call).map(() => raw('null'))
  // End at today, because future balances are unknown, not zero.
  const until = findDateColumn(summary.measures)
    ? sql`least(last_day, ${call.today}::date)`
    : raw('last_day')
  const hasBothEnds = first !== null && last !== null
  // Do not materialize rows that are read only once. This allows a parallel scan.
  const isReadOnce = hasBothEnds && others.length === 0
  const filled = sql`(
    select * from ${isReadOnce ? sql`(${rows})` : empty} b
    union all
    select ${join([raw('2'), ...columns, raw('null'), raw('null'), ...times])}
    from span
    cross join generate_series(date_trunc(${period}, first_day::timestamp), ${until}::timestamp,
      ${raw(`interval '${periodSteps[period]}'`)}) d(day)
    cross join (${raw(others.length > 0 ? combinations : 'select 1')}) c)`
  const span = hasBothEnds
    ? sql`select ${first}::date first_day, ${last}::date last_day`
    : sql`select coalesce(${first}::date, min(period_day)) first_day,
        coalesce(${last}::date, max(period_day)) last_day
      from b where side = 0`
  const before = sql`with ${isReadOnce ? empty : sql`b as materialized (${rows}),`} span as (${span})`
  return { before, rows: filled }
}
