import type { SaveCall } from '#server/engine/handler.ts'

/** Save call that posts stock movements. Its rows list serials in a `SERIALS` column. */
export type Posting = Pick<SaveCall, 'tx' | 'userId' | 'idempotencyKey'> &
  Partial<Pick<SaveCall, 'rows' | 'scope'>>

/** Movement of an item that requires serials at every posting. */
export interface SerialMovement extends Record<string, unknown> {
  readonly movement_no: number
  readonly no: number | null
  readonly owner_cd: string
  readonly stock_cd: string
  readonly movement_cd: string
  readonly doc_no: string
  readonly doc_line: number
  readonly from_place_cd: string
  readonly from_balance_id: number | null
  readonly to_place_cd: string
  readonly to_balance_id: number | null
  readonly transit_no: number | null
  readonly qty: number
  readonly reverses_no: number | null
  readonly serials: string | null
  /** Serials expected on the movement's receipt line. */
  readonly announced: string | null
  /** Number of the movement that turned another item into this one. */
  readonly carried_no: number | null
}

/** Ways to find the serials of a movement. */
export type SerialKind = 'REVERSE' | 'PICKED' | 'NAMED' | 'WHOLE' | 'TRANSIT' | 'CARRY' | 'NEW'

/** Movements of one group share its serials in the order of their numbers: `lo < place ≤ hi`. */
export interface SerialPart extends SerialMovement {
  readonly kind: SerialKind
  readonly grp: string
  readonly row: number
  readonly names: readonly string[] | null
  /** Whether the names are the expected ones, because the row names none. */
  readonly isAnnounced: boolean
  lo: number
  hi: number
}
