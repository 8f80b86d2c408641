/** Minimum time between two notifications in milliseconds, to keep a growing count readable. */
const MIN_INTERVAL_MS = 250

/**
 * Throttles notifications: fires immediately after a pause, otherwise at the end of the interval.
 */
export class ThrottledNotice {
  readonly #tell: () => void
  #last = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(tell: () => void) {
    this.#tell = tell
  }

  tell(): void {
    if (this.#timer !== undefined) return
    const silence = performance.now() - this.#last
    if (silence >= MIN_INTERVAL_MS) this.#now()
    else this.#timer = setTimeout(() => this.#now(), MIN_INTERVAL_MS - silence)
  }

  /** Drops a pending notification. The next one fires immediately. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#last = Number.NEGATIVE_INFINITY
  }

  #now(): void {
    this.#timer = undefined
    this.#last = performance.now()
    this.#tell()
  }
}
