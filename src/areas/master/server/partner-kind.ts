import type { Sql } from 'sql-template-tag'
import type { Fields, WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'
import type { SaveCall, SaveResult } from '#server/engine/handler.ts'
import type { PartnerOperations } from '../operations/partner-messages.ts'

export type PartnerKindCode = 'RECEIPT' | 'SHIPMENT' | 'STOCK'

export interface ReportedKind {
  readonly code: string
  readonly fields: Fields
  readonly results: Fields
  readonly edi: { readonly result: string }
  /** Explains when a result is sent and what its lines are. */
  readonly resultText: Label
  /** Explains fields whose title and type leave questions, by field name. */
  readonly notes: Readonly<Record<string, Label>>
  /** Notes that differ in results. */
  readonly resultNotes?: Readonly<Record<string, Label>>
  /** Fields of messages that no result contains. */
  readonly unreported?: readonly string[]
  /** Sample result without its number and kind, checked by a test. */
  readonly exampleResult: Readonly<Record<string, unknown>>
  /** Lists at the level of the entire result, by name. */
  readonly facts?: Readonly<Record<string, Fields>>
  /** Result column with the document number, or null if no document is created. */
  readonly number: string | null
  /**
   * Selects `doc_no, result_cd, lines, facts` for the documents `d(doc_no, owner_cd)`. `lines` is
   * an array of objects by field name, `facts` an object for the entire document. `result_cd` is
   * DONE, CANCELLED, STATE if every step is reported, or OPEN if there is nothing to report yet.
   */
  readonly outcome?: Sql
  /**
   * Selects `doc_no, owner_cd` of the documents reported to a profile. Defaults to the documents
   * created from its messages.
   */
  readonly source?: (profile: Profile) => Sql
}

/** Results sent to partners that did not send a message. */
export interface PartnerEventKind extends ReportedKind {
  readonly code: 'ADJUST' | 'ORDER'
  readonly outcome: Sql
  readonly source: (profile: Profile) => Sql
}

export interface PartnerKind extends ReportedKind {
  readonly code: PartnerKindCode
  readonly operations: PartnerOperations
  /** Corresponding EDI (X12) documents of the message and its result. */
  readonly edi: { readonly message: string; readonly result: string }
  /** Explains what the message does and how its lines are grouped. */
  readonly messageText: Label
  /** Sample lines of a partner, used by a test. */
  readonly example: readonly WireRow[]
  /**
   * Converts the lines of one message in the caller's transaction, with the operation that users
   * run. Returns a result for each row: its document, or fields of a result.
   */
  readonly convert: (call: SaveCall) => Promise<SaveResult>
  readonly missing?: (
    call: SaveCall,
    message: { readonly id: number; readonly owner: string },
  ) => Promise<Record<string, string>[]>
  /** Fields of each row of `current`, in addition to the cursor. */
  readonly currentFields?: Fields
  /** Notes of those fields that differ from the notes of messages. */
  readonly currentNotes?: Readonly<Record<string, Label>>
  /** Current rows ordered by `CURSOR`, starting after the given one. */
  readonly current?: (
    db: Queryable,
    profile: Profile,
    request: { readonly after: string; readonly limit: number },
  ) => Promise<readonly WireRow[]>
}

export interface Profile {
  readonly wcode: string
  readonly owner: string
  readonly code: string
  readonly isAutomatic: boolean
  readonly kinds: ReadonlySet<PartnerKindCode>
  readonly fieldMap: string | null
  readonly codeMap: string | null
}
