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

/** A scan given to one who answers later, in an order of its own; the next need not wait for that. */
export interface HandedOn {
  readonly answered: Promise<void>
}

export interface ScanQueueOptions {
  /** Handles one scan; the next waits until this promise settles. */
  readonly handle: (scan: QueuedScan) => Promise<HandedOn | void>
  /** A rejected handler: the scan is spent, the queue goes on. */
  readonly onError?: (error: unknown, scan: QueuedScan) => void
  readonly now?: () => number
}

/** Handles scans strictly one after the other: none is dropped, doubled or overtaken. */
export class ScanQueue {
  readonly #options: ScanQueueOptions
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #tail: Promise<void> = Promise.resolve()
  readonly #handedOn = new Set<Promise<void>>()
  #lastId = 0
  #state: ScanQueueState = { waiting: 0, lastLatencyMs: undefined, failed: 0 }

  constructor(options: ScanQueueOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Puts a code at the end; the answer is its id. */
  add(code: string): number {
    this.#lastId += 1
    const scan = { id: this.#lastId, code, queuedMs: this.#now() }
    this.#change({ waiting: this.#state.waiting + 1 })
    this.#tail = this.#after(this.#tail, scan)
    return scan.id
  }

  /** Resolves when every scan added so far has been answered. */
  async idle(): Promise<void> {
    await this.#tail
    await Promise.allSettled(this.#handedOn)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getState = (): ScanQueueState => this.#state

  async #after(before: Promise<void>, scan: QueuedScan): Promise<void> {
    // A listener that threw for the scan before is no reason to lose this one.
    await Promise.allSettled([before])
    let failed = 0
    try {
      const handedOn = await this.#options.handle(scan)
      if (handedOn) return this.#waitFor(scan, handedOn.answered)
    } catch (error) {
      failed = 1
      this.#options.onError?.(error, scan)
    }
    this.#done(scan, failed)
  }

  #waitFor(scan: QueuedScan, answered: Promise<void>): void {
    const over = answered.then(
      () => this.#done(scan, 0),
      (error: unknown) => {
        this.#options.onError?.(error, scan)
        this.#done(scan, 1)
      },
    )
    this.#handedOn.add(over)
    void over.finally(() => this.#handedOn.delete(over))
  }

  #done({ queuedMs }: QueuedScan, failed: number): void {
    const lastLatencyMs = this.#now() - queuedMs
    const { waiting, failed: before } = this.#state
    this.#change({ waiting: waiting - 1, lastLatencyMs, failed: before + failed })
  }

  #change(part: Partial<ScanQueueState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}
