/** Random numbers seeded by words: the same words give the same sequence. */
export class Chance {
  #state = 0x811c9dc5

  constructor(...words: readonly string[]) {
    for (const letter of words.join('|')) {
      this.#state = Math.imul(this.#state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
    }
  }

  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }

  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  happens(percent: number): boolean {
    return this.next() * 100 < percent
  }

  /** Rounds a fraction randomly up or down, keeping its mean. */
  roundRandomly(share: number): number {
    return Math.floor(share) + (this.next() < share % 1 ? 1 : 0)
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0]
  }
}
