export class Listeners<Told = void> {
  readonly #listeners = new Set<(value: Told) => void>()

  readonly add = (listener: (value: Told) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  call(value: Told): void {
    for (const listener of this.#listeners) listener(value)
  }
}
