import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { toIsoDay } from '#kernel/calendar.ts'
import { dateRangeError } from '#kernel/date-range.ts'
import { completeDate, getDateLength, type DateLength } from '#kernel/date-box.ts'
import type { Field, Fields, WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Query, Scope } from '#kernel/operation.ts'
import type { SearchCondition } from '#kernel/search-value.ts'
import { columnName } from '#kernel/table.ts'
import { AppError } from '#server/base/app-error.ts'
import { isStorable } from '#server/base/storable-json.ts'
import type { DataScope } from '#server/auth/caller.ts'
import { invalidSearchError, readTypedSearch, rejectLongPattern } from './typed-search.ts'

/** Returns whether the search has a value in one of these fields. */
export function isSearchedBy(search: WireRow, names: readonly string[]): boolean {
  return names.some((name) => (search[name] ?? null) !== null)
}

/**
 * Builds the search conditions on `v`. Column names come only from the declared fields, and user
 * input is passed as parameters.
 * @throws AppError SEARCH_INVALID for a value that is not a condition, because ignoring it would
 * return all rows.
 */
export function searchConditions(fields: Fields, search: WireRow): Sql[] {
  const conditions: Sql[] = []
  for (const [name, field] of Object.entries(fields)) {
    const typed = String(search[name] ?? '')
    if (typed.trim() === '') continue
    const condition = isStorable(typed) ? readTypedSearch(field, typed) : undefined
    if (!condition?.values.length) throw invalidSearchError(field, typed)
    conditions.push(conditionSql(name, field, condition))
  }
  return conditions
}

/**
 * Validates a search against its declared fields, including those that the SELECT applies itself.
 * @throws AppError SEARCH_INVALID for an unknown column or an invalid value.
 */
export function assertSearch({ search: fields, title }: Query, search: WireRow): void {
  const unknown = Object.keys(search).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) {
    const names = Object.keys(fields).join(', ') || '-'
    throw new AppError(
      422,
      'SEARCH_INVALID',
      label(
        `'${title.ko}'에는 '${unknown}' 조회 조건이 없습니다. 가능한 조건: ${names}`,
        `'${title.en}' has no condition '${unknown}'. Possible: ${names}`,
      ),
    )
  }
  searchConditions(fields, search)
}

/**
 * Restricts `v` to the session's scope. A query without the scope columns fails instead of leaking
 * rows.
 */
export function scopeConditions(scope: Scope, data: DataScope): Sql[] {
  const conditions: Sql[] = []
  if (scope === 'warehouse' || scope === 'warehouse-owner')
    conditions.push(sql`v.wcode = ${data.wcode}`)
  if ((scope === 'owner' || scope === 'warehouse-owner') && data.owners)
    conditions.push(sql`v.owner_cd = any(${[...data.owners]}::text[])`)
  return conditions
}

export function whereAll(conditions: readonly Sql[]): Sql {
  return conditions.length ? sql`where ${join([...conditions], ' and ')}` : empty
}

/** Rejects a date range that is reversed or longer than its field allows (spec §5). */
function rejectRange(field: Field, { operator, values }: SearchCondition): void {
  const isDated = field.kind === 'date' || field.kind === 'datetime' || field.kind === 'month'
  if (operator !== 'between' || !isDated) return
  const [start = '', end = ''] = values.map(stripSeparators)
  const error = dateRangeError(start, end, field.maxSpan)
  if (error) throw new AppError(422, error.code, error)
}

function conditionSql(name: string, field: Field, condition: SearchCondition): Sql {
  rejectRange(field, condition)
  if (field.kind === 'datetime' && !field.local) return timestampSql(name, field, condition)
  rejectPartialDates(field, condition)
  const column = columnSql(name, field, condition)
  const values = condition.values.map((value, index) =>
    toSqlText(field, value, impliedEnd(condition, index)),
  )
  const type = sqlTypes[field.kind]
  const [first, second] = values.map((value) => (type ? sql`${value}::${type}` : sql`${value}`))
  if (condition.operator === 'in' || (field.mergedCodes && condition.operator === '=')) {
    // One array, because a statement takes at most 65,535 parameters.
    const listed = type ? sql`any(${values}::${type}[])` : sql`any(${values})`
    return field.mergedCodes
      ? mergedSql(column, listed, field.mergedCodes)
      : sql`${column} = ${listed}`
  }
  if (condition.operator === 'between') return sql`${column} between ${first} and ${second}`
  if (condition.operator === 'like' || condition.operator === 'not like') {
    rejectLongPattern(field, condition.values[0] ?? '')
    const negated = condition.operator === 'not like' ? raw('not ilike') : raw('ilike')
    return sql`${column}::text ${negated} ${first}`
  }
  return sql`${column} ${raw(condition.operator)} ${first}`
}

