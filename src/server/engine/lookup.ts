import sql, { empty, join, type Sql } from 'sql-template-tag'
import { exactEntry } from '#kernel/exact-entry.ts'
import type { WireRow } from '#kernel/field.ts'
import type { OwnerAccess, Scope } from '#kernel/operation.ts'
import { toOtherKeyboardLayout } from '#kernel/hangul-layout.ts'
import { normalizeSpaces, toHalfWidth } from '#kernel/tidy-text.ts'
import { worksForPartner } from '#server/auth/partner-user.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import { matchesOfferedEntry, isPossibleMatch, type CodeSearch } from './code-search.ts'
import { namePattern } from './name-search.ts'
import { scopeConditions, whereAll } from './search-sql.ts'

type OwnerScope = Extract<Scope, 'owner' | 'warehouse-owner'>

/**
 * Entries without an owner belong to the warehouse or the site. `bound` states whether owner-bound
 * users may see them.
 */
type LookupReach =
  | { readonly scope: OwnerScope; readonly bound?: never }
  | { readonly scope: Exclude<Scope, OwnerScope>; readonly bound: Exclude<OwnerAccess, 'own'> }

/** A value help (F4): values of a coded field within the caller's scope. */
export type Lookup = LookupReach & {
  readonly name: string
  /**
   * Routes of popups that offer the value help, in addition to the screens with fields that use it.
   */
  readonly menus?: readonly string[]
  /** Query of the same records, whose users can also use the value help. */
  readonly query?: string
  /** Another value help, whose users can also use this one. */
  readonly with?: string
  /** SELECT with `code`, `name`, the scope columns, and `detail` to distinguish equal names. */
  readonly select: Sql
  /**
   * Condition for an entry `v` with another exact code, such as a barcode. Used if neither code nor
   * name match.
   */
  readonly matchesOtherCode?: (text: string) => Sql
  /** Searches by index, for lists too long to scan; the key is `code`. */
  readonly codeSearch?: CodeSearch
  /**
   * Condition for entries `v` that users of a branch or partner can see; true for all other users.
   * Without it, users of branches and partners see no entries.
   */
  readonly isVisibleToPartner?: (userId: string) => Sql
}

const maxRows = 200
const everyRow = sql`true`

export interface LookupRequest {
  readonly text: string
  readonly ownerCode: string | undefined
  readonly isExact?: boolean
}

/**
 * Finds codes and names that contain the text or its initials, on either keyboard layout. Exact
 * codes come first, then prefix matches. With `isExact`, returns only an exact match.
 */
export async function findInLookup(
  db: Queryable,
  lookup: Lookup,
  caller: Caller,
  question: LookupRequest,
): Promise<WireRow[]> {
  const { ownerCode, isExact = false } = question
  const text = normalizeSpaces(question.text)
  // Codes are stored in half width. Names can contain full-width letters.
  const texts = [...new Set([toHalfWidth(text), text])]
  const conditions = scopeConditions(lookup.scope, caller.scope)
  const isByOwner = lookup.scope.endsWith('owner') && lookup.name !== 'owner'
  conditions.push(
    lookup.isVisibleToPartner?.(caller.userId) ?? sql`not ${worksForPartner(caller.userId)}`,
  )
  if (isByOwner && ownerCode) conditions.push(sql`v.owner_cd = ${ownerCode}`)
  const wanted = texts.map((each) => each.toUpperCase())
  const typed = text === '' ? '' : texts.map(collapseSpaces).join('|')
  const owner = isByOwner ? sql`, v.owner_cd "OWNER_CD"` : empty
  const entries = (condition: Sql) =>
    db.query<WireRow>(sql`
      select v.code "CODE", v.name "NAME", v.detail "DETAIL" ${owner} from (${lookup.select}) v
      ${whereAll([...conditions, condition])}
      order by ${bestMatchFirst(typed, wanted)} limit ${maxRows}`)
  if (!isExact) {
    if (typed === '') return entries(everyRow)
    const { codeSearch, select } = lookup
    if (codeSearch)
      return entries(matchesAny(texts.map((each) => matchesOfferedEntry(codeSearch, each, select))))
    return entries(containsText([typed, ...otherLayout(text)].join('|')))
  }
  const isWanted = sql`(upper(v.code) = any(${wanted}::text[])
    or upper(v.name) = any(${wanted}::text[]))`
  const { codeSearch } = lookup
  const found = await entries(
    codeSearch
      ? sql`${matchesAny(texts.map((each) => isPossibleMatch(codeSearch, each)))} and ${isWanted}`
      : isWanted,
  )
  const entry = exactEntry(found, text)
  if (entry) return [entry]
  // Ambiguous matches are rejected: several entries with this code or name, or several with this
  // barcode.
  if (found.length > 0 || text === '' || !lookup.matchesOtherCode) return []
  const others = await entries(lookup.matchesOtherCode(toHalfWidth(text)))
  return others.length === 1 ? others : []
}

function matchesAny(conditions: readonly Sql[]): Sql {
  return sql`(${join(conditions, ' or ')})`
}

function containsText(pattern: string): Sql {
  return sql`(v.code ~* ${pattern} or coalesce(v.name ~* ${pattern}, false))`
}

function collapseSpaces(text: string): string {
  return namePattern(text, ' ?')
}

/** A single letter on the other layout would match too much. */
function otherLayout(text: string): string[] {
  const other = toOtherKeyboardLayout(text)
  return other === text || text.length < 2 ? [] : [collapseSpaces(other)]
}

function bestMatchFirst(typed: string, wanted: readonly string[]): Sql {
  if (typed === '') return sql`v.code`
  return sql`v.code = any(${wanted}::text[]) desc, ${containsText(`^(${typed})`)} desc, ${containsText(typed)} desc, v.code`
}
