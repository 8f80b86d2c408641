import { josa } from './josa.ts'
import { howMany } from './how-many.ts'
import { integer, measure, vary, type Field, type Fields } from './field.ts'
import type { GroupAsked } from './group-asked.ts'
import { label, type Label } from './label.ts'
import { unitOf, type Bound, type Query } from './operation.ts'
import { columnOf, keyField, keyName, SummaryFault, type GroupKey } from './summary-key.ts'

/** What is worked out of all rows of a group. */
export type Measure = { readonly field: Field } & (
  | { readonly kind: 'sum'; readonly of: string }
  /** `own`: of one thing only; the least or most of several things says nothing. */
  | { readonly kind: 'min' | 'max'; readonly of: string; readonly own?: true }
  /** Different values of these columns together; of none, the rows. */
  | { readonly kind: 'count'; readonly of: readonly string[] }
  /**
   * What stood in a column on one day of the group's time: it adds up over rows of that day, and
   * not over days. `on` is the column with the day of the rows. The time of a group is its period
   * where it is grouped by one of that column, else all that was searched for; it ends with today,
   * and with the last day that was searched for. No row on its first or last day is zero.
   */
  | { readonly kind: 'first' | 'last'; readonly of: string; readonly on: string }
  /** The largest sum of one day. */
  | { readonly kind: 'peak'; readonly of: string; readonly on: string }
  /** How many days the group's time has, whether there are rows or not. */
  | { readonly kind: 'days'; readonly on: string }
  /** One measure over another, worked out per group and never averaged. */
  | { readonly kind: 'ratio'; readonly of: string; readonly to: string; readonly times: number }
)

export type Measures = Readonly<Record<string, Measure>>

/** Some measures once more for each value of a key, as columns of their own. */
interface Across {
  readonly key: GroupKey
  readonly values: readonly (string | null)[]
  readonly measures: readonly string[]
  /** Names of the columns where they say more than value and measure do, in the order of both. */
  readonly titles?: readonly Label[] | undefined
}

/** A question over the rows of another one, grouped: a question itself. */
export interface Summary extends Query {
  readonly source: Query
  readonly keys: readonly GroupKey[]
  /** Columns that come with a key; empty where a group has several. */
  readonly names: readonly string[]
  readonly measures: Measures
  /** Columns of the source, beside the keys, that a caller may group by. */
  readonly offers: readonly string[]
  /** Periods without rows are rows of zeros. */
  readonly zeros: boolean
  /** Search fields that are about the groups; all others are about the rows they are made of. */
  readonly searchedAfter: readonly string[]
  readonly across?: Across | undefined
  readonly compare?: GroupAsked['compare']
  /** How a caller wants the groups, where it is not as they are declared. */
  readonly asked?: GroupAsked | undefined
}

type ColumnOf<O extends Fields> = keyof O & string

type KeyOf<O extends Fields> = ColumnOf<O> | (GroupKey & { readonly column: ColumnOf<O> })

/** Keys that the rows of a question may be grouped by. */
export type GroupedBy<Q extends Query> = readonly KeyOf<Q['output']>[]

interface SummaryParts<O extends Fields> {
  readonly name: string
  readonly title: Label
  readonly by: readonly KeyOf<O>[]
  /** What the report is about, in front of the sums. */
  readonly leads?: Measures
  readonly sums?: readonly ColumnOf<O>[]
  readonly measures?: Measures
  readonly offers?: readonly ColumnOf<O>[]
  readonly zeros?: boolean
  readonly across?: Across
  /** Where bound users may see less of it than of its source. */
  readonly bound?: Bound
}

/** How many rows a group has. */
export function rowCount(field: Field = integer(label('건수', 'Rows'))): Measure {
  return { kind: 'count', field, of: [] }
}

/** How many different values some columns have, in combination. */
export function distinct(field: Field, ...of: readonly string[]): Measure {
  return { kind: 'count', field, of }
}

/** One measure of the summary over another, in per cent unless `times` says otherwise. */
export function ratio(field: Field, of: string, to: string, times = 100): Measure {
  return { kind: 'ratio', field, of, to, times }
}

/** The smallest value, the earliest day. */
export function least(field: Field, of: string): Measure {
  return { kind: 'min', field, of }
}

/** The largest value, the latest day. */
export function most(field: Field, of: string): Measure {
  return { kind: 'max', field, of }
}

