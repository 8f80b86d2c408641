import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Field } from '#kernel/field.ts'
import { acrossName, isCompared, findMeasure, type Measure, type Summary } from '#kernel/summary.ts'
import { getUnitColumn, getVoidCodes } from '#kernel/operation.ts'
import type { Period } from '#kernel/period.ts'
import { findColumn, keyName, type GroupKey } from '#kernel/summary-key.ts'
import { columnName } from '#kernel/table.ts'
import { countedSql } from './counted-sql.ts'

const periodTexts: Readonly<Record<Period, string | undefined>> = {
  day: undefined,
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
}

export function periodSql(period: Period, day: Sql): Sql {
  const format = periodTexts[period]
  return format === undefined ? day : sql`to_char(${day}, ${raw(`'${format}'`)})`
}

export function shiftSql(shift: NonNullable<Summary['compare']>['shift']): Sql | undefined {
  return shift && raw(`interval '${Math.trunc(shift.count)} ${shift.unit}'`)
}

/** Date of a row `v` in the warehouse time zone, shifted for the rows of a comparison. */
export function daySql(field: Field, column: string, shift?: Sql): Sql {
  const value = raw(`v.${columnName(column)}`)
  const day = field.kind === 'datetime' ? sql`(${value} at time zone 'Asia/Seoul')::date` : value
  return shift ? sql`(${day} + ${shift})::date` : day
}

/**
 * Group key of a row `v`. Empty text becomes null, as on the wire. A required key is used without a
 * function call, so the first page of groups can use an index.
 */
export function keySql(summary: Summary, key: GroupKey, shift?: Sql): Sql {
  const field = findColumn(summary.source.output, key.column)
  if (!key.period && shift && field.kind === 'date') return daySql(field, key.column, shift)
  if (!key.period) {
    const column = raw(`v.${columnName(key.column)}`)
    return isText(field) && !field.required ? sql`nullif(${column}::text, '')` : column
  }
  return periodSql(key.period, daySql(field, key.column, shift))
}

export function getReadColumns({ names, measures, unit, source }: Summary): string[] {
  const measured = Object.values(measures).flatMap((measure) => {
    return measure.kind === 'ratio' || measure.kind === 'days' ? [] : measure.of
  })
  const voids = getVoidCodes(source.output).map(([name]) => name)
  return [...new Set([...names, ...measured, ...(unit === undefined ? [] : [unit]), ...voids])]
}

/**
 * Groups rows `r` into keys, names, unit and measures, except measures derived from others. With
 * several searches, rows have a `side`: 0 for the query, 1 for the comparison, 2 for fillers of
 * periods without rows. `without` omits columns: see `separateDistinctCounts`.
 */
export function groupedSql(
  summary: Summary,
  rows: Sql,
  hasSides: boolean,
  without: ReadonlySet<string> = new Set(),
  combine: CombineColumns = combinationText,
): Sql {
  const { keys, names, unit, measures, compare, across } = summary
  const own = hasSides ? raw('r.side = 0') : undefined
  const as = (value: Sql, name: string) => sql`${value} as ${raw(columnName(name))}`
  const grouped = keys.map(keyName)
  const columns = [
    ...grouped.map((name) => raw(`r.${columnName(name)}`)),
    ...names.filter((name) => !without.has(name)).map((name) => as(commonValueSql(name), name)),
    ...(unit === undefined || grouped.includes(unit) || without.has(unit)
      ? []
      : [as(unitsSql(unit), unit)]),
  ]
  for (const [name, measure] of Object.entries(measures)) {
    if (without.has(name)) continue
    columns.push(as(measureSql(summary, measure, own, combine), name))
    if (!compare) continue
    columns.push(as(measureSql(summary, measure, raw('r.side = 1'), combine), `${name}_WAS`))
  }
  for (const [index, value] of (across?.values ?? []).entries()) {
    const isIt = sql`coalesce(r.across_key::text, '') = ${value ?? ''}`
    const where = own ? sql`${own} and ${isIt}` : isIt
    for (const name of across?.measures ?? []) {
      const measure = findMeasure(measures, name)
      columns.push(as(measureSql(summary, measure, where, combine), acrossName(name, index)))
      if (!compare) continue
      const there = sql`r.side = 1 and ${isIt}`
      columns.push(
        as(measureSql(summary, measure, there, combine), `${acrossName(name, index)}_WAS`),
      )
    }
  }
  const places = grouped.map((_, index) => index + 1).join(', ')
  const by = grouped.length > 0 ? raw(`group by ${places}`) : empty
  return sql`select ${join(columns)} from ${rows} r ${by}`
}

