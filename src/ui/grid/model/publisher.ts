import { Listeners } from '#ui/base/listeners.ts'

/** Notifies listeners once per transaction and counts the changes. */
export abstract class Publisher {
  readonly #listeners = new Listeners()
  #version = 0
  #depth = 0
  #dirty = false

  readonly subscribe = this.#listeners.add

  get version(): number {
    return this.#version
  }

  transaction<T>(work: () => T): T {
    this.#depth++
    try {
      return work()
    } finally {
      this.#depth--
      if (this.#depth === 0) {
        this.closeStep()
        if (this.#dirty) this.#publish()
      }
    }
  }

  /** Notifies listeners of a change that affects drawing but not data, such as a cursor move. */
  touch(): void {
    this.#dirty = true
    if (this.#depth === 0) this.#publish()
  }

  protected abstract closeStep(): void

  #publish(): void {
    this.#dirty = false
    this.#version++
    this.#listeners.call()
  }
}
