import sql, { join, raw, type Sql } from 'sql-template-tag'
import { keyName } from '#kernel/summary-key.ts'
import type { Summary } from '#kernel/summary.ts'
import { columnName } from '#kernel/table.ts'
import type { QueryHandler, RowWindow } from './handler.ts'
import { rowCombination, groupedSql, withDayTotals } from './summary-sql.ts'

/**
 * Returns whether to compute only the requested groups, which requires an index that leads from a
 * group's key to its rows. Summaries that combine several searches need all rows.
 */
export function canComputeByWindow(summary: Summary, { indexedColumns }: QueryHandler): boolean {
  const { keys, compare, across, zeros } = summary
  if (!indexedColumns || compare || across || zeros) return false
  const columns = keys.flatMap(({ column, period }) => (period ? [] : [column]))
  return indexedColumns.every((column) => columns.includes(column))
}

/** Returns whether the first groups can be found without reading the others. */
export function isSortedByIndex({ keys }: Summary, { indexedColumns = [] }: QueryHandler): boolean {
  return indexedColumns.every((column, index) => keys[index]?.column === column)
}

export interface MeasuredGroups {
  readonly measures: readonly string[]
  readonly conditions: readonly Sql[]
}

/**
 * Computes a window of the groups of `rows` (those of `comparedSideSql`): first selects the keys,
 * then their rows. If groups are searched by a measure, only that measure is computed for all
 * groups.
 */
export function windowOfGroups(
  summary: Summary,
  rows: Sql,
  order: string,
  { first, rows: limit }: RowWindow,
  searched?: MeasuredGroups,
): Sql {
  const keys = summary.keys.map((key) => columnName(keyName(key)))
  const found = keys.map((key) => `v.${key}`).join(', ')
  const measured = withDayTotals(summary, sql`(${rows})`)
  const groups = searched
    ? sql`(${groupedSql(summary, measured, false, otherColumns(summary, searched.measures))}) v
      where ${join(searched.conditions, ' and ')}`
    : sql`(${rows}) v`
  const same = summary.keys.map((key, index) => {
    // Only equality can use the index, but an optional key can be null.
    const { required } = summary.output[keyName(key)] ?? {}
    const equals = required && !key.period ? '=' : 'is not distinct from'
    return raw(`o.${keys[index]} ${equals} p.${keys[index]}`)
  })
  // `offset 0` prevents the planner from reordering the join: it must start with the keys.
  const own = sql`(select r.* from page p
    cross join lateral (select o.* from (${rows}) o where ${join(same, ' and ')} offset 0) r)`
  const page = pageSql({ found, groups, order }, { first, rows: limit }, searched === undefined)
  return sql`with ${page} ${groupedSql(summary, withDayTotals(summary, own), false)}`
}

/**
 * Like `windowOfGroups`, for a column copy, which selects the keys of all its rows and joins them
 * by hash.
 */
export function windowOfCopiedGroups(
  summary: Summary,
  rows: Sql,
  order: string,
  { first, rows: limit }: RowWindow,
  searched?: MeasuredGroups,
): Sql {
  const keys = summary.keys.map((key) => columnName(keyName(key)))
  const groups = searched
    ? sql`(${groupedSql(summary, sql`(${rows})`, false, otherColumns(summary, searched.measures), rowCombination)}) v
      where ${join(searched.conditions, ' and ')}`
    : sql`(${rows}) v`
  const found = raw(keys.map((key) => `v.${key}`).join(', '))
  const same = raw(keys.map((key) => `o.${key} is not distinct from p.${key}`).join(' and '))
  const own = sql`(select o.* from (${rows}) o join page p on ${same})`
  return sql`
    with page as materialized (
      select distinct ${found} from ${groups} order by ${raw(order)} offset ${first} limit ${limit})
    ${groupedSql(summary, own, false, new Set(), rowCombination)}`
}

/**
 * Maximum number of groups to search among the leading rows first, assuming `rowsOfGroup` rows
 * each.
 */
const maxNearRows = 500
const rowsOfGroup = 50

interface GroupKeysRequest {
  readonly found: string
  readonly groups: Sql
  readonly order: string
}

/**
 * Selects the keys of a window of groups as `page`. Sorts only the leading rows, which is much
 * cheaper, and sorts all rows only if the leading ones contain too few groups.
 */
function pageSql(
  { found, groups, order }: GroupKeysRequest,
  { first, rows: limit }: RowWindow,
  isOfRows: boolean,
): Sql {
  const selectKeys = (rows: Sql) => sql`
    select distinct ${raw(found)} from ${rows} order by ${raw(order)} offset ${first} limit ${limit}`
  const wanted = first + limit
  if (!isOfRows || wanted > maxNearRows) return sql`page as materialized (${selectKeys(groups)})`
  const rows = wanted * rowsOfGroup
  return sql`
    near as materialized (select ${raw(found)} from ${groups} order by ${raw(order)} limit ${rows}),
    enough as materialized (
      select (select count(*) from near) < ${rows}
        or (select count(*) from (select distinct ${raw(found)} from near v) d) >= ${wanted} is_so),
    page as materialized (
      select * from (${selectKeys(raw('near v'))}) n where (select is_so from enough)
      union all
      select * from (${selectKeys(groups)}) a where not (select is_so from enough))`
}

function otherColumns({ measures, names, unit }: Summary, wanted: readonly string[]): Set<string> {
  const all = [...Object.keys(measures), ...names, ...(unit === undefined ? [] : [unit])]
  return new Set(all.filter((name) => !wanted.includes(name)))
}