export function comparedSql({ measures, across }: Summary, groups: Sql): Sql {
  const totals = Object.entries(measures).flatMap(([name, { kind, field }]) => {
    if (!isCompared(field)) return []
    const [now, was] = [columnName(name), columnName(`${name}_WAS`)]
    const change = sql`${raw(`g.${now} - g.${was} ${now}_diff`)}`
    if (kind === 'ratio') return [change]
    const rate = quotientSql(raw(`(g.${now} - g.${was})`), raw(`g.${was}`), 100, 1)
    return [change, sql`${rate} ${raw(`${now}_pct`)}`]
  })
  const pivotColumns = (across?.values ?? []).flatMap((_, index) =>
    (across?.measures ?? []).flatMap((name) => {
      const now = columnName(acrossName(name, index))
      const isChanged = isCompared(findMeasure(measures, name).field)
      return isChanged ? [sql`${raw(`g.${now} - g.${now}_was ${now}_diff`)}`] : []
    }),
  )
  const changes = [...totals, ...pivotColumns]
  return changes.length > 0 ? sql`select g.*, ${join(changes)} from (${groups}) g` : groups
}

function commonValueSql(name: string): Sql {
  const column = `r.${columnName(name)}`
  return raw(`case when min(${column}) = max(${column}) then min(${column}) end`)
}

function unitsSql(unit: string): Sql {
  const column = `r.${columnName(unit)}`
  return raw(`(select string_agg(distinct u, ',' order by u)
    from unnest(string_to_array(string_agg(distinct ${column}, ','), ',')) t(u))`)
}

function measureSql(
  summary: Summary,
  measure: Measure,
  where: Sql | undefined,
  combine: CombineColumns,
): Sql {
  const filter = where ? sql` filter (where ${where})` : empty
  switch (measure.kind) {
    case 'sum':
      return sumSql(summary, measure, where)
    case 'first':
      return sumSql(summary, measure, where, raw('r.is_first'))
    case 'last':
      return sumSql(summary, measure, where, raw('r.is_last'))
    case 'peak':
      return peakSql(summary, measure, where, filter)
    case 'days':
      return sql`${raw('max(r.day_count)')}${filter}`
    case 'min':
    case 'max':
      return sql`${raw(`${measure.kind}(r.${columnName(measure.of)})`)}${filter}`
    case 'count':
      return sql`count(${raw(countedText(summary, measure.of, combine))})${filter}`
    case 'ratio': {
      const [of, to] = [measure.of, measure.to].map((name) =>
        measureSql(summary, findMeasure(summary.measures, name), where, combine),
      )
      const quotient = quotientSql(of ?? empty, to ?? empty, measure.times, measure.field.scale)
      if (measure.minDenominator === undefined) return quotient
      return sql`case when ${to ?? empty} >= ${raw(String(measure.minDenominator))} then ${quotient} end`
    }
  }
}

/**
 * SQL of a sum: zero without rows, null if it mixes units. With `day`, adds only the rows of that
 * date but checks the units of all rows. Otherwise sums of different dates could cover different
 * stock.
 */
