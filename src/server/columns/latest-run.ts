/** Shares runs between concurrent callers. Each gets the result of a run started after its call. */
export class LatestRun<T> {
  readonly #work: () => Promise<T>
  #running: Promise<T> | undefined
  #next: Promise<T> | undefined

  constructor(work: () => Promise<T>) {
    this.#work = work
  }

  run(): Promise<T> {
    this.#next ??= this.#start()
    return this.#next
  }

  /** Waits for the runs that have been requested. */
  async settle(): Promise<void> {
    await this.#next?.catch(() => undefined)
    await this.#running?.catch(() => undefined)
  }

  async #start(): Promise<T> {
    await this.#running?.catch(() => undefined)
    this.#next = undefined
    this.#running = this.#work()
    return this.#running
  }
}
