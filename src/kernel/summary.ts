import { josa } from './josa.ts'
import { formatCount } from './format-count.ts'
import { integer, measure, withOptions, type Field, type Fields, type Ratio } from './field.ts'
import type { GroupRequest } from './group-request.ts'
import { label, type Label } from './label.ts'
import { getUnitColumn, type OwnerAccess, type Query } from './operation.ts'
import { findColumn, keyField, keyName, SummaryError, type GroupKey } from './summary-key.ts'

export type Measure = { readonly field: Field } & (
  | { readonly kind: 'sum'; readonly of: string }
  /**
   * `own`: valid for a single item only. A minimum or maximum over several items has no meaning.
   */
  | { readonly kind: 'min' | 'max'; readonly of: string; readonly own?: true }
  /** Distinct combinations of these columns, or rows if there are none. */
  | { readonly kind: 'count'; readonly of: readonly string[] }
  /**
   * Value of a column on one date of the group's time span. Sums over rows of that date, but not
   * over dates. `on` is the date column of the rows. The time span of a group is its period, if
   * grouped by a period of that column, otherwise the searched range. It ends today, or on the last
   * searched date if earlier. Without rows on its first or last date the value is zero.
   */
  | { readonly kind: 'first' | 'last'; readonly of: string; readonly on: string }
  | { readonly kind: 'peak'; readonly of: string; readonly on: string }
  /** Number of days in the group's time span, with or without rows. */
  | { readonly kind: 'days'; readonly on: string }
  /** Quotient of two measures, computed per group and never averaged. */
  | ({ readonly kind: 'ratio' } & Ratio)
)

export type Measures = Readonly<Record<string, Measure>>

/** Repeats measures as separate columns for each value of a key. */
interface Pivot {
  readonly key: GroupKey
  readonly values: readonly (string | null)[]
  readonly measures: readonly string[]
  readonly titles?: readonly Label[] | undefined
}

/** A query that groups the rows of another query. */
export interface Summary extends Query {
  readonly source: Query
  readonly keys: readonly GroupKey[]
  /** Columns that a key determines; empty if a group has several values. */
  readonly names: readonly string[]
  readonly measures: Measures
  readonly offers: readonly string[]
  readonly zeros: boolean
  /** Search fields that apply to the groups. All others apply to the source rows. */
  readonly searchedAfter: readonly string[]
  readonly across?: Pivot | undefined
  readonly compare?: GroupRequest['compare']
  readonly asked?: GroupRequest | undefined
}

type ColumnOf<O extends Fields> = keyof O & string

type KeyOf<O extends Fields> = ColumnOf<O> | (GroupKey & { readonly column: ColumnOf<O> })

export type GroupedBy<Q extends Query> = readonly KeyOf<Q['output']>[]

interface SummaryParts<O extends Fields> {
  readonly name: string
  readonly title: Label
  readonly by: readonly KeyOf<O>[]
  readonly leads?: Measures
  readonly sums?: readonly ColumnOf<O>[]
  readonly measures?: Measures
  readonly offers?: readonly ColumnOf<O>[]
  readonly zeros?: boolean
  readonly across?: Pivot
  /** Set where owner-bound users have less access than to the source. */
  readonly bound?: OwnerAccess
}

export function rowCount(field: Field = integer(label('건수', 'Rows'))): Measure {
  return { kind: 'count', field, of: [] }
}

export function distinct(field: Field, ...of: readonly string[]): Measure {
  return { kind: 'count', field, of }
}

export function ratio(field: Field, of: string, to: string, times = 100): Measure {
  return { kind: 'ratio', field, of, to, times }
}

/** Amount per unit of `to`, empty if there are fewer units than `minimum`. */
export function rate(field: Field, of: string, to: string, min: number): Measure {
  return { kind: 'ratio', field, of, to, times: 1, minDenominator: min }
}

export function minimum(field: Field, of: string): Measure {
  return { kind: 'min', field, of }
}

export function maximum(field: Field, of: string): Measure {
  return { kind: 'max', field, of }
}

/** Limits a minimum or maximum to single items, such as an item's measurements. */
export function perOwner<M extends Measure>(base: M): M {
  return { ...base, own: true }
}

export function firstOfSpan(field: Field, of: string, on: string): Measure {
  return { kind: 'first', field, of, on }
}

export function lastOfSpan(field: Field, of: string, on: string): Measure {
  return { kind: 'last', field, of, on }
}

export function peakOfDay(field: Field, of: string, on: string): Measure {
  return { kind: 'peak', field, of, on }
}

export function dayCount(field: Field, on: string): Measure {
  return { kind: 'days', field, on }
}

export function sumColumns(fields: Fields, columns: readonly string[]): Measures {
  return Object.fromEntries(
    columns.map((of) => [of, { kind: 'sum', field: findColumn(fields, of), of } as const]),
  )
}

/**
 * Declares a summary. Scope, action, history and search are those of the source. A search by a
 * measure applies to the groups, any other search to the source rows.
 */
