import sql, { raw } from 'sql-template-tag'
import type { Field, Fields, Value, WireRow } from '#kernel/field.ts'
import { columnName } from '#kernel/table.ts'
import type { DbRow, Queryable } from '#server/db/database.ts'
import { momentAt } from '#kernel/calendar.ts'
import type { Caller, QueryHandler } from './handler.ts'
import { scopeConditions, searchConditions, whereAll } from './search-sql.ts'

/** Most rows of one JSON answer; larger answers travel in columns. */
const rowsMax = 200_000

/** Answers a question within the caller's scope, as wire rows in the handler's order. */
export async function runQuery(
  db: Queryable,
  handler: QueryHandler,
  caller: Caller,
  search: WireRow,
): Promise<WireRow[]> {
  const { operation } = handler
  const conditions = [
    ...scopeConditions(operation.scope, caller.scope),
    ...searchConditions(fieldsOutside(handler), search),
  ]
  const rows = await db.query(sql`
    select * from (${handler.select({ ...caller, search })}) v
    ${whereAll(conditions)} order by ${raw(handler.order)} limit ${rowsMax}`)
  return wireRows(operation.output, rows)
}

function fieldsOutside({ operation, reads }: QueryHandler): Fields {
  return Object.fromEntries(
    Object.entries(operation.search).filter(([name]) => !reads.includes(name)),
  )
}

/** Database rows as wire rows: UPPER_SNAKE names, dates as digits, nothing undeclared but VERSION. */
export function wireRows(
  fields: Readonly<Record<string, Field>>,
  rows: readonly DbRow[],
): WireRow[] {
  const columns = Object.entries(fields).map(
    ([name, field]) => [name, columnName(name), reader(field)] as const,
  )
  return rows.map((row) => {
    const wire: WireRow = {}
    for (const [name, column, read] of columns) wire[name] = read(row[column])
    if (typeof row['version'] === 'number') wire['VERSION'] = row['version']
    return wire
  })
}

function reader(field: Field): (value: unknown) => Value {
  if (field.kind === 'date') return (value) => text(value)?.slice(0, 10).replaceAll('-', '') ?? null
  if (field.kind === 'datetime') {
    return (value) => (value === null ? null : momentAt(Date.parse(text(value) ?? '')))
  }
  return (value) => (value === undefined || value === '' ? null : (value as Value))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
