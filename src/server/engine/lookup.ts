import sql, { empty, type Sql } from 'sql-template-tag'
import { exactEntry } from '#kernel/exact-entry.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Scope } from '#kernel/operation.ts'
import { onOtherLayout } from '#kernel/hangul-layout.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import { isAmongFirst, isPerhaps, type CodeSearch } from './code-search.ts'
import { patternOf } from './name-search.ts'
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
  /** Goes by indexes, as the list is too long to be read through; its key is `code`. */
  readonly finds?: CodeSearch
  /**
   * Which entries `v` a user may choose where that user works for a branch or partner of an owner;
   * true of every entry for anybody else. Without it such users are offered nothing.
   */
  readonly own?: (userId: string) => Sql
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

/**
 * Codes and names that contain the text or its initials, on either keyboard layout: exact codes
 * first, then those that begin so; or the one that is exactly the text.
 */
export async function findInLookup(
  db: Queryable,
  lookup: Lookup,
  caller: Caller,
  question: LookupQuestion,
): Promise<WireRow[]> {
  const { text, ownerCode, isExact = false } = question
  const conditions = scopeConditions(lookup.scope, caller.scope)
  const byOwner = lookup.scope.endsWith('owner') && lookup.name !== 'owner'
  conditions.push(lookup.own?.(caller.userId) ?? sql`not ${worksForPartner(caller.userId)}`)
  if (byOwner && ownerCode) conditions.push(sql`v.owner_cd = ${ownerCode}`)
  const wanted = text.normalize('NFC').toUpperCase()
  const typed = spaced(text)
  const owner = byOwner ? sql`, v.owner_cd "OWNER_CD"` : empty
  const entries = (condition: Sql) =>
    db.query<WireRow>(sql`
      select v.code "CODE", v.name "NAME", v.detail "DETAIL" ${owner} from (${lookup.select}) v
      ${whereAll([...conditions, condition])}
      order by ${bestFirst(typed, wanted)} limit ${rowsMax}`)
  if (!isExact) {
    if (typed === '') return entries(all)
    if (lookup.finds) return entries(isAmongFirst(lookup.finds, text, lookup.select))
    return entries(contains([typed, ...otherLayout(text)].join('|')))
  }
  const isThis = sql`(upper(v.code) = ${wanted} or upper(v.name) = ${wanted})`
  const found = await entries(
    lookup.finds ? sql`${isPerhaps(lookup.finds, text)} and ${isThis}` : isThis,
  )
  const entry = exactEntry(found, text)
  if (entry) return [entry]
  // A code or name that several share decides nothing, and neither does a barcode.
  if (found.length > 0 || text === '' || !lookup.otherCode) return []
  const others = await entries(lookup.otherCode(text))
  return others.length === 1 ? others : []
}

function contains(pattern: string): Sql {
  return sql`(v.code ~* ${pattern} or coalesce(v.name ~* ${pattern}, false))`
}

/** Spaces tell no name from another. */
function spaced(text: string): string {
  return patternOf(text, ' ?')
}

/** A single letter is the beginning of too many things in the other layout. */
function otherLayout(text: string): string[] {
  const other = onOtherLayout(text)
  return other === text || text.length < 2 ? [] : [spaced(other)]
}

/** Exact codes, those that begin so, and what was found in the other layout last. */
function bestFirst(typed: string, wanted: string): Sql {
  if (typed === '') return sql`v.code`
  return sql`v.code = ${wanted} desc, ${contains(`^(${typed})`)} desc, ${contains(typed)} desc, v.code`
}
