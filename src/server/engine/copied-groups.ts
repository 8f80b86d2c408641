import sql, { join, raw, type Sql } from 'sql-template-tag'
import { columnName } from '#kernel/table.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { ColumnCopies } from '#server/columns/column-copies.ts'
import type { SharedType, TextTable } from '#server/columns/row-copy.ts'
import type { QueryHandler } from './handler.ts'
import { scopedRows, type QueryRequest } from './run-query.ts'

/** Maximum number of groups sent to PostgreSQL for sorting. */
const maxGroups = 20_000

interface SummaryRequest<R extends QueryRequest> {
  readonly handler: QueryHandler
  readonly request: R
}

/**
 * Computes the groups of a summary from the column copy of its rows. PostgreSQL then sorts and
 * searches these few rows as any others. Returns the request unchanged if PostgreSQL must group.
 */
export async function groupFromCopy<R extends QueryRequest>(
  copies: ColumnCopies | undefined,
  caller: Caller,
  asked: SummaryRequest<R>,
): Promise<SummaryRequest<R>> {
  const { handler, request } = asked
  const { search, window } = request
  const groups = copies?.isUsed ? handler.copiedGroups?.({ ...caller, search }) : undefined
  if (!copies || !groups) return asked
  const isPlain = [request.filters, Object.keys(request.filter ?? {})].every((all) => !all?.length)
  const isSorted = (request.sort?.length ?? 0) > 0
  if (window && isPlain && !isSorted && groups.isIndexed) return asked
  const isPage = window !== undefined && isPlain && (await copies.sortsByBytes())
  const near = isPage && !isSorted ? groups.window?.(window) : undefined
  const { window: _window, ...ungrouped } = handler
  const copied = { ...ungrouped, select: () => near ?? groups.select }
  const page = isPage && !near ? { first: window.first, rows: window.rows } : undefined
  const sort = page ? (request.sort ?? []) : []
  const statement = scopedRows(copied, caller, { search, sort, window: page })
  const table = await copies.read(
    groups.copy,
    sql`select * from (${statement}) v limit ${maxGroups + 1}`,
  )
  if (!table || (table.columns[0]?.length ?? 0) > maxGroups) return asked
  const rows = groupRows(handler, table, groups.types)
  return {
    handler: { ...ungrouped, select: () => rows },
    request: isPage ? { ...request, window: undefined } : request,
  }
}

/** The groups as rows of a statement, with the types that PostgreSQL would give them. */
function groupRows(
  { operation: { output, unit } }: QueryHandler,
  { names, columns }: TextTable,
  types: Readonly<Record<string, SharedType>>,
): Sql {
  const found = new Map(names.map((name, index) => [name, columns[index] ?? []]))
  const fields = Object.keys(output)
  const values = fields.map((name) => {
    return sql`${[...(found.get(columnName(name)) ?? [])]}::${raw(types[name] ?? 'text')}[]`
  })
  const selected = fields.map((name) => {
    const column = columnName(name)
    return raw(name === unit ? `${sortedUnits(column)} ${column}` : `g.${column}`)
  })
  return sql`select ${join(selected)}
    from unnest(${join(values)}) g(${raw(fields.map(columnName).join(', '))})`
}

const sortedUnits = (column: string) =>
  `(select string_agg(u, ',' order by u) from unnest(string_to_array(g.${column}, ',')) t(u))`
