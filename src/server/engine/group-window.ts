import sql, { join, raw, type Sql } from 'sql-template-tag'
import { keyName } from '#kernel/summary-key.ts'
import type { Summary } from '#kernel/summary.ts'
import { columnName } from '#kernel/table.ts'
import type { QueryHandler, RowWindow } from './handler.ts'
import { groupedSql, withDayTotals } from './summary-sql.ts'

/**
 * Whether groups are made only where they are asked for: there are many, and an index leads from the
 * keys of one to its rows. What is of several searches is made of all rows.
 */
export function isMadeByWindow(summary: Summary, { indexed }: QueryHandler): boolean {
  const { keys, compare, across, zeros } = summary
  if (!indexed || compare || across || zeros) return false
  const columns = keys.flatMap(({ column, period }) => (period ? [] : [column]))
  return indexed.every((column) => columns.includes(column))
}

/** Groups of which only those with certain measures are looked for. */
export interface MeasuredGroups {
  readonly measures: readonly string[]
  /** Of a group `v`. */
  readonly conditions: readonly Sql[]
}

/**
 * Some of the groups of `rows`, which are those of `sideSql`: their keys first, then their rows. Of
 * groups that are searched by a measure it alone is worked out for all of them.
 */
export function windowOfGroups(
  summary: Summary,
  rows: Sql,
  order: string,
  { first, rows: most }: RowWindow,
  searched?: MeasuredGroups,
): Sql {
  const keys = summary.keys.map((key) => columnName(keyName(key)))
  const found = keys.map((key) => `v.${key}`).join(', ')
  const measured = withDayTotals(summary, sql`(${rows})`)
  const groups = searched
    ? sql`(${groupedSql(summary, measured, false, othersThan(summary, searched.measures))}) v
      where ${join(searched.conditions, ' and ')}`
    : sql`(${rows}) v`
  const same = summary.keys.map((key, at) => {
    // Only equality finds by an index; of other keys a group may have none.
    const { required } = summary.output[keyName(key)] ?? {}
    const equals = required && !key.period ? '=' : 'is not distinct from'
    return raw(`o.${keys[at]} ${equals} p.${keys[at]}`)
  })
  // Group after group: among all those joins the planner would not begin with the keys by itself.
  const own = sql`(select r.* from page p
    cross join lateral (select o.* from (${rows}) o where ${join(same, ' and ')} offset 0) r)`
  const page = pageSql({ found, groups, order }, { first, rows: most }, searched === undefined)
  return sql`with ${page} ${groupedSql(summary, withDayTotals(summary, own), false)}`
}

/** So many groups from the first on are looked for among the first rows, of so many to a group. */
const nearMost = 500
const rowsOfGroup = 50

interface KeysAsked {
  /** The keys of a row `v`, as columns. */
  readonly found: string
  readonly groups: Sql
  readonly order: string
}

/**
 * The keys of a window of groups as `page`. To sort out the first rows of all takes a fraction of
 * sorting all of them: only where they are of too few groups all are asked.
 */
function pageSql(
  { found, groups, order }: KeysAsked,
  { first, rows: most }: RowWindow,
  isOfRows: boolean,
): Sql {
  const keysOf = (rows: Sql) => sql`
    select distinct ${raw(found)} from ${rows} order by ${raw(order)} offset ${first} limit ${most}`
  const wanted = first + most
  if (!isOfRows || wanted > nearMost) return sql`page as materialized (${keysOf(groups)})`
  const rows = wanted * rowsOfGroup
  return sql`
    near as materialized (select ${raw(found)} from ${groups} order by ${raw(order)} limit ${rows}),
    enough as materialized (
      select (select count(*) from near) < ${rows}
        or (select count(*) from (select distinct ${raw(found)} from near v) d) >= ${wanted} is_so),
    page as materialized (
      select * from (${keysOf(raw('near v'))}) n where (select is_so from enough)
      union all
      select * from (${keysOf(groups)}) a where not (select is_so from enough))`
}

/** What a summary says of a group beside its keys and some measures. */
function othersThan({ measures, names, unit }: Summary, wanted: readonly string[]): Set<string> {
  const all = [...Object.keys(measures), ...names, ...(unit === undefined ? [] : [unit])]
  return new Set(all.filter((name) => !wanted.includes(name)))
}
