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
    this.#count = store.fieldCount
  }

  /** The fields in the order of the store; they stay as they are until the next call. */
  of(wanted: Pattern): Int32Array {
    const { latin, hangul } = wanted
    const narrows = (this.#latin & ~latin) === 0 && (this.#hangul & ~hangul) === 0
    // Nothing asked for yet means that all fields are left, which are not written down.
    const isWhole = !narrows || (this.#latin | this.#hangul) === 0
    if (isWhole || this.#latin !== latin || this.#hangul !== hangul) this.#narrow(wanted, isWhole)
    return this.#fields.subarray(0, this.#count)
  }

  #narrow(wanted: Pattern, isWhole: boolean): void {
    const { latin, hangul, fieldCount } = this.#store
    const fields = this.#fields
    const count = isWhole ? fieldCount : this.#count
    let left = 0
    for (let index = 0; index < count; index += 1) {
      const field = isWhole ? index : (fields[index] ?? 0)
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