/** A least or most that says something of one item only, such as its measure. */
export function eachOwn<M extends Measure>(one: M): M {
  return { ...one, own: true }
}

/** What stood in a column on the first day of the group's time. */
export function first(field: Field, of: string, on: string): Measure {
  return { kind: 'first', field, of, on }
}

/** What stands in a column on the last day of the group's time. */
export function last(field: Field, of: string, on: string): Measure {
  return { kind: 'last', field, of, on }
}

/** The largest sum of one day. */
export function peak(field: Field, of: string, on: string): Measure {
  return { kind: 'peak', field, of, on }
}

/** How many days the group's time has. */
export function daysOf(field: Field, on: string): Measure {
  return { kind: 'days', field, on }
}

/** Columns added up, each under its own name. */
export function sumsOf(fields: Fields, columns: readonly string[]): Measures {
  return Object.fromEntries(
    columns.map((of) => [of, { kind: 'sum', field: columnOf(fields, of), of } as const]),
  )
}

/**
 * Declares a summary: scope, action, past and search are those of the source. A search by a measure
 * is about the groups, any other about the rows they are made of.
 */
export function defineSummary<O extends Fields>(
  source: Query<Fields, O>,
  parts: SummaryParts<O>,
): Summary {
  const { by, leads = {}, sums = [], measures = {}, offers = [], ...named } = parts
  // It is granted by the screens that show it, not where its source is.
  const { with: _with, menus: _menus, ...inherited } = source
  const keys = by.map((key) => (typeof key === 'string' ? { column: key } : key))
  const all = { ...leads, ...sumsOf(source.output, sums), ...measures }
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
    zeros: parts.zeros ?? isPeriodAlone(keys),
  })
}

/** Whether a question is a summary. */
export function isSummary(query: Query): query is Summary {
  return 'source' in query && 'measures' in query
}

/** Days without rows are wanted where days are all there is; beside other keys they are many. */
export function isPeriodAlone(keys: readonly GroupKey[]): boolean {
  return keys.length === 1 && keys[0]?.period !== undefined
}

/** A summary with the columns it has. Throws SummaryFault where its parts do not go together. */
export function buildSummary(parts: Omit<Summary, 'names'>): Summary {
  const { source, keys, measures, across, compare, zeros } = parts
  for (const one of Object.values(measures)) checkMeasure(source, measures, one)
  measuredOn(measures)
  if (zeros && keys.filter(({ period }) => period).length !== 1) {
    const en = 'Zeros for periods without rows need one period to group by.'
    throw new SummaryFault(label('빈 기간을 채우려면 기간 하나로 묶어야 합니다.', en))
  }
  if (across && compare) {
    const en = 'Values side by side and a comparison do not go together.'
    throw new SummaryFault(label('열로 펼치기와 비교는 함께 할 수 없습니다.', en))
  }
  const names = namesOf(source.output, keys)
  const unit = countedIn(source, measures)
  const output: Record<string, Field> = {}
  for (const key of keys) output[keyName(key)] = keyField(source.output, key)
  for (const name of names) output[name] = columnOf(source.output, name)
  if (unit !== undefined) output[unit] = columnOf(source.output, unit)
  for (const [name, one] of Object.entries(measures)) {
    output[name] = measureField(keys, one)
    // What it is held against stands beside it.
    if (compare) Object.assign(output, comparedFields(keys, name, one))
  }
  if (across) Object.assign(output, acrossFields(source, measures, across))
  const { unit: _unit, ...rest } = parts
  return { ...rest, names, output, ...(unit !== undefined && { unit }) }
}

const addedUp: ReadonlySet<Measure['kind']> = new Set(['sum', 'first', 'last', 'peak'])

/** The column with the unit of what is added up: it matters in which one that is counted. */
function countedIn(source: Query, measures: Measures): string | undefined {
  const added = Object.values(measures).filter(({ kind }) => addedUp.has(kind))
  const units = added.map(({ field }) => unitOf(source, field))
  return units.find((unit) => unit !== undefined)
}

/**
 * A measure's column, with what becomes of it where several groups are one: ratios are worked out
 * anew, counts do not add, and what stood there on some day has no sum over groups of other days.
 */
