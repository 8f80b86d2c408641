import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Query } from '#kernel/operation.ts'
import { columnName } from '#kernel/table.ts'
import { withinReach } from '#server/auth/user-reach.ts'
import type { QueryCall, QueryHandler } from './handler.ts'

/** Columns with an ID or a name of a user, by the names that all tables use. */
const ids = /^(?:USER_ID|ASSIGNED_TO|WORKER_ID|MANAGER_ID|\w+_BY)$/
const names = 'USER_NM'

/** Columns of a query that name users: staff of the site to customers. */
export function userColumns({ output }: Pick<Query, 'output'>): string[] {
  return Object.keys(output).filter((name) => ids.test(name) || name === names)
}

/**
 * Rows of a handler. Owner-bound users see `-` for users they do not reach, and can neither search
 * nor sort by them.
 */
export function shownRows(handler: QueryHandler, call: QueryCall, rows?: Sql): Sql {
  const given = rows ?? handler.select(call)
  const hidden = new Set(userColumns(handler.operation).map(columnName))
  // The rows of a group were masked before they were grouped.
  if (call.scope.owners === null || hidden.size === 0 || handler.grouped) return given
  const reached = sql`(select u.user_id from app_user u
    where ${withinReach(sql`u.user_id`, call.userId)})`
  const isShown = (column: Sql) =>
    sql`(${column} is null or ${column} like 'partner:%' or ${column} in ${reached})`
  const shown = queryColumns(handler).map((column) => {
    const value = raw(`i.${column}`)
    if (column === 'version' && !('VERSION' in handler.operation.output)) return versionColumn
    if (!hidden.has(column)) return value
    const id = column === columnName(names) ? raw('i.user_id') : value
    return sql`case when ${isShown(id)} then ${value} else '-' end ${raw(column)}`
  })
  return sql`select ${join(shown)} from (${given}) i`
}

/** Tables have a version, which is sent even if no column declares it; other rows have none. */
const versionColumn = sql`(to_jsonb(i) ->> 'version')::integer version`

/** Columns of the rows that a query answers, orders, searches or is scoped by. */
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
