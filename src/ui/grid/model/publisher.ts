import { Listeners } from '#ui/base/listeners.ts'

/** Tells listeners once per transaction that something changed, and counts the changes. */
export abstract class Publisher {
  readonly #listeners = new Listeners()
  #version = 0
  #depth = 0
  #dirty = false

  /** Calls back after every change. Returns the way to stop. */
  readonly subscribe = this.#listeners.add

  /** Grows with every change of any kind. */
  get version(): number {
    return this.#version
  }

  /** Runs several changes as one undo step and one notice. */
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

  /** Says that something only the caller knows of changed what is drawn, as the cursor. */
  touch(): void {
    this.#dirty = true
    if (this.#depth === 0) this.#publish()
  }

  /** Ends the undo step of a transaction. */
  protected abstract closeStep(): void

  #publish(): void {
    this.#dirty = false
    this.#version++
    this.#listeners.call()
  }
}
