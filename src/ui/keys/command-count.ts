import { Listeners } from '#ui/base/listeners.ts'

/** Nobody means a number larger than that; and none is to be repeated longer. */
const mostDigits = 6
const mostTimes = 1000

const listeners = new Listeners()
let typed = ''
/** The number of the command that runs now. */
let given: number | undefined

function change(next: string): void {
  typed = next
  listeners.call()
}

/** The digits typed so far for the next command; empty for none. */
export function typedCount(): string {
  return typed
}

export const onCount = listeners.add

/** One more digit; further ones than anybody means are left out. */
export function addCountDigit(digit: number): void {
  if (typed.length < mostDigits) change(typed + String(digit))
}

export function clearCount(): void {
  if (typed !== '') change('')
}

/** The number for the command that runs now; undefined where none was typed. */
export function currentCount(): number | undefined {
  return given
}

/**
 * Runs a command with the number typed before it, which is gone then: as often as it says where the
 * command can be repeated, else once.
 */
export function runCounted(run: () => void, repeats: boolean): void {
  given = typed === '' ? undefined : Number(typed)
  clearCount()
  try {
    const times = repeats ? Math.min(given ?? 1, mostTimes) : 1
    for (let time = 0; time < times; time += 1) run()
  } finally {
    given = undefined
  }
}
