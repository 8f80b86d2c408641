import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

export const LOG_MAX = 200

export type ScanKind = 'goods' | 'document' | 'quantity' | 'undo' | 'finish'

export type ScanOutcomeState = 'waiting' | 'accepted' | 'refused'

export interface ScanEntry {
  readonly id: number
  readonly at: Date
  /** A scan for items may turn out to name a place. */
  readonly kind: ScanKind | 'place'
  readonly state: ScanOutcomeState
  /** As scanned or typed; once answered, the item code. */
  readonly code: string
  /** How the code was read, such as `gs1-128`; absent if typed. */
  readonly format?: string | undefined
  /** Quantity counted by this scan; negative if undone. */
  readonly delta?: number | undefined
  readonly counted?: number | undefined
  readonly wanted?: number | undefined
  /** Facts of the counted line. */
  readonly item?: string | undefined
  readonly lot?: string | undefined
  readonly validDate?: string | undefined
  /** Index of the line the scan refers to. */
  readonly line?: number | undefined
  /** Reason of a refusal, or result. */
  readonly message?: string | undefined
  readonly isUndone?: boolean | undefined
}

/** Prepends an entry and drops the oldest. */
export function logged(log: readonly ScanEntry[], entry: ScanEntry): readonly ScanEntry[] {
  return [entry, ...log].slice(0, LOG_MAX)
}

/** The log with one entry updated. */
export function updateEntry(
  log: readonly ScanEntry[],
  id: number,
  change: Partial<ScanEntry>,
): readonly ScanEntry[] {
  return log.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
}

/** The entry that undo applies to. */
export function lastCounted(log: readonly ScanEntry[]): ScanEntry | undefined {
  return log.find(
    ({ kind, state, isUndone }) => kind === 'goods' && state === 'accepted' && isUndone !== true,
  )
}

/** A refusal shown prominently. */
export class Refused extends Error {
  constructor(reason: Label) {
    super(t(reason))
  }
}
