import type { KeyInput, Keystroke } from './keystroke.ts'
import type { Schedule } from './schedule.ts'

/** A bare key waiting to be told from a scan. */
export interface HeldKey {
  readonly stroke: Keystroke
  readonly event: KeyInput
}

/** Nobody presses keys this close together on purpose for long; scanners do. */
const scanGapMs = 35
/** A hand rolling over a sequence such as `g l` makes at most this many fast presses. */
const longestRoll = 3

/**
 * Holds single-letter commands for a moment, so that a scanned code which starts with a bound
 * letter runs nothing. A few fast presses are let go in order, a longer burst is thrown away.
 */
export class HeldKeys {
  readonly #release: (keys: readonly HeldKey[]) => void
  readonly #schedule: Schedule
  readonly #holdMs: number
  #keys: HeldKey[] = []
  #callOff: () => void = () => {}

  constructor(options: {
    readonly release: (keys: readonly HeldKey[]) => void
    readonly schedule: Schedule
    readonly holdMs: number
  }) {
    this.#release = options.release
    this.#schedule = options.schedule
    this.#holdMs = options.holdMs
  }

  /** Whether this key follows the held ones as fast as only a burst does. */
  continues(event: KeyInput): boolean {
    const last = this.#keys.at(-1)
    return last !== undefined && event.timeStamp - last.event.timeStamp < scanGapMs
  }

  /** Flush first, unless the key continues the burst. */
  add(key: HeldKey): void {
    this.#keys.push(key)
    this.#callOff()
    this.#callOff = this.#schedule(() => this.flush(), this.#holdMs)
  }

  /** Lets the held keys go now, before something else happens. */
  flush(): void {
    const keys = this.drop()
    if (keys.length > 0 && keys.length <= longestRoll) this.#release(keys)
  }

  /** Takes the held keys out: those that were part of a scan are forgotten. */
  drop(): readonly HeldKey[] {
    this.#callOff()
    const keys = this.#keys
    this.#keys = []
    return keys
  }
}