function sumSql(
  summary: Summary,
  { of, field }: { readonly of: string; readonly field: Field },
  where: Sql | undefined,
  day?: Sql,
): Sql {
  const counted = countedSql(summary.source.output, 'r')
  const both = [where, counted, day].filter((condition) => condition !== undefined)
  const filter = both.length > 0 ? sql` filter (where ${join(both, ' and ')})` : empty
  const sum = sql`${raw(`sum(r.${columnName(of)})`)}${filter}`
  const none = both.length > 0 ? sql` when count(*)${filter} = 0 then 0` : empty
  const mixed = mixedSql(summary, field, where)
  if (both.length === 0 && !mixed) return sum
  return sql`case${mixed ? sql` when ${mixed} then null` : empty}${none} else ${sum} end`
}

function mixedSql(summary: Summary, field: Field, where: Sql | undefined): Sql | undefined {
  const unit = getUnitColumn(summary, field)
  if (unit === undefined) return undefined
  const both = [where, countedSql(summary.source.output, 'r')].filter(
    (condition) => condition !== undefined,
  )
  const filter = both.length > 0 ? sql` filter (where ${join(both, ' and ')})` : empty
  const column = `r.${columnName(unit)}`
  const [first, last] = [raw(`min(${column})`), raw(`max(${column})`)]
  const several = sql`${raw(`bool_or(${column} like '%,%')`)}${filter}`
  return sql`${first}${filter} <> ${last}${filter} or ${several}`
}

function peakSql(
  summary: Summary,
  { of, field }: { readonly of: string; readonly field: Field },
  where: Sql | undefined,
  filter: Sql,
): Sql {
  const largest = sql`coalesce(${raw(`max(r.day_${columnName(of)})`)}${filter}, 0)`
  const mixed = mixedSql(summary, field, where)
  return mixed ? sql`case when ${mixed} then null else ${largest} end` : largest
}

/** Adds the daily sums of a row's group to the row, for `peak` measures. */
export function withDayTotals(summary: Summary, rows: Sql): Sql {
  const peaks = Object.values(summary.measures).flatMap((measure) => {
    return measure.kind === 'peak' ? [columnName(measure.of)] : []
  })
  if (peaks.length === 0) return rows
  const grouped = summary.keys.map((key) => `d.${columnName(keyName(key))}`)
  const by = ['d.side', ...grouped, 'd.across_key', 'd.time_day'].join(', ')
  const totals = [...new Set(peaks)].map((name) => raw(`sum(d.${name}) over one_day day_${name}`))
  return sql`(select d.*, ${join(totals)} from ${rows} d window one_day as (partition by ${raw(by)}))`
}

function countedText(summary: Summary, of: readonly string[], combine: CombineColumns): string {
  const columns = countedColumns(summary, of)
  if (columns.length === 0) return '*'
  return `distinct ${columns.length > 1 ? combine(columns) : columns[0]}`
}

/** SQL of one value per combination of columns. */
type CombineColumns = (columns: readonly string[]) => string

/** DuckDB counts rows faster than texts. */
export const rowCombination: CombineColumns = (columns) => `(${columns.join(', ')})`

/**
 * Concatenates values into one text. It is unique per combination, because each part has a length
 * prefix. Sorting texts takes less than half the time of sorting rows.
 */
function combinationText(columns: readonly string[]): string {
  const parts = columns.map(
    (column) => `coalesce(length(${column}::text) || ':' || ${column}::text, '-')`,
  )
  return parts.join(' || ')
}

/** Empty text counts as null for a single column, but not in combinations. */
export function countedColumns({ source }: Summary, of: readonly string[]): string[] {
  return of.map((name) => {
    const column = `r.${columnName(name)}`
    const isSingleText = of.length === 1 && isText(findColumn(source.output, name))
    return isSingleText ? `nullif(${column}::text, '')` : column
  })
}

function isText({ kind }: Field): boolean {
  return !['number', 'progress', 'date', 'datetime'].includes(kind)
}

/**
 * A quotient has as many decimals as its dividend. 20 extra ones before rounding make the result
 * exact.
 */
function quotientSql(of: Sql, to: Sql, times: number, scale: number): Sql {
  const digits = raw(String(scale + 20))
  const whole = sql`round((${of})::numeric * ${raw(String(times))}, ${digits})`
  return sql`round(${whole} / nullif((${to})::numeric, 0), ${raw(String(scale))})`
}
