import type { Pattern } from './pattern.ts'
import type { TextStore } from './text-store.ts'

/**
 * The fields that have every letter and initial of a pattern, in whatever order. A line grows letter
 * by letter, and what lacked a letter of it lacks that letter still: as long as a pattern asks for
 * all that the one before it asked for, only what that one left is looked through.
 */
export class CandidateFields {
  readonly #store: TextStore
  readonly #fields: Int32Array
  #count = 0
  /** What the fields that are left have. */
  #latin = 0
  #hangul = 0

  constructor(store: TextStore) {
    this.#store = store
    this.#fields = new Int32Array(store.fieldCount)
    this.#startOver()
  }

  /** The fields in the order of the store; they stay as they are until the next call. */
  of(wanted: Pattern): Int32Array {
    if ((this.#latin & ~wanted.latin) !== 0 || (this.#hangul & ~wanted.hangul) !== 0) {
      this.#startOver()
    }
    if (this.#latin !== wanted.latin || this.#hangul !== wanted.hangul) this.#narrow(wanted)
    return this.#fields.subarray(0, this.#count)
  }

  #startOver(): void {
    const { length } = this.#fields
    for (let field = 0; field < length; field += 1) this.#fields[field] = field
    this.#count = length
    this.#latin = 0
    this.#hangul = 0
  }

  #narrow(wanted: Pattern): void {
    const { latin, hangul } = this.#store
    const fields = this.#fields
    let left = 0
    for (let index = 0; index < this.#count; index += 1) {
      const field = fields[index] ?? 0
      const lacksLatin = wanted.latin & ~(latin[field] ?? 0)
      const lacksHangul = wanted.hangul & ~(hangul[field] ?? 0)
      if ((lacksLatin | lacksHangul) !== 0) continue
      fields[left] = field
      left += 1
    }
    this.#count = left
    this.#latin = wanted.latin
    this.#hangul = wanted.hangul
  }
}
