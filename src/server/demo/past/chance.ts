/** Chance that repeats itself: the same words give the same numbers. */
export class Chance {
  #state = 0x811c9dc5

  constructor(...words: readonly string[]) {
    for (const letter of words.join('|')) {
      this.#state = Math.imul(this.#state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
    }
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends among them. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** True in so many of a hundred cases. */
  hits(percent: number): boolean {
    return this.next() * 100 < percent
  }

  /** A share that is no whole number comes out as the one below or above, on average as itself. */
  about(share: number): number {
    return Math.floor(share) + (this.next() < share % 1 ? 1 : 0)
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0]
  }
}
