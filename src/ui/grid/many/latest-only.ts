/** Runs one task at a time. Of the tasks added in the meantime only the last one runs. */
export class LatestOnly {
  readonly #onIdle: () => void
  #next: (() => Promise<void>) | null = null
  #isBusy = false

  constructor(atRest: () => void) {
    this.#onIdle = atRest
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  /** The task must not reject. */
  run(work: () => Promise<void>): void {
    this.#next = work
    if (!this.#isBusy) void this.#runAll()
  }

  async #runAll(): Promise<void> {
    this.#isBusy = true
    while (this.#next) {
      const work = this.#next
      this.#next = null
      await work()
    }
    this.#isBusy = false
    this.#onIdle()
  }
}
