import type { KeyInput, Keystroke } from './keystroke.ts'
import type { Schedule } from './schedule.ts'

export interface HeldKey {
  readonly stroke: Keystroke
  readonly event: KeyInput
}

/** Maximum gap between key presses of a scanner. Users type that fast only briefly. */
const scanGapMs = 35
/** A hand rolling over a sequence such as `g l` makes at most this many fast presses. */
const maxRollKeys = 3

/**
 * Delays single-letter commands, because a scanned code can start with a bound letter. A few fast
 * presses are released in order; a longer burst is dropped.
 */
export class HeldKeys {
  readonly #release: (keys: readonly HeldKey[]) => void
  readonly #schedule: Schedule
  readonly #holdMs: number
  #keys: HeldKey[] = []
  #cancelTimer: () => void = () => {}

  constructor(options: {
    readonly release: (keys: readonly HeldKey[]) => void
    readonly schedule: Schedule
    readonly holdMs: number
  }) {
    this.#release = options.release
    this.#schedule = options.schedule
    this.#holdMs = options.holdMs
  }

  isContinuation(event: KeyInput): boolean {
    const last = this.#keys.at(-1)
    return last !== undefined && event.timeStamp - last.event.timeStamp < scanGapMs
  }

  /** Call `flush` first, unless the key continues the burst. */
  add(key: HeldKey): void {
    this.#keys.push(key)
    this.#cancelTimer()
    this.#cancelTimer = this.#schedule(() => this.flush(), this.#holdMs)
  }

  flush(): void {
    const keys = this.drop()
    if (keys.length > 0 && keys.length <= maxRollKeys) this.#release(keys)
  }

  drop(): readonly HeldKey[] {
    this.#cancelTimer()
    const keys = this.#keys
    this.#keys = []
    return keys
  }
}
