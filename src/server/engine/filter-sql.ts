import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { isDay, isTimestamp } from '#kernel/calendar.ts'
import type { Field, Value } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import { normalizeSpaces } from '#kernel/tidy-text.ts'
import { AppError } from '#server/base/app-error.ts'
import { rejectLongPattern } from './typed-search.ts'
import type { QueryHandler } from './handler.ts'

/** Operators of spec §9, as used on the wire and stored in views. */
export const filterOperators = [
  '=',
  '<',
  '<=',
  '>',
  '>=',
  'Like',
  'Not Like',
  'In',
  'Not In',
  'Between',
  'Not Between',
] as const

/**
 * Maximum number of values in all filters of a query. More would delay other users of the store.
 */
const maxValues = 5_000

function tooManyValues(count: number): AppError {
  const text = label(
    `필터 값이 ${formatCount(count)}개입니다. ${formatCount(maxValues)}개까지 지정할 수 있습니다.`,
    `Filter values: ${formatCount(count)}. At most ${formatCount(maxValues)} can be given.`,
  )
  return new AppError(422, 'SEARCH_INVALID', text)
}

export interface FilterRequest {
  readonly COLUMN: string
  readonly OPERATOR: (typeof filterOperators)[number]
  readonly VALUES: readonly Value[]
}

/**
 * Translates grid filters on `v`, with the same semantics as filtering in the grid. An empty cell
 * matches only `=` with an empty value and the `Not …` operators. Letters are case-insensitive.
 * `Like` without `%` matches anywhere and takes `_` literally. Only text order is that of the
 * database.
 *
 * @throws AppError SEARCH_INVALID for an unknown column or a value of the wrong type.
 */
export function filterConditions(handler: QueryHandler, filters: readonly FilterRequest[]): Sql[] {
  const count = filters.reduce((sum, { VALUES }) => sum + VALUES.length, 0)
  if (count > maxValues) throw tooManyValues(count)
  return filters.map((filter) => {
    const { name, field } = findOutputColumn(handler, filter.COLUMN)
    const positive = buildCondition(new FilteredColumn(name, field), filter)
    return filter.OPERATOR.startsWith('Not ')
      ? sql`not coalesce(${positive}, false)`
      : sql`(${positive})`
  })
}

/**
 * Returns a column of the response. Rejects unknown names because they are inserted into
 * statements.
 */
export function findOutputColumn(
  { operation }: QueryHandler,
  name: string,
): { readonly name: string; readonly field: Field } {
  const field = Object.hasOwn(operation.output, name) ? operation.output[name] : undefined
  if (field) return { name, field }
  const text = label(`${name} 열이 없습니다.`, `Column not found: ${name}`)
  throw new AppError(422, 'SEARCH_INVALID', text)
}

class FilteredColumn {
  readonly field: Field
  readonly #raw: Sql

  constructor(name: string, field: Field) {
    this.field = field
    this.#raw = raw(`v.${columnName(name)}`)
  }

  get size(): Sql {
    if (this.isMoment) {
      return sql`date_trunc('second', ${this.#raw} at time zone 'Asia/Seoul')`
    }
    return this.isSized ? this.#raw : sql`${this.#raw}::text`
  }

  get folded(): Sql {
    return this.isSized ? this.size : sql`lower(${this.#raw}::text)`
  }

  get text(): Sql {
    if (this.field.kind === 'date') return sql`to_char(${this.#raw}, 'YYYYMMDD')`
    if (this.isMoment) return sql`to_char(${this.size}, 'YYYYMMDDHH24MISS')`
    return this.isNumber ? sql`trim_scale(${this.#raw}::numeric)::text` : sql`${this.#raw}::text`
  }

  get isEmpty(): Sql {
    return sql`coalesce(${this.#raw}::text, '') = ''`
  }

  get isNumber(): boolean {
    return this.field.kind === 'number' || this.field.kind === 'progress'
  }

  /** Whether the field is an instant. Local date-times are stored as text. */
  get isMoment(): boolean {
    return this.field.kind === 'datetime' && !this.field.local
  }

  get isSized(): boolean {
    return this.isNumber || this.field.kind === 'date' || this.isMoment
  }

  read(value: Value): Sql {
    const text = normalizeSpaces(String(value ?? ''))
    if (this.isNumber && /^-?\d{1,30}(\.\d{1,12})?$/.test(text)) return sql`${text}::numeric`
    if (this.field.kind === 'date' && isDay(text)) {
      return sql`to_date(${text}, 'YYYYMMDD')`
    }
    if (this.isMoment && isTimestamp(text)) {
      return sql`to_timestamp(${text}, 'YYYYMMDDHH24MISS')::timestamp`
    }
    if (!this.isSized) return sql`${text}::text`
    throw new AppError(
      422,
      'SEARCH_INVALID',
      label(
        `필터 '${this.field.label.ko}'의 값 '${text}'${josa(text, '을/를')} 읽을 수 없습니다.`,
        `The filter value '${text}' for ${this.field.label.en} cannot be read.`,
      ),
    )
  }

  /** Passes the values as one array, because a thousand single parameters take long to plan. */
  isAmong(values: readonly Value[]): Sql {
    for (const value of values) this.read(value)
    const texts = values.map((value) => normalizeSpaces(String(value)))
    return sql`${this.folded} in (select ${this.#listed} from unnest(${texts}::text[]) x)`
  }

  get #listed(): Sql {
    if (this.isNumber) return sql`x::numeric`
    if (this.field.kind === 'date') return sql`to_date(x, 'YYYYMMDD')`
    return this.isMoment ? sql`to_timestamp(x, 'YYYYMMDDHH24MISS')::timestamp` : sql`lower(x)`
  }

  fold(value: Value): Sql {
    return this.isSized ? this.read(value) : sql`lower(${this.read(value)})`
  }
}

function buildCondition(column: FilteredColumn, { OPERATOR, VALUES }: FilterRequest): Sql {
  const [first = null, second = null] = VALUES
  const { size, isEmpty } = column
  switch (OPERATOR) {
    case '=':
      return isBlank(first) ? isEmpty : sql`${column.folded} = ${column.fold(first)}`
    case '<':
    case '<=':
    case '>':
    case '>=':
      return sql`not (${isEmpty}) and ${size} ${raw(OPERATOR)} ${column.read(first)}`
    case 'Like':
    case 'Not Like':
      return sql`not (${isEmpty}) and ${column.text} ilike ${toLikePattern(column.field, first)}`
    case 'In':
    case 'Not In':
      return isOneOf(column, VALUES)
    case 'Between':
    case 'Not Between': {
      const range = sql`between ${column.read(first)} and ${column.read(second)}`
      return sql`not (${isEmpty}) and ${size} ${range}`
    }
  }
}

function isOneOf(column: FilteredColumn, values: readonly Value[]): Sql {
  const filled = values.filter((value) => !isBlank(value))
  const listed = filled.length > 0 ? column.isAmong(filled) : sql`false`
  const blank = values.some(isBlank) ? sql` or ${column.isEmpty}` : empty
  return sql`(coalesce(${listed}, false)${blank})`
}

function isBlank(value: Value): boolean {
  return value === null || value === ''
}

/**
 * With `%`, the pattern is used as typed, and `_` matches any character. Without `%`, the text
 * matches anywhere.
 */
function toLikePattern(field: Field, typed: Value): string {
  const given = String(typed ?? '')
  rejectLongPattern(field, given)
  const text = normalizeSpaces(given).replaceAll('\\', String.raw`\\`)
  return text.includes('%') ? text : `%${text.replaceAll('_', String.raw`\_`)}%`
}
