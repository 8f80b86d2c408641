import sql, { type Sql } from 'sql-template-tag'
import type { Query } from '#kernel/operation.ts'
import type { DataScope } from '#server/auth/caller.ts'
import type { NamePart } from './name-search.ts'

/** What a record is; the page knows which screen shows it. */
type RecordKind = 'stock' | 'lot' | 'cell' | 'pallet' | 'receipt' | 'shipment' | 'work' | 'count'

/** Records that can be found by the beginning of a text. */
export interface RecordSource {
  readonly kind: RecordKind
  /** Whoever may ask this question may find the records. */
  readonly question: Query
  /**
   * SELECT with `code`, `name`, `detail` and `owner_cd` within the scope, at most `limit` rows, best
   * first. It must run on an index, whatever the text.
   */
  readonly find: (text: RecordText, scope: DataScope, limit: number) => Sql
}

/** What was typed, as the beginnings it may mean in a code and in a name. */
export interface RecordText {
  readonly codes: readonly string[]
  readonly names: readonly string[]
  /** What may stand anywhere in a name. */
  readonly parts: readonly NamePart[]
  /** What a document number may end with: four digits and more. */
  readonly ending: string | undefined
}

/** The beginnings as rows `p.low`, `p.high`: ranges in byte order. Nothing lies beyond U+10FFFF. */
export function ranges(beginnings: readonly string[]): Sql {
  const high = beginnings.map((text) => `${text}\u{10ffff}`)
  return sql`unnest(${[...beginnings]}::text[], ${high}::text[]) p (low, high)`
}

/** How many characters of an ending the index of a number goes by. */
const endingIndexed = 4

/** The condition that a document number ends so, as its index has it. */
export function endsWith(number: Sql, ending: string): Sql {
  return sql`right(${number}, 4) collate "C" = ${ending.slice(-endingIndexed)}
    and right(${number}, ${ending.length}) = ${ending}`
}

/**
 * The owners of a scope as rows `o.owner_cd`: a search probes the index once for each, so that the
 * goods of others are never walked through.
 */
export function ownersOf(scope: DataScope): Sql {
  return scope.owners
    ? sql`(select unnest(${[...scope.owners]}::text[]) owner_cd) o`
    : sql`(select owner_cd from owner) o`
}
