import type { AppError } from './app-error.ts'

interface Limits {
  readonly running: number
  readonly runningPerUser?: number
  readonly waiting: number
  readonly refuse: () => AppError
}

interface Waiting {
  readonly go: () => void
  readonly refuse: (reason: unknown) => void
}

/**
 * Limits expensive work. Serves the user with the fewest running tasks first. When the queue is
 * full, it drops a task of the user with the most waiting ones: heavy users delay only themselves.
 */
export class FairQueue {
  readonly #limits: Limits
  readonly #running = new Map<string, number>()
  readonly #lines = new Map<string, Waiting[]>()
  readonly #called = new Map<string, number>()
  #calls = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs the task when its turn comes; rejects with the signal's reason if aborted before. */
  async run<T>(who: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(who, signal)
    try {
      // The signal can abort after the turn is granted but before this code continues.
      signal?.throwIfAborted()
      return await work()
    } finally {
      const left = (this.#running.get(who) ?? 0) - 1
      if (left > 0) this.#running.set(who, left)
      else this.#running.delete(who)
      this.#callNext()
      this.#forget(who)
    }
  }

  #turn(who: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const waiting = this.#lines.values().reduce((sum, line) => sum + line.length, 0)
    if (waiting >= this.#limits.waiting && !this.#mayStart(who)) this.#makeRoom(who)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#leave(who, place)
        reject(signal?.reason)
      }
      const ignoreAbort = () => signal?.removeEventListener('abort', leave)
      const place = {
        go: () => resolve(ignoreAbort()),
        refuse: (reason: unknown) => reject((ignoreAbort(), reason)),
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#lines.set(who, [...(this.#lines.get(who) ?? []), place])
      this.#callNext()
    })
  }

  #mayStart(who: string): boolean {
    const all = this.#running.values().reduce((sum, count) => sum + count, 0)
    const { running, runningPerUser = running } = this.#limits
    return all < running && (this.#running.get(who) ?? 0) < runningPerUser
  }

  #callNext(): void {
    const ready = [...this.#lines.keys()].filter((who) => this.#mayStart(who))
    const runningCount = (who: string) => this.#running.get(who) ?? 0
    const called = (who: string) => this.#called.get(who) ?? 0
    const [who] = ready.toSorted(
      (one, other) => runningCount(one) - runningCount(other) || called(one) - called(other),
    )
    const place = who !== undefined && this.#lines.get(who)?.[0]
    if (!place) return
    this.#calls += 1
    this.#running.set(who, runningCount(who) + 1)
    this.#called.set(who, this.#calls)
    this.#leave(who, place)
    place.go()
  }

  #leave(who: string, place: Waiting): void {
    const left = (this.#lines.get(who) ?? []).filter((each) => each !== place)
    if (left.length > 0) this.#lines.set(who, left)
    else this.#lines.delete(who)
    this.#forget(who)
  }

  #forget(who: string): void {
    if (!this.#lines.has(who) && !this.#running.has(who)) this.#called.delete(who)
  }

  #makeRoom(who: string): void {
    const [longest] = [...this.#lines].toSorted(([, one], [, other]) => other.length - one.length)
    const last = longest?.[1].at(-1)
    const own = this.#lines.get(who)?.length ?? 0
    if (!longest || !last || longest[1].length <= own + 1) throw this.#limits.refuse()
    this.#leave(longest[0], last)
    last.refuse(this.#limits.refuse())
  }
}
