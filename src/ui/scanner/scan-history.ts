import type { Label } from '#kernel/label.ts'
import type { ScanPart } from './scan-code.ts'
import type { ScanOutcome } from './scan-router.ts'

/** What became of one scan. */
export interface ScanRecord {
  readonly id: number
  readonly at: Date
  readonly code: string
  /** How it was read: `gs1-128`, `ean-13`, `garbled` … */
  readonly format: string
  readonly parts: readonly ScanPart[]
  /** Who took it; undefined when nobody did. */
  readonly takenBy: string | undefined
  readonly ok: boolean
  readonly message: Label | undefined
  /** From the suffix to the answer. */
  readonly latencyMs: number
}

/** How many scans are remembered. */
export const HISTORY_MAX = 1000

/** The scans of this window, oldest first; the oldest are forgotten. */
export class ScanHistory {
  readonly #listeners = new Set<() => void>()
  readonly #now: () => Date
  #records: readonly ScanRecord[] = []
  #lastId = 0

  constructor(now: () => Date = () => new Date()) {
    this.#now = now
  }

  /** A new array on every change, so it suits `useSyncExternalStore`. */
  readonly records = (): readonly ScanRecord[] => this.#records

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly note = ({ scan, ok, message, takenBy, latencyMs }: ScanOutcome): void => {
    const { code, format, parts } = scan
    this.#add({ code, format, parts, takenBy, ok, message, latencyMs })
  }

  /** A burst that was no code: the device sends keys nobody can read. */
  noteGarbled(message: Label): void {
    const nothing = { code: '', format: 'garbled', parts: [], takenBy: undefined }
    this.#add({ ...nothing, ok: false, message, latencyMs: 0 })
  }

  clear(): void {
    this.#records = []
    this.#tell()
  }

  #add(record: Omit<ScanRecord, 'id' | 'at'>): void {
    this.#lastId += 1
    const at = this.#now()
    this.#records = [...this.#records, { ...record, id: this.#lastId, at }].slice(-HISTORY_MAX)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
