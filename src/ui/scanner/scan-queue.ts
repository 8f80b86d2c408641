import { Listeners } from '#ui/base/listeners.ts'

/** `id` counts from 1 and distinguishes two scans of one code. */
export interface QueuedScan {
  readonly id: number
  readonly code: string
  readonly queuedMs: number
}

/** State of the status line. Replaced on every change, as `useSyncExternalStore` requires. */
export interface ScanQueueState {
  readonly waiting: number
  /** Milliseconds from the scan to its response. */
  readonly lastLatencyMs: number | undefined
  readonly failed: number
}

export type ScanWork = (scan: QueuedScan) => Promise<MovedWork | void>

export interface MovedWork {
  readonly lane: object
  readonly work: ScanWork
}

/**
 * Handles scans in order, without losing, repeating or reordering any. Scans of one lane are
 * strictly sequential. A slow lane does not block the others.
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

  add(code: string, work: ScanWork, lane: object = this): number {
    this.#lastId += 1
    const scan = { id: this.#lastId, code, queuedMs: this.#now() }
    this.#change({ waiting: this.#state.waiting + 1 })
    this.#enter(scan, { lane, work })
    return scan.id
  }

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

  #enter(scan: QueuedScan, { lane, work }: MovedWork): void {
    this.#ends.set(lane, this.#runAfter(scan, work, this.#ends.get(lane)))
  }

  async #runAfter(scan: QueuedScan, work: ScanWork, before?: Promise<void>): Promise<void> {
    // A failure of the previous scan must not lose this one.
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
