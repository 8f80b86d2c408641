/** Key repeat is never faster; a faster repeat is another device's key. */
const repeatMinMs = 20

interface HeldKey {
  readonly code: string
  /** Index of its character in the burst. */
  readonly at: number
}

/**
 * Detects two devices typing in one burst: a scanner releases a key before it presses the next,
 * while keys of two devices overlap. Inconclusive if no release is ever seen.
 */
export class KeyOverlap {
  #held: HeldKey[] = []
  /** Last index at which a key was pressed while another was held. */
  #crossedAt = -1
  #lastAt = -1
  #releases = 0

  press(code: string, at: number): void {
    if (this.#held.some((key) => key.code === code)) this.#crossedAt = at
    this.#held = [...this.#held.filter((key) => key.code !== code), { code, at }]
    this.#lastAt = at
  }

  /** A released key that is not the last one was held while another was pressed. */
  release(code: string): void {
    this.#releases += 1
    const key = this.#held.find((each) => each.code === code)
    if (key && key.at !== this.#lastAt) this.#crossedAt = Math.max(this.#crossedAt, key.at)
    this.#held = this.#held.filter((each) => each !== key)
  }

  /** Whether two devices typed the characters from an index on. */
  isCrossed(from: number): boolean {
    // The last key may still be down, because Enter follows quickly.
    const held = this.#held.some(({ at }) => at >= from && at !== this.#lastAt)
    return this.#releases > 0 && (held || this.#crossedAt >= from)
  }
}

/** Whether a repeat comes from a hand holding the key. */
export function isHeldByHand(isRepeat: boolean, gapMs: number): boolean {
  return isRepeat && gapMs >= repeatMinMs
}
