/** A check that runs at its start and then at intervals, one round after the other. */
export abstract class RepeatedCheck {
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  protected abstract runCheck(): Promise<void>

  start(everyMs: number): void {
    void this.check()
    this.#timer = setInterval(() => void this.check(), everyMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  /** Never throws. An unreachable database is reported by the requests that need it. */
  check(): Promise<void> {
    this.#round = this.#round.then(() => this.runCheck()).catch(() => undefined)
    return this.#round
  }
}
