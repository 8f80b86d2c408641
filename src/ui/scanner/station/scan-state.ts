import type { WireRow } from '#kernel/field.ts'
import type { ScanEntry, ScanKind } from './scan-log.ts'

/** What the prompt accepts next. */
export type PromptMode = 'document' | 'goods' | 'quantity'

/** An item scanned without its lot. */
export interface AskedLot {
  readonly code: string
  readonly quantity: number
}

export interface StationState {
  readonly document: WireRow | undefined
  /** The last scanned place if the station counts by place. */
  readonly place: string | undefined
  readonly lines: readonly WireRow[]
  /** Line of the last scan. */
  readonly line: number | undefined
  readonly log: readonly ScanEntry[]
  /** The last answered entry, shown prominently. */
  readonly last: ScanEntry | undefined
  /** Quantity of the next scan unless it is one. */
  readonly quantity: number | undefined
  /** The item whose lot the server needs. */
  readonly asked: AskedLot | undefined
  /** The document is finished; the next scan opens another one. */
  readonly isFinished: boolean
}

export interface PendingScan {
  readonly kind: ScanKind
  /** As scanned or typed; interpreted in its turn. */
  readonly code: string
  readonly quantity: number | undefined
  /** Idempotency key, stable across retries and reloads. */
  readonly key: string
}

export interface Sent {
  readonly code: string
  readonly quantity: number
  readonly facts: WireRow
  /** A scan can only be undone in its own document. */
  readonly document: string
}

/** What a station needs to continue after a reload. */
export interface StationDraft {
  /** Number of the open document; empty without one. */
  readonly document: string
  readonly place?: string | undefined
  readonly quantity: number | undefined
  readonly log: readonly ScanEntry[]
  readonly sent: readonly (readonly [entryId: number, sent: Sent])[]
  readonly pending: readonly PendingScan[]
}

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
