import { Listeners } from '#ui/base/listeners.ts'

/** One scan on its way. `id` counts from 1 and tells two scans of one code apart. */
export interface QueuedScan {
  readonly id: number
  readonly code: string
  readonly queuedMs: number
}

/** For the status line. A new object on every change, so it suits `useSyncExternalStore`. */
export interface ScanQueueState {
  /** Scans not yet answered, the one being handled included. */
  readonly waiting: number
  /** From scan to answer, of the last one answered. */
  readonly lastLatencyMs: number | undefined
  readonly failed: number
}

/** Handles a scan when its turn comes; the next of its line waits until this promise settles. */
export type ScanWork = (scan: QueuedScan) => Promise<Moved | void>

/** A scan that goes on at the end of another line, as that of a station. */
export interface Moved {
  readonly line: object
  readonly work: ScanWork
}

/**
 * Handles scans in their order: none is dropped, doubled or overtaken. Scans of one line, as those of
 * one station, are handled strictly one after the other; a slow line does not hold up the others.
 */
export class ScanQueue {
  readonly #now: () => number
  readonly #listeners = new Listeners()
  readonly #ends = new WeakMap<object, Promise<void>>()
  #lastId = 0
  #state: ScanQueueState = { waiting: 0, lastLatencyMs: undefined, failed: 0 }

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Puts a scan at the end of a line and returns its id. */
  add(code: string, work: ScanWork, line: object = this): number {
    this.#lastId += 1
    const scan = { id: this.#lastId, code, queuedMs: this.#now() }
    this.#change({ waiting: this.#state.waiting + 1 })
    this.#enter(scan, { line, work })
    return scan.id
  }

  /** Resolves when every scan has been answered. */
  async idle(): Promise<void> {
    while (this.#state.waiting > 0) {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop()
          resolve()
        })
      })
    }
  }

  readonly subscribe = this.#listeners.add

  readonly getState = (): ScanQueueState => this.#state

  #enter(scan: QueuedScan, { line, work }: Moved): void {
    this.#ends.set(line, this.#takeTurn(scan, work, this.#ends.get(line)))
  }

  async #takeTurn(scan: QueuedScan, work: ScanWork, before?: Promise<void>): Promise<void> {
    // A listener that threw for the scan before is no reason to lose this one.
    await Promise.allSettled([before])
    try {
      const moved = await work(scan)
      if (moved) return this.#enter(scan, moved)
    } catch {
      this.#change({ failed: this.#state.failed + 1 })
    }
    const lastLatencyMs = this.#now() - scan.queuedMs
    this.#change({ waiting: this.#state.waiting - 1, lastLatencyMs })
  }

  #change(part: Partial<ScanQueueState>): void {
    this.#state = { ...this.#state, ...part }
    this.#listeners.call()
  }
}
