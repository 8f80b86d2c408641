/** How many scans a station remembers on screen. */
export const LOG_MAX = 200

/** What a user can ask of a station. */
export type ScanKind = 'goods' | 'document' | 'quantity' | 'undo' | 'finish'

export type ScanOutcomeState = 'waiting' | 'accepted' | 'refused'

/** One thing that happened at the station. */
export interface ScanEntry {
  readonly id: number
  /** Local time of the scan. */
  readonly at: Date
  /** A scan for goods may turn out to name a place. */
  readonly kind: ScanKind | 'place'
  readonly state: ScanOutcomeState
  /** As scanned or typed, and once answered the code of the item. */
  readonly code: string
  /** How the code was read, as `gs1-128`; absent for what was typed. */
  readonly format?: string | undefined
  /** Counted by this scan, negative when taken back. */
  readonly delta?: number | undefined
  readonly counted?: number | undefined
  readonly wanted?: number | undefined
  /** Item name, lot and date of the line that was counted. */
  readonly item?: string | undefined
  readonly lot?: string | undefined
  readonly validDate?: string | undefined
  /** Line in the list above that the scan is about. */
  readonly line?: number | undefined
  /** Why it was refused, or what was done. */
  readonly message?: string | undefined
  /** Already taken back. */
  readonly isUndone?: boolean | undefined
}

/** Puts an entry on top of the log, the oldest falls off. */
export function logged(log: readonly ScanEntry[], entry: ScanEntry): readonly ScanEntry[] {
  return [entry, ...log].slice(0, LOG_MAX)
}

/** The log with an entry that has become something else. */
export function relogged(
  log: readonly ScanEntry[],
  id: number,
  change: Partial<ScanEntry>,
): readonly ScanEntry[] {
  return log.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
}

/** The last goods counted and not taken back: what undo means. */
export function lastCounted(log: readonly ScanEntry[]): ScanEntry | undefined {
  return log.find(
    ({ kind, state, isUndone }) => kind === 'goods' && state === 'accepted' && isUndone !== true,
  )
}
