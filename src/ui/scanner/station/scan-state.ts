import type { WireRow } from '#kernel/field.ts'
import type { ScanEntry, ScanKind } from './scan-log.ts'

/** What the line at the bottom takes next. */
export type PromptMode = 'document' | 'goods' | 'quantity'

/** Goods that were scanned without their lot. */
export interface AskedLot {
  readonly code: string
  readonly quantity: number
}

/** What a station shows. */
export interface StationState {
  readonly document: WireRow | undefined
  /** The place scanned last, where the station counts by place. */
  readonly place: string | undefined
  readonly lines: readonly WireRow[]
  /** Line of the last scan. */
  readonly line: number | undefined
  readonly log: readonly ScanEntry[]
  /** The last entry that was answered: what stands in large. */
  readonly last: ScanEntry | undefined
  /** Quantity of the next scan, where it is not one. */
  readonly quantity: number | undefined
  /** Goods of which the server wants to know the lot before it counts them. */
  readonly asked: AskedLot | undefined
  /** The document was finished; the next scan opens another one. */
  readonly isFinished: boolean
}

/** What the user did and the server has not answered. */
export interface PendingScan {
  readonly kind: ScanKind
  /** As scanned or typed; it is read when its turn comes. */
  readonly code: string
  readonly quantity: number | undefined
  /** The same however often the call is tried, and after a reload too. */
  readonly key: string
}

/** One call to the accepting procedure. */
export interface Sent {
  readonly code: string
  readonly quantity: number
  readonly facts: WireRow
  /** A scan is taken back in its own document only. */
  readonly document: string
}

/** What a station knows that the server would not tell it again. */
export interface StationDraft {
  /** Number of the open document; empty without one. */
  readonly document: string
  /** Where it was counting. */
  readonly place?: string | undefined
  readonly quantity: number | undefined
  readonly log: readonly ScanEntry[]
  readonly sent: readonly (readonly [entryId: number, sent: Sent])[]
  readonly pending: readonly PendingScan[]
}

/** Nothing is open and nothing was scanned. */
export const startState: StationState = {
  document: undefined,
  place: undefined,
  lines: [],
  line: undefined,
  log: [],
  last: undefined,
  quantity: undefined,
  asked: undefined,
  isFinished: false,
}
