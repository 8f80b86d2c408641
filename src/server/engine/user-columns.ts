import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Query } from '#kernel/operation.ts'
import { columnName } from '#kernel/table.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import type { QueryCall, QueryHandler } from './handler.ts'

/** Column names that every table uses for the ID or name of a user, or a list of IDs. */
const userIdColumns = /^(?:USER_ID|ASSIGNED_TO|WORKER_ID|MANAGER_ID|(?:RE)?COUNTERS|\w+_BY)$/
const userNameColumn = 'USER_NM'

/** Returns the columns of a query that identify users. Customers must not see staff in them. */
export function userColumns({ output }: Pick<Query, 'output'>): string[] {
  return Object.keys(output).filter((name) => userIdColumns.test(name) || name === userNameColumn)
}

/**
 * Rows of a handler with users masked: owner-bound users see `-` for users outside their reach, and
 * can neither search nor sort by them.
 */
export function maskUsers(handler: QueryHandler, call: QueryCall, rows?: Sql): Sql {
  const given = rows ?? handler.select(call)
  const hidden = new Set(userColumns(handler.operation).map(columnName))
  // Groups need no masking, because their rows were masked before grouping.
  if (call.scope.owners === null || hidden.size === 0 || handler.groupedHandler) return given
  const reached = sql`(select u.user_id from app_user u
    where ${isWithinReach(sql`u.user_id`, call.userId)})`
  const isShown = (column: Sql) =>
    sql`(${column} is null or ${column} = '' or ${column} like 'partner:%' or ${column} in ${reached})`
  const maskList = (column: Sql) => sql`(
    select string_agg(distinct case when ${isShown(sql`one`)} then one else '-' end, ', ')
    from unnest(string_to_array(${column}, ', ')) one)`
  const shown = queryColumns(handler).map((column) => {
    const value = raw(`i.${column}`)
    if (column === 'version' && !('VERSION' in handler.operation.output)) return versionColumn
    if (!hidden.has(column)) return value
    const id = column === columnName(userNameColumn) ? raw('i.user_id') : value
    return sql`case when ${id} like '%, %' then ${maskList(id)}
      when ${isShown(id)} then ${value} else '-' end ${raw(column)}`
  })
  return sql`select ${join(shown)} from (${given}) i`
}

/**
 * Version of the row, which is sent even if no column declares it; null for rows without a version.
 */
const versionColumn = sql`(to_jsonb(i) ->> 'version')::integer version`

/** Columns of the rows that a query returns, sorts by, searches or needs for its scope. */
function queryColumns({ operation, order, reads }: QueryHandler): string[] {
  const { output, search, scope } = operation
  const read = new Set([...reads, 'AS_OF'])
  const searched = Object.keys(search).filter((name) => !read.has(name))
  const ordered = [...order.matchAll(/\bv\.(\w+)/g)].map(([, column = '']) => column)
  return [
    ...new Set([
      ...Object.keys(output).map(columnName),
      ...searched.map(columnName),
      ...ordered,
      ...(scope.startsWith('warehouse') ? ['wcode'] : []),
      ...(scope.endsWith('owner') ? ['owner_cd'] : []),
      'version',
    ]),
  ]
}
