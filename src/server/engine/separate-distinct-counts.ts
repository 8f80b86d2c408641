import sql, { join, raw, type Sql } from 'sql-template-tag'
import { findMeasure, type Summary } from '#kernel/summary.ts'
import { keyName } from '#kernel/summary-key.ts'
import { columnName } from '#kernel/table.ts'
import type { QueryHandler } from './handler.ts'
import { countedColumns, groupedSql } from './summary-sql.ts'

/**
 * Returns the distinct counts of a summary that should be computed in subqueries. Next to sums, a
 * distinct count makes PostgreSQL sort all rows and prevents a parallel scan. Separating them pays
 * off for few groups over many rows, where the source query lists its low-cardinality columns in
 * `few`. Empty for many groups and for summaries that combine several searches.
 */
export function separateDistinctCounts(
  summary: Summary,
  { lowCardinalityColumns }: QueryHandler,
): readonly string[] {
  const { keys, measures, compare, across, zeros, unit } = summary
  const isFew = keys.every(
    ({ column, period }) => period !== undefined || lowCardinalityColumns?.includes(column),
  )
  if (!lowCardinalityColumns || !isFew || compare || across || zeros) return []
  const all = Object.entries(measures)
  const ratioMeasures = new Set(
    all.flatMap(([, measure]) => (measure.kind === 'ratio' ? [measure.of, measure.to] : [])),
  )
  const counts = all.filter(([name, measure]) => {
    return measure.kind === 'count' && measure.of.length > 0 && !ratioMeasures.has(name)
  })
  const isKey = keys.some((key) => keyName(key) === unit)
  return [...counts.map(([name]) => name), ...(unit === undefined || isKey ? [] : [unit])]
}

export function groupsWithCounts(summary: Summary, rows: Sql, separated: readonly string[]): Sql {
  const keys = summary.keys.map((key) => columnName(keyName(key)))
  const joins = separated.map((name, index) => {
    const alias = `c${index}`
    const same = keys.map((key, place) => `${alias}.k${place} = ${keyText('m', key)}`)
    const on = raw(same.length > 0 ? same.join(' and ') : 'true')
    return sql`left join (${countSql(summary, rows, keys, name)}) ${raw(alias)} on ${on}`
  })
  const columns = separated.map((name, index) => {
    const isUnit = name === summary.unit
    return raw(
      isUnit ? `c${index}.n ${columnName(name)}` : `coalesce(c${index}.n, 0) ${columnName(name)}`,
    )
  })
  const grouped = groupedSql(summary, sql`(${rows})`, false, new Set(separated))
  return sql`select ${join([raw('m.*'), ...columns])} from (${grouped}) m ${join(joins, ' ')}`
}

/** Represents null as empty text, which is never a key. Joins can then use equality. */
const keyText = (alias: string, key: string) => `coalesce(${alias}.${key}::text, '')`

function countSql(summary: Summary, rows: Sql, keys: readonly string[], name: string): Sql {
  const texts = keys.map((key, place) => `${keyText('r', key)} k${place}`)
  const places = keys.map((_, place) => `k${place}`)
  const by = raw(places.length > 0 ? `group by ${places.join(', ')}` : '')
  const resultColumns = (n: string) => join([...places, `${n} n`].map((column) => raw(column)))
  const distinctRows = (columns: readonly string[]) =>
    sql`select distinct ${join([...texts, ...columns].map((column) => raw(column)))} from (${rows}) r`
  if (name === summary.unit) {
    // A row can itself combine several units, separated by commas.
    const units = raw(`unnest(string_to_array(units, ',')) t(u)`)
    const all = resultColumns(`string_agg(distinct u, ',' order by u)`)
    return sql`select ${all} from (${distinctRows([`r.${columnName(name)} units`])}) d, ${units} ${by}`
  }
  const measure = findMeasure(summary.measures, name)
  const counted = measure.kind === 'count' ? countedColumns(summary, measure.of) : []
  const columns = counted.map((column, index) => `${column} v${index}`)
  // Count combinations even if they contain nulls, but values of a single column only if not null.
  return sql`select ${resultColumns(columns.length > 1 ? 'count(*)' : 'count(v0)')}
    from (${distinctRows(columns)}) d ${by}`
}
