import { StoreBusyError } from './database-error.ts'

/** A first-in, first-out mutex that limits how many callers wait. */
export class SerialQueue {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #isHeld = false
  #idle: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Returns an idempotent release function. Throws StoreBusyError if too many callers wait. */
  async acquire(): Promise<() => void> {
    if (this.#isHeld) {
      if (this.#waiting.length >= this.#limit) throw new StoreBusyError()
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#isHeld = true
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#handOver()
    }
  }

  #handOver(): void {
    const next = this.#waiting.shift()
    if (next) return next()
    this.#isHeld = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  async idle(): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }
}
