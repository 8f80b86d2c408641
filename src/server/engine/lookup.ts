import sql, { empty, type Sql } from 'sql-template-tag'
import type { Scope } from '#kernel/operation.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Caller } from './handler.ts'
import { scopeConditions, whereAll } from './search-sql.ts'

/** A value help (F4): what a coded field may hold, within the caller's scope. */
export interface Lookup {
  /** As fields name it: `owner`, `ship-to`. */
  readonly name: string
  readonly scope: Scope
  /** SELECT with `code`, `name`, the scope's columns, and `detail` to tell like names apart. */
  readonly select: Sql
}

const rowsMax = 200

/** Codes and names that contain the text, exact codes first. `ownerCode` narrows to one owner. */
export function findInLookup(
  db: Queryable,
  lookup: Lookup,
  caller: Caller,
  text: string,
  ownerCode: string | undefined,
): Promise<Record<string, unknown>[]> {
  const conditions = scopeConditions(lookup.scope, caller.scope)
  const byOwner = lookup.scope.endsWith('owner') && lookup.name !== 'owner'
  if (byOwner && ownerCode) conditions.push(sql`v.owner_cd = ${ownerCode}`)
  if (text) conditions.push(sql`(v.code ilike ${`%${text}%`} or v.name ilike ${`%${text}%`})`)
  const owner = byOwner ? sql`, v.owner_cd "OWNER_CD"` : empty
  return db.query(sql`
    select v.code "CODE", v.name "NAME", v.detail "DETAIL" ${owner} from (${lookup.select}) v
    ${whereAll(conditions)}
    order by v.code = ${text.toUpperCase()} desc, v.code limit ${rowsMax}`)
}
