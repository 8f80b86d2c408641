import type { WireRow } from '#kernel/field.ts'
import { acrossName, findMeasure, type Measure, type Summary } from '#kernel/summary.ts'
import { keyName, type GroupKey } from '#kernel/summary-key.ts'
import type { SharedType } from '#server/columns/row-copy.ts'
import { readTypedSearch } from './typed-search.ts'

type Types = Readonly<Record<string, SharedType>>

/**
 * Returns the types of the columns of a summary over copied rows; undefined if it needs a column or
 * a function that only PostgreSQL has.
 */
export function copiedTypes(summary: Summary, types: Types): Types | undefined {
  const { keys, names, unit, measures, across, compare, zeros } = summary
  if (compare || zeros) return undefined
  const columns = [
    ...keys.map((key) => [keyName(key), keyType(key, types)] as const),
    ...(across ? [['', keyType(across.key, types)] as const] : []),
    ...[...names, ...(unit === undefined ? [] : [unit])].map(
      (name) => [name, types[name]] as const,
    ),
    ...Object.entries(measures).map(
      ([name, measure]) => [name, measureType(measure, types)] as const,
    ),
    ...(across?.values ?? []).flatMap((_, index) =>
      (across?.measures ?? []).map((name) => {
        return [acrossName(name, index), measureType(findMeasure(measures, name), types)] as const
      }),
    ),
  ]
  const known = columns.flatMap(([name, type]) => (type ? [[name, type] as const] : []))
  return known.length === columns.length ? Object.fromEntries(known) : undefined
}

/** PostgreSQL names weeks, months and other periods. The copy only groups by columns and dates. */
function keyType({ column, period }: GroupKey, types: Types): SharedType | undefined {
  return period === undefined || (period === 'day' && types[column] === 'date')
    ? types[column]
    : undefined
}

function measureType(measure: Measure, types: Types): SharedType | undefined {
  switch (measure.kind) {
    case 'sum':
      return types[measure.of] === 'integer' ? 'bigint' : types[measure.of] && 'numeric'
    case 'count':
      return measure.of.every((name) => types[name]) ? 'bigint' : undefined
    case 'min':
    case 'max':
      // Texts are compared by the collation of the database.
      return types[measure.of] === 'text' ? undefined : types[measure.of]
    case 'first':
    case 'last':
    case 'peak':
    case 'days':
    case 'ratio':
      return undefined
  }
}

/** Returns whether the copy finds the same rows as PostgreSQL for these search values. */
export function isSearchCopied(summary: Summary, search: WireRow, types: Types): boolean {
  return Object.entries(search).every(([name, value]) => {
    if (summary.searchedAfter.includes(name) || String(value ?? '').trim() === '') return true
    const field = summary.source.search[name]
    const type = types[name]
    const operator = field && type && readTypedSearch(field, String(value))?.operator
    if (!operator) return false
    if (type === 'text') return operator === '=' || operator === '!=' || operator === 'in'
    return !operator.endsWith('like')
  })
}
