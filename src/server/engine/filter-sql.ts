import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { isDay, isMoment } from '#kernel/calendar.ts'
import type { Field, Value } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import { AppError } from '#server/base/app-error.ts'
import type { QueryHandler } from './handler.ts'

/** The operators of spec §9, as they go over the wire and are kept in views. */
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

/** One condition of a grid on a column of the answer, with values as the wire writes them. */
export interface FilterAsked {
  readonly COLUMN: string
  readonly OPERATOR: (typeof filterOperators)[number]
  readonly VALUES: readonly Value[]
}

/**
 * The conditions of a grid on `v`, with the meaning they have in a grid that holds its rows: an empty
 * cell passes only `=` with an empty value and the `Not …` operators; letters are compared whatever
 * their case; `Like` without `%` looks anywhere and takes `_` as itself. Only the order of texts is
 * that of the database.
 *
 * @throws AppError SEARCH_INVALID for a column the answer does not have and for a value that is none
 * of its column.
 */
export function filterConditions(handler: QueryHandler, filters: readonly FilterAsked[]): Sql[] {
  return filters.map((filter) => {
    const { name, field } = answerColumn(handler, filter.COLUMN)
    const positive = conditionOf(new FilteredColumn(name, field), filter)
    return filter.OPERATOR.startsWith('Not ')
      ? sql`not coalesce(${positive}, false)`
      : sql`(${positive})`
  })
}

/** A column of the answer: its names stand in statements, so no other is let through. */
export function answerColumn(
  { operation }: QueryHandler,
  name: string,
): { readonly name: string; readonly field: Field } {
  const field = Object.hasOwn(operation.output, name) ? operation.output[name] : undefined
  if (field) return { name, field }
  const text = label(`${name} 열이 없습니다.`, `Column not found: ${name}`)
  throw new AppError(422, 'SEARCH_INVALID', text)
}

/** A column of `v` and how its values compare. */
class FilteredColumn {
  readonly field: Field
  readonly #raw: Sql

  constructor(name: string, field: Field) {
    this.field = field
    this.#raw = raw(`v.${columnName(name)}`)
  }

  /** What is compared by size. */
  get size(): Sql {
    if (this.isMoment) {
      return sql`date_trunc('second', ${this.#raw} at time zone 'Asia/Seoul')`
    }
    return this.isSized ? this.#raw : sql`${this.#raw}::text`
  }

  /** What is the same or not, whatever the case of its letters. */
  get folded(): Sql {
    return this.isSized ? this.size : sql`lower(${this.#raw}::text)`
  }

  /** The text of a cell, as it stands on the wire. */
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

  /** A moment of the world; one on the clock of a place is text. */
  get isMoment(): boolean {
    return this.field.kind === 'datetime' && !this.field.local
  }

  get isSized(): boolean {
    return this.isNumber || this.field.kind === 'date' || this.isMoment
  }

  /** A value of the wire as one of the column's. */
  read(value: Value): Sql {
    const text = String(value ?? '').normalize('NFC')
    if (this.isNumber && /^-?\d{1,30}(\.\d{1,12})?$/.test(text)) return sql`${text}::numeric`
    if (this.field.kind === 'date' && isDay(text)) {
      return sql`to_date(${text}, 'YYYYMMDD')`
    }
    if (this.isMoment && isMoment(text)) {
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

  /** As `read`, to be the same or not. */
  fold(value: Value): Sql {
    return this.isSized ? this.read(value) : sql`lower(${this.read(value)})`
  }
}

function conditionOf(column: FilteredColumn, { OPERATOR, VALUES }: FilterAsked): Sql {
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
      return sql`not (${isEmpty}) and ${column.text} ilike ${patternOf(String(first ?? ''))}`
    case 'In':
    case 'Not In':
      return oneOf(column, VALUES)
    case 'Between':
    case 'Not Between': {
      const range = sql`between ${column.read(first)} and ${column.read(second)}`
      return sql`not (${isEmpty}) and ${size} ${range}`
    }
  }
}

function oneOf(column: FilteredColumn, values: readonly Value[]): Sql {
  const filled = values.filter((value) => !isBlank(value)).map((value) => column.fold(value))
  const listed = filled.length > 0 ? sql`${column.folded} in (${join(filled)})` : sql`false`
  const blank = values.some(isBlank) ? sql` or ${column.isEmpty}` : empty
  return sql`(coalesce(${listed}, false)${blank})`
}

function isBlank(value: Value): boolean {
  return value === null || value === ''
}

/** With `%` the pattern is the user's, `_` any one character; without, the text anywhere. */
function patternOf(typed: string): string {
  const text = typed.normalize('NFC').replaceAll('\\', String.raw`\\`)
  return text.includes('%') ? text : `%${text.replaceAll('_', String.raw`\_`)}%`
}
