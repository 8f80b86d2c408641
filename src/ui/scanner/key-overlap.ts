/** A held key repeats no faster; what seems to is the key of another device. */
const repeatMinMs = 20

interface HeldKey {
  readonly code: string
  /** Place of its character in the burst. */
  readonly at: number
}

/**
 * Sees in the keys of one burst that two devices typed them. One scanner lets a key go before it
 * presses the next; of two that type at once, keys are down together. Where no key is ever seen
 * let go, nothing is known.
 */
export class KeyOverlap {
  #held: HeldKey[] = []
  /** Last place where a key went down while another was held, as far as is known by now. */
  #crossedAt = -1
  #lastAt = -1
  #releases = 0

  /** A key that types goes down. */
  press(code: string, at: number): void {
    if (this.#held.some((key) => key.code === code)) this.#crossedAt = at
    this.#held = [...this.#held.filter((key) => key.code !== code), { code, at }]
    this.#lastAt = at
  }

  /** A key was let go; one that is not the last pressed was held while another went down. */
  release(code: string): void {
    this.#releases += 1
    const key = this.#held.find((each) => each.code === code)
    if (key && key.at !== this.#lastAt) this.#crossedAt = Math.max(this.#crossedAt, key.at)
    this.#held = this.#held.filter((each) => each !== key)
  }

  /** Whether two devices typed what stands from a place on. */
  isCrossed(from: number): boolean {
    // The last key may still be down, as Enter comes fast.
    const held = this.#held.some(({ at }) => at >= from && at !== this.#lastAt)
    return this.#releases > 0 && (held || this.#crossedAt >= from)
  }
}

/** Whether a key repeats as it does under a hand that holds it. */
export function isHeldByHand(isRepeat: boolean, gapMs: number): boolean {
  return isRepeat && gapMs >= repeatMinMs
}
