/** Time between two notices, in milliseconds: a count that grows is read no faster. */
const CALM_MS = 250

/** Passes on that something happened: at once after a silence, else when the silence is over. */
export class CalmNotice {
  readonly #tell: () => void
  #last = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(tell: () => void) {
    this.#tell = tell
  }

  tell(): void {
    if (this.#timer !== undefined) return
    const silence = performance.now() - this.#last
    if (silence >= CALM_MS) this.#now()
    else this.#timer = setTimeout(() => this.#now(), CALM_MS - silence)
  }

  /** Nothing more comes; what is still to be told is dropped, and the next is told at once. */
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
