import type { Label } from '#kernel/label.ts'
import { Listeners } from '#ui/base/listeners.ts'
import type { ScanPart } from '#ui/scanner/codes/scan-part.ts'
import type { ScanOutcome } from './scan-router.ts'

export interface ScanRecord {
  readonly id: number
  readonly at: Date
  readonly who: string
  readonly code: string
  readonly format: string
  readonly parts: readonly ScanPart[]
  readonly takenBy: string | undefined
  readonly ok: boolean
  readonly message: Label | undefined
  /** Milliseconds from the suffix to the response. */
  readonly latencyMs: number
}

export const MAX_HISTORY = 1000

const STORED = 'scan-log'

export interface ScanHistoryOptions {
  readonly now?: () => Date
  readonly who?: () => string
}

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
   * Restores the scans stored before a reload, and stores them on pagehide. Returns a stop
   * function.
   */
  persistIn(store: Storage): () => void {
    this.#store = store
    this.#restoreFrom(store)
    const persist = (): void => store.setItem(STORED, JSON.stringify(this.#records))
    window.addEventListener('pagehide', persist)
    return () => window.removeEventListener('pagehide', persist)
  }

  #restoreFrom(store: Storage): void {
    const stored: unknown = JSON.parse(store.getItem(STORED) ?? '[]')
    if (!Array.isArray(stored) || this.#records.length > 0) return
    this.#records = stored.map((record: ScanRecord) => ({ ...record, at: new Date(record.at) }))
    this.#lastId = this.#records.at(-1)?.id ?? 0
    this.#tell()
  }

  /** Replaced on every change, as `useSyncExternalStore` requires. */
  readonly records = (): readonly ScanRecord[] => this.#records

  readonly subscribe = this.#listeners.add

  readonly record = ({ scan, ok, message, takenBy, latencyMs }: ScanOutcome): void => {
    const { code, format, parts } = scan
    this.#add({ code, format, parts, takenBy, ok, message, latencyMs })
  }

  /** Logs a rejected scan without its content, which can be a password. */
  recordUnread(message: Label): void {
    this.recordLost('', message)
  }

  recordLost(code: string, message: Label): void {
    const emptyScan = { code, format: '', parts: [], takenBy: undefined }
    this.#add({ ...emptyScan, ok: false, message, latencyMs: 0 })
  }

  /** Clears the log at logout, because machines are shared. */
  clear(): void {
    this.#records = []
    this.#store?.removeItem(STORED)
    this.#tell()
  }

  #add(record: Omit<ScanRecord, 'id' | 'at' | 'who'>): void {
    this.#lastId += 1
    const more = { id: this.#lastId, at: this.#now(), who: this.#who() }
    this.#records = [...this.#records, { ...record, ...more }].slice(-MAX_HISTORY)
    this.#tell()
  }

  #tell(): void {
    this.#listeners.call()
  }
}
