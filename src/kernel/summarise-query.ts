import { josa } from './josa.ts'
import type { GroupRequest } from './group-request.ts'
import { measure, withOptions, type Field } from './field.ts'
import { label } from './label.ts'
import type { Query } from './operation.ts'
import {
  buildSummary,
  distinct,
  isOnlyPeriod,
  isSummary,
  minimum,
  findMeasure,
  maximum,
  ratio,
  rowCount,
  sumColumns,
  type Measure,
  type Measures,
  type Summary,
} from './summary.ts'
import { findColumn, SummaryError } from './summary-key.ts'

/**
 * Groups any query as requested. The UI and the server derive the same result columns from it. A
 * summary keeps its measures and is regrouped from its source, to get correct ratios and distinct
 * counts in every group. Throws SummaryError for columns that the query lacks or the summary does
 * not offer.
 */
export function summariseQuery(query: Query, request: GroupRequest): Summary {
  const { by, across, compare } = request
  const declared = isSummary(query) ? query : undefined
  const source = declared?.source ?? query
  const open = declared ? groupableColumns(declared) : new Set(Object.keys(source.output))
  const keys = across ? [...by, across.key] : by
  for (const { column } of keys) assertGroupable(open, column)
  for (const column of [...(request.least ?? []), ...(request.most ?? [])])
    assertGroupable(open, column)
  for (const column of request.counts ?? []) if (column !== '*') assertGroupable(open, column)
  const measures = declared ? declared.measures : buildSums(query, request.sums)
  if (declared) for (const name of request.sums ?? []) findMeasure(measures, name)
  if (compare) rejectSearch(query, Object.keys(compare.search))
  return buildSummary({
    ...query,
    asked: request,
    source,
    keys: by,
    measures: { ...measures, ...buildMeasures(source, request) },
    offers: declared?.offers ?? [],
    searchedAfter: declared?.searchedAfter ?? [],
    zeros: request.zeros ?? isOnlyPeriod(by),
    across,
    compare,
  })
}

/**
 * Columns a summary can be grouped by. Its source can have columns that the summary must not
 * reveal.
 */
function groupableColumns({ keys, names, offers }: Summary): ReadonlySet<string> {
  return new Set([...keys.map(({ column }) => column), ...names, ...offers])
}

function assertGroupable(open: ReadonlySet<string>, column: string): void {
  if (open.has(column)) return
  const en = `You cannot group by ${column}.`
  throw new SummaryError(label(`${column}${josa(column, '으로/로')} 묶을 수 없습니다.`, en))
}

/**
 * Rejects compared search fields that the query lacks. They would have no effect, so the rows would
 * be compared with themselves.
 */
function rejectSearch(query: Query, names: readonly string[]): void {
  const after = isSummary(query) ? query.searchedAfter : []
  for (const name of names) {
    if (Object.hasOwn(query.search, name) && !after.includes(name)) continue
    const en = `${name} cannot be compared.`
    throw new SummaryError(label(`${name}${josa(name, '으로/로')} 비교할 수 없습니다.`, en))
  }
}

function buildSums({ output }: Query, names: GroupRequest['sums']): Measures {
  const summed = Object.keys(output).filter((name) => {
    const { kind, footer } = findColumn(output, name)
    return kind === 'number' && footer === 'SUM'
  })
  return sumColumns(output, names ?? summed)
}

function buildMeasures({ output }: Query, request: GroupRequest): Measures {
  const measures: Record<string, Measure> = {}
  const withTitleSuffix = (column: string, ko: string, en: string): Field => {
    // Drop the footer: minimums and maximums have no sum over groups.
    const { footer: _footer, ...field } = findColumn(output, column)
    return withOptions(field, {
      label: label(`${field.label.ko} ${ko}`, `${field.label.en}, ${en}`),
    })
  }
  for (const column of request.counts ?? []) {
    if (column === '*') measures['ROW_COUNT'] = rowCount()
    else measures[`${column}_COUNT`] = countDistinct(findColumn(output, column), column)
  }
  for (const column of request.least ?? []) {
    measures[`${column}_MIN`] = minimum(withTitleSuffix(column, '최소', 'min.'), column)
  }
  for (const column of request.most ?? []) {
    measures[`${column}_MAX`] = maximum(withTitleSuffix(column, '최대', 'max.'), column)
  }
  for (const { of, to } of request.ratios ?? []) {
    measures[`${of}_PER_${to}`] = ratio(measure(label(`${of}/${to} %`, `${of}/${to} %`), 1), of, to)
  }
  return measures
}

function countDistinct({ label: { ko, en } }: Field, column: string): Measure {
  const { field } = rowCount()
  return distinct(withOptions(field, { label: label(`${ko} 수`, `Distinct ${en}`) }), column)
}