export function defineSummary<O extends Fields>(
  source: Query<Fields, O>,
  parts: SummaryParts<O>,
): Summary {
  const { by, leads = {}, sums = [], measures = {}, offers = [], ...named } = parts
  // The screens that show a summary grant it; the grants of its source do not apply.
  const { with: _with, menus: _menus, ...inherited } = source
  const keys = by.map((key) => (typeof key === 'string' ? { column: key } : key))
  const all = { ...leads, ...sumColumns(source.output, sums), ...measures }
  const searched = Object.entries(all).map(([name, { field }]) => [name, field] as const)
  return buildSummary({
    ...inherited,
    ...named,
    search: { ...source.search, ...Object.fromEntries(searched) },
    searchedAfter: Object.keys(all),
    source,
    keys,
    measures: all,
    offers,
    zeros: parts.zeros ?? isOnlyPeriod(keys),
  })
}

export function isSummary(query: Query): query is Summary {
  return 'source' in query && 'measures' in query
}

/**
 * Whether a period is the only key. Only then are periods without rows added; with further keys
 * there would be too many.
 */
export function isOnlyPeriod(keys: readonly GroupKey[]): boolean {
  return keys.length === 1 && keys[0]?.period !== undefined
}

/** Builds a summary and its columns. Throws SummaryError if its parts are inconsistent. */
export function buildSummary(parts: Omit<Summary, 'names'>): Summary {
  const { source, keys, measures, across, compare, zeros } = parts
  for (const item of Object.values(measures)) checkMeasure(source, measures, item)
  findDateColumn(measures)
  if (zeros && keys.filter(({ period }) => period).length !== 1) {
    const en = 'To fill empty periods, group by exactly one period.'
    throw new SummaryError(label('빈 기간을 채우려면 기간 하나로 묶어야 합니다.', en))
  }
  const names = getFilledColumns(source.output, keys)
  const unit = summedUnit(source, measures)
  const output: Record<string, Field> = {}
  for (const key of keys) output[keyName(key)] = keyField(source.output, key)
  for (const name of names) output[name] = findColumn(source.output, name)
  if (unit !== undefined) output[unit] = findColumn(source.output, unit)
  for (const [name, one] of Object.entries(measures)) {
    output[name] = measureField(keys, one)
    if (compare) Object.assign(output, comparedFields(keys, name, one))
  }
  if (across) Object.assign(output, acrossFields(parts, across))
  const { unit: _unit, ...rest } = parts
  return { ...rest, names, output, ...(unit !== undefined && { unit }) }
}

const additiveKinds: ReadonlySet<Measure['kind']> = new Set(['sum', 'first', 'last', 'peak'])

/** Unit column of the summed measures, or undefined if they have none. */
function summedUnit(source: Query, measures: Measures): string | undefined {
  const added = Object.values(measures).filter(({ kind }) => additiveKinds.has(kind))
  const units = added.map(({ field }) => getUnitColumn(source, field))
  return units.find((unit) => unit !== undefined)
}

/**
 * Column of a measure, and how it aggregates over groups: ratios are recomputed, distinct counts do
 * not add up, and values of a date have no sum over different dates.
 */
function measureField(keys: readonly GroupKey[], one: Measure): Field {
  const { footer, ...field } = one.field
  switch (one.kind) {
    case 'sum':
      return one.field
    case 'min':
      return one.own ? field : withOptions(one.field, { footer: 'MIN' })
    case 'max':
      return one.own ? field : withOptions(one.field, { footer: 'MAX' })
    case 'count':
      return one.of.length === 0 ? withOptions(one.field, { footer: 'SUM' }) : one.field
    case 'ratio': {
      const { of, to, times, minDenominator } = one
      return withOptions(one.field, {
        ratio: { of, to, times, ...(minDenominator && { minDenominator }) },
      })
    }
    case 'days':
    case 'peak':
      return footer === 'SUM' ? field : one.field
    case 'first':
    case 'last': {
      const isOneTime = keys.every(({ column }) => column !== one.on)
      return isOneTime || footer !== 'SUM' ? one.field : field
    }
  }
}

export function findDateColumn(measures: Measures): string | undefined {
  const days = new Set(Object.values(measures).flatMap((one) => ('on' in one ? [one.on] : [])))
  if (days.size > 1) {
    const en = 'A summary can use only one date.'
    throw new SummaryError(label('한 집계에는 날짜 기준을 하나만 지정할 수 있습니다.', en))
  }
  return [...days][0]
}

/**
 * Whether a comparison shifts a key: a period of the compared date, or that date itself if the
 * figures are as of a date. Other dates of the row, such as the document date or the expiry, are
 * not shifted.
 */
export function isShifted({ compare, measures }: Summary, { column, period }: GroupKey): boolean {
  if (!compare?.shift || !Object.hasOwn(compare.search, column)) return false
  return period !== undefined || column === findDateColumn(measures)
}

