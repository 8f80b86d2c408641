/** Who wants to hear of a change, or of what is told with it. */
export class Listeners<Told = void> {
  readonly #listeners = new Set<(told: Told) => void>()

  /** Calls back from now on. Returns the way to stop. */
  readonly add = (listener: (told: Told) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  call(told: Told): void {
    for (const listener of this.#listeners) listener(told)
  }
}