function measureField(keys: readonly GroupKey[], one: Measure): Field {
  const { footer, ...field } = one.field
  switch (one.kind) {
    case 'sum':
      return one.field
    case 'min':
      return one.own ? field : vary(one.field, { footer: 'MIN' })
    case 'max':
      return one.own ? field : vary(one.field, { footer: 'MAX' })
    case 'count':
      return one.of.length === 0 ? vary(one.field, { footer: 'SUM' }) : one.field
    case 'ratio': {
      const { of, to, times } = one
      return vary(one.field, { ratio: { of, to, times } })
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

/** The column with the day that measures are of; undefined where none is of a day. */
export function measuredOn(measures: Measures): string | undefined {
  const days = new Set(Object.values(measures).flatMap((one) => ('on' in one ? [one.on] : [])))
  if (days.size > 1) {
    const en = 'Measures of one summary look at one day of a row.'
    throw new SummaryFault(label('한 집계에는 날짜 기준을 하나만 지정할 수 있습니다.', en))
  }
  return [...days][0]
}

function checkMeasure(source: Query, measures: Measures, one: Measure): void {
  if ('on' in one && columnOf(source.output, one.on).kind !== 'date') {
    throw new SummaryFault(
      label(`${one.on}${josa(one.on, '은/는')} 날짜가 아닙니다.`, `${one.on} is not a date.`),
    )
  }
  if (one.kind === 'days') return
  if (one.kind !== 'ratio') {
    for (const name of [one.of].flat()) {
      const { kind } = columnOf(source.output, name)
      if (addedUp.has(one.kind) && kind !== 'number') {
        throw new SummaryFault(
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
    const { kind } = measureOf(measures, name)
    if (kind !== 'ratio' && kind !== 'min' && kind !== 'max') continue
    const en = `A ratio is of sums or counts, and ${name} is neither.`
    throw new SummaryFault(
      label(`${name}${josa(name, '은/는')} 비율로 나눌 수 있는 값이 아닙니다.`, en),
    )
  }
}

/** Columns that the keys' own fields say are filled with them. */
function namesOf(fields: Fields, keys: readonly GroupKey[]): string[] {
  const grouped = new Set(keys.map(keyName))
  const filled = keys.flatMap(({ column, period }) => {
    return period ? [] : Object.keys(columnOf(fields, column).fills ?? {})
  })
  return [...new Set(filled)].filter((name) => Object.hasOwn(fields, name) && !grouped.has(name))
}

/**
 * What a measure was, how much it changed, and by how many per cent. Of several groups only what
 * adds up has a change.
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
  const was = vary(field, {
    label: label(`${ko} 비교`, `${en} before`),
    ...sums,
    ...(before && { ratio: before }),
  })
  if (!isCompared(field)) return { [`${name}_WAS`]: was }
  const isAdded = footer === 'SUM'
  const changed = vary(field, {
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

/** Whether the difference of two values says something. */
export function isCompared(field: Field): boolean {
  return field.kind === 'number'
}

/** Most values that may be put side by side. */
export const acrossMax = 60

function acrossFields(source: Query, measures: Measures, across: Across): Record<string, Field> {
  const { values, key } = across
  keyField(source.output, key)
  if (values.length > acrossMax) {
    const ko = `열로 펼칠 값은 ${howMany(acrossMax)}개까지입니다 (${howMany(values.length)}개). 검색 조건으로 줄이세요.`
    const en = `At most ${acrossMax} values fit side by side, not ${values.length}: search for fewer.`
    throw new SummaryFault(label(ko, en))
  }
  const output: Record<string, Field> = {}
  for (const [at, value] of values.entries()) {
    for (const [nth, name] of across.measures.entries()) {
      const { field } = measureOf(measures, name)
      const shown = value ?? '-'
      const title =
        across.titles?.[at * across.measures.length + nth] ??
        label(`${shown} ${field.label.ko}`, `${shown} ${field.label.en}`)
      output[acrossName(name, at)] = vary(field, { label: title })
    }
  }
  return output
}

/** The column of a measure for one of the values put side by side, counted from 0. */
export function acrossName(measureName: string, at: number): string {
  return `${measureName}__${at + 1}`
}

/** Whether a column is a measure for one of the values put side by side. */
export function isAcross(columnName: string): boolean {
  return /__\d+$/.test(columnName)
}

/** A measure by name. Throws SummaryFault for one there is not. */
export function measureOf(measures: Measures, name: string): Measure {
  const found = Object.hasOwn(measures, name) ? measures[name] : undefined
  if (found) return found
  throw new SummaryFault(label(`${name} 집계가 없습니다.`, `Measure not found: ${name}`))
}
