import { StoreBusyError } from './database-error.ts'

/** One at a time, first come first served, with a limit to how many may wait. */
export class Lane {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #taken = false
  #idle: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * The answer gives the lane to the next in line; calling it again does nothing.
   * @throws StoreBusyError when too many wait already.
   */
  async acquire(): Promise<() => void> {
    if (this.#taken) {
      if (this.#waiting.length >= this.#limit) throw new StoreBusyError()
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#taken = true
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#pass()
    }
  }

  #pass(): void {
    const next = this.#waiting.shift()
    if (next) return next()
    this.#taken = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Resolves when nobody holds the lane or waits for it. */
  async idle(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }
}
