import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Field, Value } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { getUnitColumn } from '#kernel/operation.ts'
import { columnName } from '#kernel/table.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { QueryHandler } from './handler.ts'
import { countedSql } from './counted-sql.ts'
import { findOutputColumn } from './filter-sql.ts'
import { fieldReader, selectRows, type QueryRequest } from './run-query.ts'

export const footerKinds = ['SUM', 'COUNT', 'MAX', 'MIN', 'AVG'] as const

export interface FooterRequest {
  readonly COLUMN: string
  readonly KIND: (typeof footerKinds)[number]
}

/**
 * Computes column footers over all rows. Sums and averages are exact decimal texts, averages with
 * six more digits than the values. First and last of texts use code point order.
 *
 * @throws AppError SEARCH_INVALID for an unknown column.
 */
export async function computeFooters(
  db: Queryable,
  handler: QueryHandler,
  caller: Caller,
  requests: QueryRequest & { readonly footers: readonly FooterRequest[] },
): Promise<Value[]> {
  const wanted = requests.footers.map(({ COLUMN, KIND }, index) => {
    const { name, field } = findOutputColumn(handler, COLUMN)
    if ((KIND === 'SUM' || KIND === 'AVG') && !isNumeric(field)) throw notNumericError(field)
    const isText = !['number', 'progress', 'date', 'datetime'].includes(field.kind)
    const read = KIND === 'MAX' || KIND === 'MIN' ? fieldReader(field) : plainDecimal
    const column = raw(`v.${columnName(name)}`)
    if (KIND !== 'SUM' && KIND !== 'AVG')
      return { read, sql: sql`${footerSql(column, KIND, isText)} f${raw(`${index}`)}` }
    const counted = countedSql(handler.operation.output, 'v')
    const value = counted ? sql`(case when ${counted} then ${column} end)` : column
    const footer = footerSql(value, KIND, isText)
    const unit = getUnitColumn(handler.operation, field)
    const alone = unit === undefined ? footer : nullIfMixed(unit, footer, counted)
    return { read, sql: sql`${alone} f${raw(`${index}`)}` }
  })
  if (wanted.length === 0) return []
  const rows = await db.query(sql`
    select ${join(wanted.map((footer) => footer.sql))} from (${selectRows(handler, caller, requests)}) v`)
  return wanted.map(({ read }, index) => read(rows[0]?.[`f${index}`] ?? null))
}

const isNumeric = ({ kind }: Field) => kind === 'number' || kind === 'progress'

function notNumericError({ label: { ko, en } }: Field): AppError {
  const text = label(`숫자 열이 아닙니다: ${ko}`, `Not a column of numbers: ${en}`)
  return new AppError(422, 'SEARCH_INVALID', text)
}

/**
 * Returns null for quantities in different units. A single row of a summary can also combine
 * several units, separated by commas.
 */
function nullIfMixed(unit: string, footer: Sql, counted: Sql | undefined): Sql {
  const name = raw(`v.${columnName(unit)}`)
  const column = counted ? sql`(case when ${counted} then ${name} end)` : name
  const isMixed = sql`min(${column}) <> max(${column}) or bool_or(${column} like '%,%')`
  return sql`case when ${isMixed} then null else ${footer} end`
}

function footerSql(column: Sql, kind: FooterRequest['KIND'], isText: boolean): Sql {
  switch (kind) {
    case 'SUM':
      return sql`trim_scale(sum(${column}::numeric))::text`
    case 'COUNT':
      return sql`count(*) filter (where coalesce(${column}::text, '') <> '')::int`
    case 'MAX':
    case 'MIN':
      return sql`${raw(kind.toLowerCase())}(${isText ? sql`nullif(${column}::text, '') collate "C"` : column})`
    case 'AVG': {
      const digits = sql`coalesce(max(scale(trim_scale(${column}::numeric))), 0)::int + 6`
      // A quotient has as many decimals as its dividend. 20 extra ones make the rounding exact.
      const total = sql`round(sum(${column}::numeric), ${digits} + 20)`
      return sql`trim_scale(round(${total} / nullif(count(${column}), 0), ${digits}))::text`
    }
  }
}

function plainDecimal(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
