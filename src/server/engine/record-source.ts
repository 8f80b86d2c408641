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
  /** Query of the records. Users who may run it can find them. */
  readonly query: Query
  /**
   * SELECT with `code`, `name`, `detail` and `owner_cd`: the best matches within the scope, at most
   * `limit` rows. Must be able to use an index for any text.
   */
  readonly find: (text: RecordText, scope: DataScope, limit: number) => Sql
}

/** A typed text, interpreted as prefixes of codes and names. */
export interface RecordText {
  readonly codes: readonly string[]
  readonly names: readonly string[]
  readonly parts: readonly NamePart[]
  /** The text as a suffix of a document number, if it has at least four digits. */
  readonly ending: string | undefined
}

/**
 * Converts prefixes to byte-order ranges, as rows `p.low`, `p.high`. No character sorts after
 * U+10FFFF.
 */
export function prefixRanges(beginnings: readonly string[]): Sql {
  const high = beginnings.map((text) => `${text}\u{10ffff}`)
  return sql`unnest(${[...beginnings]}::text[], ${high}::text[]) p (low, high)`
}

/** SQL condition: the number starts with the typed text, given as ranges `p`. */
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
