import sql, { type Sql } from 'sql-template-tag'
import type { Query } from '#kernel/operation.ts'
import type { DataScope } from '#server/auth/caller.ts'
import type { NamePart } from './name-search.ts'

type RecordKind =
  | 'stock'
  | 'lot'
  | 'cell'
  | 'pallet'
  | 'receipt'
  | 'shipment'
  | 'work'
  | 'count'
  | 'bill'
  | 'booking'
  | 'cargo'
  | 'invoice'

export interface RecordSource {
  readonly kind: RecordKind
  /** Users who may run this query can find the records. */
  readonly question: Query
  /**
   * SELECT with `code`, `name`, `detail` and `owner_cd` within the scope, at most `limit` rows,
   * best matches first. Must use an index for any text.
   */
  readonly find: (text: RecordText, scope: DataScope, limit: number) => Sql
}

/** Typed text as possible prefixes of codes and names. */
export interface RecordText {
  readonly codes: readonly string[]
  readonly names: readonly string[]
  readonly parts: readonly NamePart[]
  /** Possible suffix of a document number, at least four digits. */
  readonly ending: string | undefined
}

/** Prefixes as byte-order ranges in rows `p.low`, `p.high`. No character sorts after U+10FFFF. */
export function ranges(beginnings: readonly string[]): Sql {
  const high = beginnings.map((text) => `${text}\u{10ffff}`)
  return sql`unnest(${[...beginnings]}::text[], ${high}::text[]) p (low, high)`
}

/** Whether a number starts as typed, by the ranges `p`. */
export const inRange = (number: Sql): Sql =>
  sql`${number} collate "C" >= p.low and ${number} collate "C" < p.high`

const endingIndexed = 4

export function endsWith(number: Sql, ending: string): Sql {
  return sql`right(${number}, 4) collate "C" = ${ending.slice(-endingIndexed)}
    and right(${number}, ${ending.length}) = ${ending}`
}

/**
 * Owners in scope as rows `o.owner_cd`. A search probes the index once per owner, which avoids
 * scanning the stock of other owners.
 */
export function selectOwners(scope: DataScope): Sql {
  return scope.owners
    ? sql`(select unnest(${[...scope.owners]}::text[]) owner_cd) o`
    : sql`(select owner_cd from owner) o`
}
