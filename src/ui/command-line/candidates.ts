import type { Pattern } from './pattern.ts'

/** Which letters and initials each of many texts has, as in the store. */
export interface LetterMasks {
  readonly latin: Int32Array
  readonly hangul: Int32Array
}

/**
 * The texts that have every letter and initial of a pattern, in whatever order. A line grows letter
 * by letter, and what lacked a letter of it lacks that letter still: as long as a pattern asks for
 * all that the one before it asked for, only what that one left is looked through.
 */
export class Candidates {
  readonly #masks: LetterMasks
  readonly #texts: Int32Array
  #count = 0
  /** What the texts that are left have. */
  #latin = 0
  #hangul = 0

  constructor(masks: LetterMasks) {
    this.#masks = masks
    this.#texts = new Int32Array(masks.latin.length)
    this.#count = masks.latin.length
  }

  /** The texts by their number, ascending; they stay as they are until the next call. */
  of(wanted: Pattern): Int32Array {
    const { latin, hangul } = wanted
    const narrows = (this.#latin & ~latin) === 0 && (this.#hangul & ~hangul) === 0
    // Nothing asked for yet means that all are left, which are not written down.
    const isWhole = !narrows || (this.#latin | this.#hangul) === 0
    if (isWhole || this.#latin !== latin || this.#hangul !== hangul) this.#narrow(wanted, isWhole)
    return this.#texts.subarray(0, this.#count)
  }

  #narrow(wanted: Pattern, isWhole: boolean): void {
    const { latin, hangul } = this.#masks
    const texts = this.#texts
    const count = isWhole ? latin.length : this.#count
    let left = 0
    for (let index = 0; index < count; index += 1) {
      const text = isWhole ? index : (texts[index] ?? 0)
      const lacksLatin = wanted.latin & ~(latin[text] ?? 0)
      const lacksHangul = wanted.hangul & ~(hangul[text] ?? 0)
      if ((lacksLatin | lacksHangul) !== 0) continue
      texts[left] = text
      left += 1
    }
    this.#count = left
    this.#latin = wanted.latin
    this.#hangul = wanted.hangul
  }
}
