/** Who wants to hear of a change. */
export class Listeners {
  readonly #listeners = new Set<() => void>()

  add = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  call(): void {
    for (const listener of this.#listeners) listener()
  }
}