function checkMeasure(source: Query, measures: Measures, one: Measure): void {
  if ('on' in one && findColumn(source.output, one.on).kind !== 'date') {
    throw new SummaryError(
      label(`${one.on}${josa(one.on, '은/는')} 날짜가 아닙니다.`, `${one.on} is not a date.`),
    )
  }
  if (one.kind === 'days') return
  if (one.kind !== 'ratio') {
    for (const name of [one.of].flat()) {
      const { kind } = findColumn(source.output, name)
      if (additiveKinds.has(one.kind) && kind !== 'number') {
        throw new SummaryError(
          label(
            `${name}${josa(name, '은/는')} 합계를 낼 수 없습니다.`,
            `${name} cannot be summed.`,
          ),
        )
      }
    }
    return
  }
  for (const name of [one.of, one.to]) {
    const { kind } = findMeasure(measures, name)
    if (kind !== 'ratio' && kind !== 'min' && kind !== 'max') continue
    const en = `${name} is not a value that a ratio can be calculated from.`
    throw new SummaryError(
      label(`${name}${josa(name, '은/는')} 비율로 나눌 수 있는 값이 아닙니다.`, en),
    )
  }
}

function getFilledColumns(fields: Fields, keys: readonly GroupKey[]): string[] {
  const grouped = new Set(keys.map(keyName))
  const filled = keys.flatMap(({ column, period }) => {
    return period ? [] : Object.keys(findColumn(fields, column).fills ?? {})
  })
  return [...new Set(filled)].filter((name) => Object.hasOwn(fields, name) && !grouped.has(name))
}

/**
 * Columns for the compared value, its change, and the change in percent. Over several groups only
 * additive measures have a change.
 */
function comparedFields(
  keys: readonly GroupKey[],
  name: string,
  one: Measure,
): Record<string, Field> {
  const min = -999_999_999
  const { ko, en } = one.field.label
  const { ratio: whole, footer, ...field } = measureField(keys, one)
  const before = whole && { ...whole, of: `${whole.of}_WAS`, to: `${whole.to}_WAS` }
  const sums = footer && { footer }
  const was = withOptions(field, {
    label: label(`${ko} 비교`, `${en} before`),
    ...sums,
    ...(before && { ratio: before }),
  })
  if (!isCompared(field)) return { [`${name}_WAS`]: was }
  const isAdded = footer === 'SUM'
  const changed = withOptions(field, {
    min,
    label: label(`${ko} 증감`, `${en} change`),
    ...(isAdded && sums),
  })
  const both = { [`${name}_WAS`]: was, [`${name}_DIFF`]: changed }
  if (one.kind === 'ratio') return both
  const share = { of: `${name}_DIFF`, to: `${name}_WAS`, times: 100 }
  return {
    ...both,
    [`${name}_PCT`]: measure(label(`${ko} 증감 %`, `${en} change %`), 1, {
      min,
      ...(isAdded && { ratio: share }),
    }),
  }
}

export function isCompared(field: Field): boolean {
  return field.kind === 'number'
}

export const maxAcross = 60

function acrossFields(
  { source, keys, measures, compare }: Omit<Summary, 'names'>,
  across: Pivot,
): Record<string, Field> {
  const { values, key } = across
  keyField(source.output, key)
  if (values.length > maxAcross) {
    const ko = `열로 펼칠 값은 ${formatCount(maxAcross)}개까지입니다 (${formatCount(values.length)}개). 조회 조건으로 줄이세요.`
    const en = `At most ${formatCount(maxAcross, 'value')} can be columns (found ${formatCount(values.length)}). Narrow the search.`
    throw new SummaryError(label(ko, en))
  }
  const output: Record<string, Field> = {}
  for (const [index, value] of values.entries()) {
    for (const [nth, name] of across.measures.entries()) {
      // Drop the ratio: it names columns that the pivot replaces.
      const { ratio: _ratio, ...field } = measureField(keys, findMeasure(measures, name))
      const shown = value ?? '-'
      const title =
        across.titles?.[index * across.measures.length + nth] ??
        label(`${shown} ${field.label.ko}`, `${shown} ${field.label.en}`)
      output[acrossName(name, index)] = withOptions(field, { label: title })
      if (compare) Object.assign(output, comparedPivotFields(acrossName(name, index), field, title))
    }
  }
  return output
}

/** Comparison columns of a pivot column: the compared value and the change. */
function comparedPivotFields(name: string, given: Field, { ko, en }: Label): Record<string, Field> {
  const { ratio: _ratio, footer, ...field } = given
  const sums = footer === 'SUM' && { footer }
  const was = withOptions(field, { label: label(`${ko} 비교`, `${en} before`), ...sums })
  if (!isCompared(field)) return { [`${name}_WAS`]: was }
  const change = { label: label(`${ko} 증감`, `${en} change`), min: -999_999_999, ...sums }
  return { [`${name}_WAS`]: was, [`${name}_DIFF`]: withOptions(field, change) }
}

export function acrossName(measureName: string, at: number): string {
  return `${measureName}__${at + 1}`
}

export function isAcross(columnName: string): boolean {
  return /__\d+(?:_WAS|_DIFF)?$/.test(columnName)
}

export function findMeasure(measures: Measures, name: string): Measure {
  const found = Object.hasOwn(measures, name) ? measures[name] : undefined
  if (found) return found
  throw new SummaryError(label(`${name} 집계가 없습니다.`, `Measure not found: ${name}`))
}
