import { integer, measure, vary, type Field, type Fields, type WireRow } from './field.ts'
import { label, type Label } from './label.ts'
import type { Query } from './operation.ts'
import { columnOf, keyField, keyName, SummaryFault, type GroupKey } from './summary-key.ts'

/** What is worked out of all rows of a group. */
export type Measure = { readonly field: Field } & (
  | { readonly kind: 'sum' | 'min' | 'max'; readonly of: string }
  /** Different values of these columns together; of none, the rows. */
  | { readonly kind: 'count'; readonly of: readonly string[] }
  /** One measure over another, worked out per group and never averaged. */
  | { readonly kind: 'ratio'; readonly of: string; readonly to: string; readonly times: number }
)

export type Measures = Readonly<Record<string, Measure>>

/** Some measures once more for each value of a key, as columns of their own. */
interface Across {
  readonly key: GroupKey
  readonly values: readonly (string | null)[]
  readonly measures: readonly string[]
}

/** The same groups of another search: another moment, or another period. */
interface Compare {
  /** What is searched differently. */
  readonly search: WireRow
  /** How far days of the other search are moved before they fall into periods. */
  readonly shift?: { readonly count: number; readonly unit: 'day' | 'month' } | undefined
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
  readonly compare?: Compare | undefined
}

type ColumnOf<O extends Fields> = keyof O & string

interface SummaryParts<O extends Fields> {
  readonly name: string
  readonly title: Label
  readonly by: readonly (ColumnOf<O> | (GroupKey & { readonly column: ColumnOf<O> }))[]
  readonly sums?: readonly ColumnOf<O>[]
  readonly measures?: Measures
  readonly offers?: readonly ColumnOf<O>[]
  readonly zeros?: boolean
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
  const { by, sums = [], measures = {}, offers = [], ...named } = parts
  // It is granted by the screens that show it, not where its source is.
  const { with: _with, menus: _menus, ...inherited } = source
  const keys = by.map((key) => (typeof key === 'string' ? { column: key } : key))
  const all = { ...sumsOf(source.output, sums), ...measures }
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
  if (zeros && keys.filter(({ period }) => period).length !== 1) {
    const en = 'Zeros for periods without rows need one period to group by.'
    throw new SummaryFault(label('빈 기간을 채우려면 기간 하나로 묶어야 합니다.', en))
  }
  if (across && compare) {
    const en = 'Values side by side and a comparison do not go together.'
    throw new SummaryFault(label('열로 펼치기와 비교는 함께 할 수 없습니다.', en))
  }
  const names = namesOf(source.output, keys)
  const unit = isCounted(measures) ? source.unit : undefined
  const output: Record<string, Field> = {}
  for (const key of keys) output[keyName(key)] = keyField(source.output, key)
  for (const name of names) output[name] = columnOf(source.output, name)
  if (unit !== undefined) output[unit] = columnOf(source.output, unit)
  for (const [name, { field }] of Object.entries(measures)) output[name] = field
  if (compare) Object.assign(output, comparedFields(measures))
  if (across) Object.assign(output, acrossFields(source, measures, across))
  const { unit: _unit, ...rest } = parts
  return { ...rest, names, output, ...(unit !== undefined && { unit }) }
}

/** Whether pieces are added up, so that it matters in which unit they are counted. */
function isCounted(measures: Measures): boolean {
  return Object.values(measures).some(({ kind, field }) => kind === 'sum' && field.pieces === true)
}

function checkMeasure(source: Query, measures: Measures, one: Measure): void {
  if (one.kind !== 'ratio') {
    for (const name of [one.of].flat()) {
      const { kind } = columnOf(source.output, name)
      if (one.kind === 'sum' && kind !== 'number') {
        throw new SummaryFault(label(`${name}은(는) 더할 수 없습니다.`, `${name} has no sum.`))
      }
    }
    return
  }
  for (const name of [one.of, one.to]) {
    const { kind } = measureOf(measures, name)
    if (kind === 'sum' || kind === 'count') continue
    const en = `A ratio is of sums or counts, and ${name} is neither.`
    throw new SummaryFault(label(`${name}은(는) 비율로 나눌 수 있는 값이 아닙니다.`, en))
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

/** What a measure was, how much it changed, and by how many per cent. */
function comparedFields(measures: Measures): Record<string, Field> {
  const output: Record<string, Field> = {}
  const min = -999_999_999
  for (const [name, { kind, field }] of Object.entries(measures)) {
    const { ko, en } = field.label
    output[`${name}_WAS`] = vary(field, { label: label(`${ko} 비교`, `${en} before`) })
    if (!isCompared(field)) continue
    output[`${name}_DIFF`] = vary(field, { min, label: label(`${ko} 증감`, `${en} change`) })
    if (kind === 'ratio') continue
    output[`${name}_PCT`] = measure(label(`${ko} 증감 %`, `${en} change %`), 1, { min })
  }
  return output
}

/** Whether the difference of two values says something. */
export function isCompared(field: Field): boolean {
  return field.kind === 'number'
}

/** Most values that may be put side by side. */
const acrossMax = 60

function acrossFields(source: Query, measures: Measures, across: Across): Record<string, Field> {
  const { values, key } = across
  keyField(source.output, key)
  if (values.length > acrossMax) {
    const ko = `열로 펼칠 값은 ${acrossMax}개까지입니다 (${values.length}개). 검색 조건으로 줄이세요.`
    const en = `At most ${acrossMax} values fit side by side, not ${values.length}: search for fewer.`
    throw new SummaryFault(label(ko, en))
  }
  const output: Record<string, Field> = {}
  for (const [at, value] of values.entries()) {
    for (const name of across.measures) {
      const { field } = measureOf(measures, name)
      const shown = value ?? '-'
      const title = label(`${shown} ${field.label.ko}`, `${shown} ${field.label.en}`)
      output[acrossName(name, at)] = vary(field, { label: title })
    }
  }
  return output
}

/** The column of a measure for one of the values put side by side, counted from 0. */
export function acrossName(measureName: string, at: number): string {
  return `${measureName}__${at + 1}`
}

/** A measure by name. Throws SummaryFault for one there is not. */
export function measureOf(measures: Measures, name: string): Measure {
  const found = Object.hasOwn(measures, name) ? measures[name] : undefined
  if (found) return found
  throw new SummaryFault(label(`${name} 집계가 없습니다.`, `There is no measure ${name}.`))
}
