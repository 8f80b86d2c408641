import sql, { raw, type Sql } from 'sql-template-tag'
import type { Field, Fields, Value, WireRow } from '#kernel/field.ts'
import { asOf } from '#kernel/operation.ts'
import { columnName } from '#kernel/table.ts'
import type { DbRow, Queryable } from '#server/db/database.ts'
import { momentAt } from '#kernel/calendar.ts'
import { refuseBound } from './owner-scope.ts'
import { answerColumn, filterConditions, type FilterAsked } from './filter-sql.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { QueryCall, QueryHandler, RowWindow } from './handler.ts'
import { reversedOrder } from './reversed-order.ts'
import { scopeConditions, searchConditions, whereAll } from './search-sql.ts'

/** Most rows of one JSON answer; larger answers travel in columns. */
const rowsMax = 200_000

/** A question as it is asked: what is searched, and what part of the answer is wanted. */
export interface Asked {
  readonly search: WireRow
  /** Further conditions, on any column of the answer, in the same words as a search. */
  readonly filter?: WireRow
  /** The conditions of a grid, on any column of the answer; several may be on the same one. */
  readonly filters?: readonly FilterAsked[]
  /** Instead of the fixed order; equals stay in that one. */
  readonly sort?: readonly { readonly COLUMN: string; readonly DIRECTION: 'asc' | 'desc' }[]
  /** Places in that order, from 0. */
  readonly window?: RowWindow | undefined
}

/** Answers a question within the caller's scope, as wire rows in the order asked for. */
export async function runQuery(
  db: Queryable,
  handler: QueryHandler,
  caller: Caller,
  asked: Asked,
): Promise<WireRow[]> {
  const rows = await db.query(sql`${scopedRows(handler, caller, asked)} limit ${rowsMax}`)
  return wireRows(handler.operation.output, rows)
}

/** How many rows the answer has, exactly. */
export async function countRows(
  db: Queryable,
  handler: QueryHandler,
  caller: Caller,
  asked: Asked,
): Promise<number> {
  const rows = await db.query(sql`
    select count(*) as rows from (${rowsAsked(handler, caller, asked)}) v`)
  return Number(rows[0]?.['rows'])
}

/** All rows of a question within the caller's scope, in no order. */
export function rowsAsked(
  handler: QueryHandler,
  caller: Omit<QueryCall, 'search'>,
  asked: Asked,
): Sql {
  return sql`
    select * from (${handler.select({ ...caller, search: asked.search })}) v
    ${whereAll(conditionsOf(handler, caller, asked))}`
}

/** The place of the first row, from a place on, that a condition is true of; null for none. */
export async function locateRow(
  db: Queryable,
  handler: QueryHandler,
  caller: Caller,
  asked: Asked & { readonly from: number; readonly wanted: WireRow },
): Promise<number | null> {
  const wanted = [
    sql`v.place >= ${asked.from}::int8`,
    ...searchConditions(handler.operation.output, known(handler, asked.wanted)),
  ]
  const rows = await db.query(sql`
    select v.place from (
      select row_number() over () - 1 as place, o.* from (${scopedRows(handler, caller, asked)}) o
    ) v ${whereAll(wanted)} limit 1`)
  return rows[0] === undefined ? null : Number(rows[0]['place'])
}

/** The question with the caller's scope and search around it, in its order. */
export function scopedRows(handler: QueryHandler, caller: Caller, asked: Asked): Sql {
  const { search, window } = asked
  const asides = [
    ...Object.keys(asked.filter ?? {}),
    ...(asked.filters ?? []),
    ...(asked.sort ?? []),
  ]
  const isPlain = asides.length === 0
  const near = window && isPlain ? handler.window?.({ ...caller, search }, window) : undefined
  const where = whereAll(conditionsOf(handler, caller, asked))
  const order = [...(asked.sort ?? []).map((key) => orderText(handler, key)), handler.order].join()
  const unordered = sql`
    select * from (${near ?? handler.select({ ...caller, search })}) v ${where}`
  const rows = sql`${unordered} order by ${raw(order)}`
  if (!window) return rows
  const isOrdered = handler.order !== 'null::int' || (asked.sort?.length ?? 0) > 0
  const last = !near && isOrdered ? placesFromEnd(window) : undefined
  if (last) {
    return sql`
      select * from (
        select * from (${unordered} order by ${raw(reversedOrder(order))}
          offset ${last.offset} limit ${last.rows}) v order by ${raw(order)}) w`
  }
  // Around it, because the answer has a limit of its own.
  const offset = near ? 0 : window.first
  return sql`select * from (${rows} offset ${offset} limit ${window.rows}) w`
}

/** What holds of the rows of a question: the caller's scope, what was searched, what is filtered. */
export function conditionsOf(handler: QueryHandler, caller: Caller, asked: Asked): Sql[] {
  const { operation, grouped } = handler
  refuseBound(operation, caller.scope)
  return [
    ...(grouped ? [] : scopeConditions(operation.scope, caller.scope)),
    ...searchConditions(fieldsOutside(handler), asked.search),
    ...searchConditions(operation.output, known(handler, asked.filter ?? {})),
    ...filterConditions(handler, asked.filters ?? []),
  ]
}

/**
 * A window in the second half, counted from the last row: what is passed over has to be sorted out
 * first, and from there it is less. Undefined where the first row is nearer, or nothing was counted.
 */
function placesFromEnd({ first, rows, of }: RowWindow) {
  if (of === undefined || first + rows / 2 <= of / 2) return undefined
  const until = Math.min(first + rows, of)
  return { offset: of - until, rows: Math.max(0, until - first) }
}

function orderText(
  handler: QueryHandler,
  { COLUMN, DIRECTION }: { readonly COLUMN: string; readonly DIRECTION: 'asc' | 'desc' },
): string {
  const { name } = answerColumn(handler, COLUMN)
  return `v.${columnName(name)} ${DIRECTION === 'desc' ? 'desc' : 'asc'} nulls last`
}

/** Columns of the answer only: their names stand in statements. */
function known(handler: QueryHandler, row: WireRow): WireRow {
  for (const name of Object.keys(row)) answerColumn(handler, name)
  return row
}

function fieldsOutside({ operation, reads }: QueryHandler): Fields {
  const read = new Set([...reads, ...(operation.past ? Object.keys(asOf) : [])])
  return Object.fromEntries(Object.entries(operation.search).filter(([name]) => !read.has(name)))
}

/** Database rows as wire rows: UPPER_SNAKE names, dates as digits, nothing undeclared but VERSION. */
export function wireRows(
  fields: Readonly<Record<string, Field>>,
  rows: readonly DbRow[],
): WireRow[] {
  const columns = Object.entries(fields).map(
    ([name, field]) => [name, columnName(name), fieldReader(field)] as const,
  )
  return rows.map((row) => {
    const wire: WireRow = {}
    for (const [name, column, read] of columns) wire[name] = read(row[column])
    if (typeof row['version'] === 'number') wire['VERSION'] = row['version']
    return wire
  })
}

/** How a value of the database is written on the wire. */
export function fieldReader(field: Field | undefined): (value: unknown) => Value {
  if (field?.kind === 'date')
    return (value) => text(value)?.slice(0, 10).replaceAll('-', '') ?? null
  if (field?.kind === 'datetime' && !field.local) {
    return (value) => (value === null ? null : momentAt(Date.parse(text(value) ?? '')))
  }
  return (value) => (value === undefined || value === '' ? null : (value as Value))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
