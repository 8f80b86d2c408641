import sql, { empty, type Sql } from 'sql-template-tag'
import { exactEntry } from '#kernel/exact-entry.ts'
import type { WireRow } from '#kernel/field.ts'
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
  /** What else a text may be that means an entry `v` exactly, where neither code nor name is it. */
  readonly otherCode?: (text: string) => Sql
}

const rowsMax = 200
const all = sql`true`

export interface LookupQuestion {
  readonly text: string
  /** Narrows to one owner. */
  readonly ownerCode: string | undefined
  /** Only the entry whose code or name is exactly the text. */
  readonly isExact?: boolean
}

/** Codes and names that contain the text, exact codes first; or the one that is exactly the text. */
export async function findInLookup(
  db: Queryable,
  lookup: Lookup,
  caller: Caller,
  question: LookupQuestion,
): Promise<WireRow[]> {
  const { text, ownerCode, isExact = false } = question
  const conditions = scopeConditions(lookup.scope, caller.scope)
  const byOwner = lookup.scope.endsWith('owner') && lookup.name !== 'owner'
  if (byOwner && ownerCode) conditions.push(sql`v.owner_cd = ${ownerCode}`)
  const wanted = text.normalize('NFC').toUpperCase()
  const owner = byOwner ? sql`, v.owner_cd "OWNER_CD"` : empty
  const entries = (condition: Sql) =>
    db.query<WireRow>(sql`
      select v.code "CODE", v.name "NAME", v.detail "DETAIL" ${owner} from (${lookup.select}) v
      ${whereAll([...conditions, condition])}
      order by v.code = ${wanted} desc, v.code limit ${rowsMax}`)
  if (!isExact) {
    return entries(text ? sql`(v.code ilike ${`%${text}%`} or v.name ilike ${`%${text}%`})` : all)
  }
  const found = await entries(sql`(upper(v.code) = ${wanted} or upper(v.name) = ${wanted})`)
  const entry = exactEntry(found, text)
  if (entry) return [entry]
  // A code or name that several share decides nothing, and neither does a barcode.
  if (found.length > 0 || text === '' || !lookup.otherCode) return []
  const others = await entries(lookup.otherCode(text))
  return others.length === 1 ? others : []
}
