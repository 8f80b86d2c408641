import sql, { raw, type Sql } from 'sql-template-tag'
import type { Field, Fields, Value, WireRow } from '#kernel/field.ts'
import { asOf } from '#kernel/operation.ts'
import { columnName } from '#kernel/table.ts'
import type { DbRow, Queryable } from '#server/db/database.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { rejectBound } from './owner-scope.ts'
import { findOutputColumn, filterConditions, type FilterRequest } from './filter-sql.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { QueryCall, QueryHandler, RowWindow } from './handler.ts'
import { reverseOrderBy } from './reverse-order-by.ts'
import { maskUsers } from './user-columns.ts'
import { assertSearch, scopeConditions, searchConditions, whereAll } from './search-sql.ts'

/** Row limit of a JSON response; larger results use the columnar format. */
const maxRows = 200_000

export interface QueryRequest {
  readonly search: WireRow
  /** Additional conditions on any response column, in search syntax. */
  readonly filter?: WireRow
  readonly filters?: readonly FilterRequest[]
  /** Takes precedence over the fixed order, which then only breaks ties. */
  readonly sort?: readonly { readonly COLUMN: string; readonly DIRECTION: 'asc' | 'desc' }[]
  readonly window?: RowWindow | undefined
}

export async function runQuery(
  db: Queryable,
  handler: QueryHandler,
  caller: Caller,
  request: QueryRequest,
): Promise<WireRow[]> {
  const rows = await db.query(sql`${scopedRows(handler, caller, request)} limit ${maxRows}`)
  return wireRows(handler.operation.output, rows)
}

export async function countRows(
  db: Queryable,
  handler: QueryHandler,
  caller: Caller,
  request: QueryRequest,
): Promise<number> {
  const rows = await db.query(sql`
    select count(*) as rows from (${selectRows(handler, caller, request)}) v`)
  return Number(rows[0]?.['rows'])
}

export function selectRows(
  handler: QueryHandler,
  caller: Omit<QueryCall, 'search'>,
  request: QueryRequest,
): Sql {
  const where = whereAll(queryConditions(handler, caller, request))
  return sql`
    select * from (${maskUsers(handler, { ...caller, search: request.search })}) v ${where}`
}

/** Position of the first matching row, starting at `from`; null if there is none. */
export async function locateRow(
  db: Queryable,
  handler: QueryHandler,
  caller: Caller,
  request: QueryRequest & { readonly from: number; readonly wanted: WireRow },
): Promise<number | null> {
  const wanted = [
    sql`v.place >= ${request.from}::int8`,
    ...searchConditions(handler.operation.output, assertKnownColumns(handler, request.wanted)),
  ]
  const rows = await db.query(sql`
    select v.place from (
      select row_number() over () - 1 as place, o.* from (${scopedRows(handler, caller, request)}) o
    ) v ${whereAll(wanted)} limit 1`)
  return rows[0] === undefined ? null : Number(rows[0]['place'])
}

export function scopedRows(handler: QueryHandler, caller: Caller, request: QueryRequest): Sql {
  const { search, window } = request
  const where = whereAll(queryConditions(handler, caller, request))
  const refinements = [
    ...Object.keys(request.filter ?? {}),
    ...(request.filters ?? []),
    ...(request.sort ?? []),
  ]
  const isPlain = refinements.length === 0
  const near = window && isPlain ? handler.window?.({ ...caller, search }, window) : undefined
  const order = [
    ...(request.sort ?? []).map((key) => orderText(handler, key)),
    handler.order,
  ].join()
  const unordered = sql`
    select * from (${maskUsers(handler, { ...caller, search }, near)}) v ${where}`
  const rows = sql`${unordered} order by ${raw(order)}`
  if (!window) return rows
  const isOrdered = handler.order !== 'null::int' || (request.sort?.length ?? 0) > 0
  const last = !near && isOrdered ? windowFromEnd(window) : undefined
  if (last) {
    return sql`
      select * from (
        select * from (${unordered} order by ${raw(reverseOrderBy(order))}
          offset ${last.offset} limit ${last.rows}) v order by ${raw(order)}) w`
  }
  // Wrap the SELECT, because it can have a limit itself.
  const offset = near ? 0 : window.first
  return sql`select * from (${rows} offset ${offset} limit ${window.rows}) w`
}

export function queryConditions(
  handler: QueryHandler,
  caller: Caller,
  request: QueryRequest,
): Sql[] {
  const { operation, groupedHandler } = handler
  rejectBound(operation, caller.scope)
  assertSearch(operation, request.search)
  return [
    ...(groupedHandler ? [] : scopeConditions(operation.scope, caller.scope)),
    ...searchConditions(fieldsOutside(handler), request.search),
    ...searchConditions(operation.output, assertKnownColumns(handler, request.filter ?? {})),
    ...filterConditions(handler, request.filters ?? []),
  ]
}

/**
 * Range to read from the end, for a window in the second half: fewer rows are sorted that way.
 * Undefined if the start is nearer or the count is unknown.
 */
function windowFromEnd({ first, rows, of }: RowWindow) {
  if (of === undefined || first + rows / 2 <= of / 2) return undefined
  const until = Math.min(first + rows, of)
  return { offset: of - until, rows: Math.max(0, until - first) }
}

function orderText(
  handler: QueryHandler,
  { COLUMN, DIRECTION }: { readonly COLUMN: string; readonly DIRECTION: 'asc' | 'desc' },
): string {
  const { name } = findOutputColumn(handler, COLUMN)
  return `v.${columnName(name)} ${DIRECTION === 'desc' ? 'desc' : 'asc'} nulls last`
}

/** Rejects unknown columns, because their names are inserted into the statement. */
function assertKnownColumns(handler: QueryHandler, row: WireRow): WireRow {
  for (const name of Object.keys(row)) findOutputColumn(handler, name)
  return row
}

function fieldsOutside({ operation, reads }: QueryHandler): Fields {
  const read = new Set([...reads, ...(operation.hasHistory ? Object.keys(asOf) : [])])
  return Object.fromEntries(Object.entries(operation.search).filter(([name]) => !read.has(name)))
}

/**
 * Converts database rows to wire rows: UPPER_SNAKE names, dates as digits, only declared fields and
 * VERSION.
 */
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

export function fieldReader(field: Field | undefined): (value: unknown) => Value {
  if (field?.kind === 'date')
    return (value) => getText(value)?.slice(0, 10).replaceAll('-', '') ?? null
  if (field?.kind === 'datetime' && !field.local) {
    return (value) => (value === null ? null : timestampAt(Date.parse(getText(value) ?? '')))
  }
  return (value) => (value === undefined || value === '' ? null : (value as Value))
}

function getText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
