import { Listeners } from '#ui/base/listeners.ts'

/** Tells listeners once per transaction that something changed, and counts the changes. */
export class Publisher {
  readonly #listeners = new Listeners()
  #version = 0
  #depth = 0
  #dirty = false

  get version(): number {
    return this.#version
  }

  readonly subscribe = this.#listeners.add

  /** Runs the work, then `close` and the notice once the outermost transaction ends. */
  transaction<T>(work: () => T, close: () => void): T {
    this.#depth++
    try {
      return work()
    } finally {
      this.#depth--
      if (this.#depth === 0) {
        close()
        if (this.#dirty) this.#publish()
      }
    }
  }

  touch(): void {
    this.#dirty = true
    if (this.#depth === 0) this.#publish()
  }

  #publish(): void {
    this.#dirty = false
    this.#version++
    this.#listeners.call()
  }
}
