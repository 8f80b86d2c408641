import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { columnName } from '#kernel/table.ts'
import { label } from '#kernel/label.ts'
import type { Database, DbRow } from '#server/db/database.ts'
import type { ExportCell } from '#server/files/export-cell.ts'
import { AppError } from '#server/base/app-error.ts'
import type { FilterRequest } from './filter-sql.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { QueryHandler } from './handler.ts'
import { readRowBatches } from './row-cursor.ts'
import { maskUsers } from './user-columns.ts'
import { queryConditions, wireRows } from './run-query.ts'
import { whereAll } from './search-sql.ts'

interface ExportRequest {
  readonly search: WireRow
  /** Grid filters, to export only the displayed rows. */
  readonly filters: readonly FilterRequest[]
  readonly columns: readonly {
    readonly name: string
    readonly names?: Readonly<Record<string, string>> | undefined
  }[]
  /** Sort columns, which take precedence over the query's fixed order. */
  readonly order: readonly { readonly column: string; readonly direction: 'asc' | 'desc' }[]
}

/**
 * Streams the rows of a query within the caller's scope as cells. Returns undefined before anything
 * is written if there are no rows.
 */
export async function exportRows(
  db: Database,
  handler: QueryHandler,
  caller: Caller,
  question: ExportRequest,
): Promise<AsyncGenerator<readonly ExportCell[]> | undefined> {
  for (const { name } of question.columns) columnInOutput(handler, name)
  const { search, filters } = question
  const where = whereAll(queryConditions(handler, caller, { search, filters }))
  const batches = readRowBatches(
    db,
    sql`
    select * from (${maskUsers(handler, { ...caller, search })}) v
    ${where} order by ${buildOrder(handler, question)}`,
  )
  const first = await batches.next()
  if (first.done) return undefined
  return toCells(first.value, batches, handler, question)
}

function columnInOutput(handler: QueryHandler, name: string): string {
  if (Object.hasOwn(handler.operation.output, name)) return columnName(name)
  const text = label(`'${name}' 열이 없습니다.`, `Column not found: ${name}`)
  throw new AppError(422, 'COLUMN_UNKNOWN', text)
}

function buildOrder(handler: QueryHandler, { order }: ExportRequest): Sql {
  const requests = order.map(({ column, direction }) =>
    raw(`v.${columnInOutput(handler, column)} ${direction} nulls last`),
  )
  return join([...requests, raw(handler.order)], ', ')
}

async function* toCells(
  first: DbRow[],
  rest: AsyncGenerator<DbRow[]>,
  handler: QueryHandler,
  { columns }: ExportRequest,
): AsyncGenerator<readonly ExportCell[]> {
  const named = columns.map(({ name, names }) => ({
    name,
    names: new Map(Object.entries(names ?? {})),
  }))
  const read = (rows: DbRow[]) =>
    wireRows(handler.operation.output, rows).map((row) =>
      named.map(({ name, names }) => {
        const value = row[name] ?? null
        return value === null ? null : (names.get(String(value)) ?? value)
      }),
    )
  try {
    yield* read(first)
    for await (const rows of rest) yield* read(rows)
  } finally {
    await rest.return(undefined)
  }
}
