/** Key repeat is never faster than this. A faster repeat is a key of another device. */
const repeatMinMs = 20

interface HeldKey {
  readonly code: string
  readonly at: number
}

/**
 * Detects two devices typing in one burst. A scanner releases a key before it presses the next,
 * while keys of two devices overlap. Inconclusive if no key release is seen.
 */
export class KeyOverlapDetector {
  #held: HeldKey[] = []
  #crossedAt = -1
  #lastAt = -1
  #releases = 0

  press(code: string, at: number): void {
    if (this.#held.some((key) => key.code === code)) this.#crossedAt = at
    this.#held = [...this.#held.filter((key) => key.code !== code), { code, at }]
    this.#lastAt = at
  }

  release(code: string): void {
    this.#releases += 1
    const key = this.#held.find((candidate) => candidate.code === code)
    if (key && key.at !== this.#lastAt) this.#crossedAt = Math.max(this.#crossedAt, key.at)
    this.#held = this.#held.filter((other) => other !== key)
  }

  isCrossed(from: number): boolean {
    // The last key can still be down, because Enter follows quickly.
    const isHeld = this.#held.some(({ at }) => at >= from && at !== this.#lastAt)
    return this.#releases > 0 && (isHeld || this.#crossedAt >= from)
  }
}

export function isHeldByHand(isRepeat: boolean, gapMs: number): boolean {
  return isRepeat && gapMs >= repeatMinMs
}
