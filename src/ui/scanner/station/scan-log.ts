import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

export const MAX_LOG_ENTRIES = 200

export type ScanKind = 'goods' | 'document' | 'quantity' | 'answer' | 'undo' | 'finish'

export type ScanOutcomeState = 'waiting' | 'accepted' | 'refused'

export interface ScanEntry {
  readonly id: number
  readonly at: Date
  /** A scan for items can turn out to be a place, or wait for its answer. */
  readonly kind: ScanKind | 'place' | 'question'
  readonly state: ScanOutcomeState
  /** Code as scanned or typed. After the response, the item code. */
  readonly code: string
  /** Format of a scanned code, such as `gs1-128`. Absent if typed. */
  readonly format?: string | undefined
  /** Quantity counted by this scan, negative if undone. */
  readonly delta?: number | undefined
  readonly counted?: number | undefined
  readonly wanted?: number | undefined
  readonly item?: string | undefined
  readonly lot?: string | undefined
  readonly validDate?: string | undefined
  readonly line?: number | undefined
  readonly message?: string | undefined
  readonly isUndone?: boolean | undefined
}

export function addEntry(log: readonly ScanEntry[], entry: ScanEntry): readonly ScanEntry[] {
  return [entry, ...log].slice(0, MAX_LOG_ENTRIES)
}

export function updateEntry(
  log: readonly ScanEntry[],
  id: number,
  change: Partial<ScanEntry>,
): readonly ScanEntry[] {
  return log.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
}

export function lastCounted(log: readonly ScanEntry[]): ScanEntry | undefined {
  return log.find(
    ({ kind, state, isUndone }) => kind === 'goods' && state === 'accepted' && isUndone !== true,
  )
}

export class ScanRefusedError extends Error {
  constructor(reason: Label) {
    super(t(reason))
  }
}
