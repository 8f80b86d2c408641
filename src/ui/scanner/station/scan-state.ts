import type { WireRow } from '#kernel/field.ts'
import type { ScanEntry, ScanKind } from './scan-log.ts'

export type PromptMode = 'document' | 'goods' | 'quantity'

export interface RequestedLot {
  readonly code: string
  readonly quantity: number
}

export interface StationState {
  readonly document: WireRow | undefined
  readonly place: string | undefined
  readonly lines: readonly WireRow[]
  readonly line: number | undefined
  readonly log: readonly ScanEntry[]
  readonly last: ScanEntry | undefined
  /** Quantity for the next scan, if it is not one. */
  readonly quantity: number | undefined
  readonly asked: RequestedLot | undefined
  /** Scan that waits for its answer, such as the grade of a piece. */
  readonly unanswered: SentScan | undefined
  readonly isFinished: boolean
}

export interface PendingScan {
  readonly kind: ScanKind
  readonly code: string
  readonly quantity: number | undefined
  /** Idempotency key, stable across retries and reloads. */
  readonly key: string
}

export interface SentScan {
  readonly code: string
  readonly quantity: number
  readonly facts: WireRow
  /** A scan can only be undone in its own document. */
  readonly document: string
}

export interface StationDraft {
  readonly document: string
  readonly place?: string | undefined
  readonly quantity: number | undefined
  readonly log: readonly ScanEntry[]
  readonly sent: readonly (readonly [entryId: number, sent: SentScan])[]
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
  unanswered: undefined,
  isFinished: false,
}
