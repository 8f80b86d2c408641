import { Listeners } from '#ui/base/listeners.ts'

/** Nobody needs a larger number, and none should be repeated longer. */
const mostDigits = 6
const mostTimes = 1000

const listeners = new Listeners()
let typed = ''
/** Count of the running command. */
let given: number | undefined

function change(next: string): void {
  typed = next
  listeners.call()
}

export function typedCount(): string {
  return typed
}

export const onCount = listeners.add

export function addCountDigit(digit: number): void {
  if (typed.length < mostDigits) change(typed + String(digit))
}

export function clearCount(): void {
  if (typed !== '') change('')
}

/** Count of the running command; undefined if none was typed. */
export function currentCount(): number | undefined {
  return given
}

/** Runs a command with the typed count: that often if it can be repeated, otherwise once. */
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