function mergedSql(column: Sql, codes: Sql, merged: NonNullable<Field['mergedCodes']>): Sql {
  const former = sql`select m.${raw(merged.code)} from ${raw(merged.table)} m
    where m.${raw(merged.mergedInto)} = ${codes}`
  return sql`(${column} = ${codes} or ${column} in (${former}))`
}

/**
 * Rejects invalid months and local date-times. They are stored as text, which the database does not
 * check.
 */
function rejectPartialDates(field: Field, { operator, values }: SearchCondition): void {
  const length = getDateLength(field)
  if (length === undefined || length === 8 || operator.endsWith('like')) return
  const bad = values.find((value) => toTimestamp(stripSeparators(value), length) === undefined)
  if (bad !== undefined) throw invalidSearchError(field, bad)
}

function stripSeparators(value: string): string {
  return value.replaceAll(/[-./: T]/g, '')
}

/** A local date-time is stored as text, so search a partial value by prefix. */
function columnSql(name: string, { local }: Field, { values }: SearchCondition): Sql {
  const column = raw(`v.${columnName(name)}`)
  if (!local) return column
  const lengths = values.map((value) => stripSeparators(value).length)
  return sql`left(${column}, ${Math.max(...lengths)})`
}

/**
 * Searches timestamps in warehouse time, by date or to the second, as an index-friendly range of
 * the column.
 */
function timestampSql(name: string, field: Field, condition: SearchCondition): Sql {
  const digits = condition.values.map(stripSeparators)
  const comparesDates = digits.every((value) => value.length <= 8)
  const format = raw(comparesDates ? `'YYYYMMDD'` : `'YYYYMMDDHH24MISS'`)
  const moments = digits.map((value, index) => {
    const timestamp = toTimestamp(value, comparesDates ? 8 : 14, impliedEnd(condition, index))
    if (timestamp === undefined) throw invalidSearchError(field, condition.values[index] ?? '')
    return timestamp
  })
  const toClock = (timestamp: Sql): Sql => sql`to_timestamp(${timestamp}, ${format})::timestamp`
  const clocks = moments.slice(0, maxRanges).map((timestamp) => toClock(sql`${timestamp}`))
  const [first = empty, second = first] = clocks
  if (condition.operator.endsWith('like'))
    throw invalidSearchError(field, condition.values[0] ?? '')
  const column = raw(`v.${columnName(name)}`)
  const unit = comparesDates ? sql`interval '1 day'` : sql`interval '1 second'`
  const from = (clock: Sql): Sql => sql`${column} >= (${clock}) at time zone 'Asia/Seoul'`
  const before = (clock: Sql): Sql => sql`${column} < (${clock}) at time zone 'Asia/Seoul'`
  const after = (clock: Sql): Sql => sql`${clock} + ${unit}`
  const within = (clock: Sql): Sql => sql`(${from(clock)} and ${before(after(clock))})`
  const ranges: Partial<Record<SearchCondition['operator'], Sql>> = {
    between: sql`(${from(first)} and ${before(after(second))})`,
    '<': before(first),
    '<=': before(after(first)),
    '>': from(after(first)),
    '>=': from(first),
    '!=': sql`not ${within(first)}`,
  }
  const range = ranges[condition.operator]
  if (range || moments.length <= maxRanges) {
    return range ?? sql`(${join(clocks.map(within), ' or ')})`
  }
  return sql`exists (select from unnest(${moments}::text[]) moment
    where ${within(toClock(sql`moment`))})`
}

/** Longer lists are passed as one array, because a statement takes at most 65,535 parameters. */
const maxRanges = 20

/** A month or year at the end of a range means its last date: `~2027-03` includes all of March. */
function impliedEnd({ operator }: SearchCondition, at: number): 'first' | 'last' {
  const isEnd = operator === '<=' || operator === '>' || (operator === 'between' && at === 1)
  return isEnd ? 'last' : 'first'
}

/** Types of search values by kind of field. Other values have the type of their column. */
const sqlTypes: Readonly<Partial<Record<Field['kind'], Sql>>> = {
  // State the precision, because other databases default to no decimals.
  number: raw('numeric(24,9)'),
  progress: raw('numeric(24,9)'),
  date: raw('date'),
}

function toSqlText(field: Field, value: string, end: 'first' | 'last'): string {
  if (field.kind === 'number' || field.kind === 'progress') {
    const number = value.replaceAll(',', '')
    if (!/^-?\d{1,15}(\.\d{1,9})?$/.test(number)) throw invalidSearchError(field, value)
    return number
  }
  if (field.kind === 'date') {
    const day = toTimestamp(value, 8, end)
    if (day === undefined) throw invalidSearchError(field, value)
    return toIsoDay(day)
  }
  return field.local ? stripSeparators(value) : value
}

function toTimestamp(
  value: string,
  length: DateLength,
  end: 'first' | 'last' = 'first',
): string | undefined {
  return /^\d+$/.test(value) ? completeDate(value, length, end) : undefined
}
