import type { AppError } from './app-error.ts'

interface Limits {
  readonly running: number
  readonly runningPerUser?: number
  readonly waiting: number
  readonly overloadError: () => AppError
}

interface QueuedTask {
  readonly start: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Limits expensive work. Serves the user with the fewest running tasks first. When the queue is
 * full, it drops a task of the user with the most waiting ones: heavy users delay only themselves.
 */
export class FairQueue {
  readonly #limits: Limits
  readonly #running = new Map<string, number>()
  readonly #queues = new Map<string, QueuedTask[]>()
  readonly #lastStarts = new Map<string, number>()
  #startCount = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs the task when its turn comes; rejects with the signal's reason if aborted before. */
  async run<T>(who: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#waitForTurn(who, signal)
    try {
      // The signal can abort after the turn is granted but before this code continues.
      signal?.throwIfAborted()
      return await work()
    } finally {
      const remaining = (this.#running.get(who) ?? 0) - 1
      if (remaining > 0) this.#running.set(who, remaining)
      else this.#running.delete(who)
      this.#startNext()
      this.#dropIdleUser(who)
    }
  }

  #waitForTurn(who: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const waiting = this.#queues.values().reduce((sum, line) => sum + line.length, 0)
    if (waiting >= this.#limits.waiting && !this.#mayStart(who)) this.#evictFromLongest(who)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#dequeue(who, place)
        reject(signal?.reason)
      }
      const ignoreAbort = () => signal?.removeEventListener('abort', leave)
      const place = {
        start: () => resolve(ignoreAbort()),
        reject: (reason: unknown) => reject((ignoreAbort(), reason)),
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#queues.set(who, [...(this.#queues.get(who) ?? []), place])
      this.#startNext()
    })
  }

  #mayStart(who: string): boolean {
    const all = this.#running.values().reduce((sum, count) => sum + count, 0)
    const { running, runningPerUser = running } = this.#limits
    return all < running && (this.#running.get(who) ?? 0) < runningPerUser
  }

  #startNext(): void {
    const ready = [...this.#queues.keys()].filter((who) => this.#mayStart(who))
    const runningCount = (who: string) => this.#running.get(who) ?? 0
    const called = (who: string) => this.#lastStarts.get(who) ?? 0
    const [who] = ready.toSorted(
      (a, b) => runningCount(a) - runningCount(b) || called(a) - called(b),
    )
    const place = who !== undefined && this.#queues.get(who)?.[0]
    if (!place) return
    this.#startCount += 1
    this.#running.set(who, runningCount(who) + 1)
    this.#lastStarts.set(who, this.#startCount)
    this.#dequeue(who, place)
    place.start()
  }

  #dequeue(who: string, place: QueuedTask): void {
    const remaining = (this.#queues.get(who) ?? []).filter((task) => task !== place)
    if (remaining.length > 0) this.#queues.set(who, remaining)
    else this.#queues.delete(who)
    this.#dropIdleUser(who)
  }

  #dropIdleUser(who: string): void {
    if (!this.#queues.has(who) && !this.#running.has(who)) this.#lastStarts.delete(who)
  }

  #evictFromLongest(who: string): void {
    const [longest] = [...this.#queues].toSorted(([, a], [, b]) => b.length - a.length)
    const last = longest?.[1].at(-1)
    const own = this.#queues.get(who)?.length ?? 0
    if (!longest || !last || longest[1].length <= own + 1) throw this.#limits.overloadError()
    this.#dequeue(longest[0], last)
    last.reject(this.#limits.overloadError())
  }
}
