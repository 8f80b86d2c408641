import type { Label } from '#kernel/label.ts'
import { Listeners } from '#ui/base/listeners.ts'
import type { ScanPart } from '#ui/scanner/codes/scan-part.ts'
import type { ScanOutcome } from './scan-router.ts'

/** What became of one scan. */
export interface ScanRecord {
  readonly id: number
  readonly at: Date
  /** Id of the user. */
  readonly who: string
  readonly code: string
  /** How it was read: `gs1-128`, `ean-13` …; empty for what was not looked at. */
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

const STORED = 'scan-log'

export interface ScanHistoryOptions {
  readonly now?: () => Date
  readonly who?: () => string
}

/** The scans of this window, oldest first; the oldest are forgotten. */
export class ScanHistory {
  readonly #listeners = new Listeners()
  readonly #now: () => Date
  readonly #who: () => string
  #records: readonly ScanRecord[] = []
  #lastId = 0
  #store: Storage | undefined

  constructor({ now = () => new Date(), who = () => '' }: ScanHistoryOptions = {}) {
    this.#now = now
    this.#who = who
  }

  /**
   * Goes on with the scans that a store has from before a reload, and puts them there whenever the
   * page goes. The answer stops it.
   */
  keepIn(store: Storage): () => void {
    this.#store = store
    this.#takeUp(store)
    const keep = (): void => store.setItem(STORED, JSON.stringify(this.#records))
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }

  #takeUp(store: Storage): void {
    const kept: unknown = JSON.parse(store.getItem(STORED) ?? '[]')
    if (!Array.isArray(kept) || this.#records.length > 0) return
    this.#records = kept.map((record: ScanRecord) => ({ ...record, at: new Date(record.at) }))
    this.#lastId = this.#records.at(-1)?.id ?? 0
    this.#tell()
  }

  /** A new array on every change, so it suits `useSyncExternalStore`. */
  readonly records = (): readonly ScanRecord[] => this.#records

  readonly subscribe = this.#listeners.add

  readonly note = ({ scan, ok, message, takenBy, latencyMs }: ScanOutcome): void => {
    const { code, format, parts } = scan
    this.#add({ code, format, parts, takenBy, ok, message, latencyMs })
  }

  /** Something from a scanner that was refused without being looked at, and must not be written down. */
  noteUnread(message: Label): void {
    this.noteLost('', message)
  }

  /** A scan whose turn never came. */
  noteLost(code: string, message: Label): void {
    const nothing = { code, format: '', parts: [], takenBy: undefined }
    this.#add({ ...nothing, ok: false, message, latencyMs: 0 })
  }

  /** Forgets them here and in the store: at logout, as others may come to this machine. */
  clear(): void {
    this.#records = []
    this.#store?.removeItem(STORED)
    this.#tell()
  }

  #add(record: Omit<ScanRecord, 'id' | 'at' | 'who'>): void {
    this.#lastId += 1
    const more = { id: this.#lastId, at: this.#now(), who: this.#who() }
    this.#records = [...this.#records, { ...record, ...more }].slice(-HISTORY_MAX)
    this.#tell()
  }

  #tell(): void {
    this.#listeners.call()
  }
}
