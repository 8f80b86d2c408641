import type { Sql } from 'sql-template-tag'
import type { Fields, WireRow } from '#kernel/field.ts'
import type { Queryable } from '#server/db/database.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'
import type { PartnerOperations } from '../operations/partner-messages.ts'

export type PartnerKindCode = 'RECEIPT' | 'SHIPMENT' | 'STOCK'

/** What results of one kind hold, and where they are read off. */
export interface ToldKind {
  readonly code: string
  readonly fields: Fields
  /** What only results hold. */
  readonly results: Fields
  /** The document of EDI (X12) that says the like. */
  readonly edi: { readonly result: string }
  /** Lists of what a result says of the whole, by name. */
  readonly facts?: Readonly<Record<string, Fields>>
  /** Column of the answer that numbers the document; null where none is written. */
  readonly number: string | null
  /**
   * Of the documents `d(doc_no, owner_cd)`: rows `doc_no, result_cd, lines, facts`, with the lines as they
   * stand, an array of objects by field name, and what is said of the whole, an object. `result_cd`
   * is DONE, CANCELLED, STATE where every step is told, or OPEN while nothing is told yet.
   */
  readonly outcome?: Sql
  /** `doc_no, owner_cd` of what a profile is told of; absent: the documents that its messages made. */
  readonly source?: (profile: Profile) => Sql
}

/** What partners are told of without a message of theirs. */
export interface PartnerNews extends ToldKind {
  readonly code: 'ADJUST' | 'ORDER'
  readonly outcome: Sql
  readonly source: (profile: Profile) => Sql
}

/** One kind of message: what its lines hold, what becomes of them, and what is told back. */
export interface PartnerKind extends ToldKind {
  readonly code: PartnerKindCode
  readonly operations: PartnerOperations
  /** Documents of EDI (X12) that say the like: the message, and its result. */
  readonly edi: { readonly message: string; readonly result: string }
  /** Lines as a partner sends them; a test does. */
  readonly example: readonly WireRow[]
  /**
   * Carries the lines of one message out by the operation that people use for them, in the caller's
   * transaction. Returns for each row what goes back to it: its document, or fields of a result.
   */
  readonly convert: (call: SaveCall) => Promise<SaveResult>
  /** Lines that a message should have and lacks. */
  readonly missing?: (
    call: SaveCall,
    message: { readonly id: number; readonly owner: string },
  ) => Promise<Record<string, string>[]>
  /** What `current` answers of each row, beside the cursor. */
  readonly currentFields?: Fields
  /** What there is now, in the order of `CURSOR`, from after one on. */
  readonly current?: (
    db: Queryable,
    profile: Profile,
    asked: { readonly after: string; readonly most: number },
  ) => Promise<readonly WireRow[]>
}

/** A profile as messages are read by it. */
export interface Profile {
  readonly wcode: string
  readonly owner: string
  readonly code: string
  readonly isAutomatic: boolean
  /** Kinds of messages it takes. */
  readonly kinds: ReadonlySet<PartnerKindCode>
  readonly fieldMap: string | null
  readonly codeMap: string | null
}
