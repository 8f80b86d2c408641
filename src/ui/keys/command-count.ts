import { Listeners } from '#ui/base/listeners.ts'

const maxDigits = 6
const maxTimes = 1000

const listeners = new Listeners()
let typed = ''
let given: number | undefined

function setCount(next: string): void {
  typed = next
  listeners.call()
}

export function typedCount(): string {
  return typed
}

export const onCount = listeners.add

export function addCountDigit(digit: number): void {
  if (typed.length < maxDigits) setCount(typed + String(digit))
}

export function clearCount(): void {
  if (typed !== '') setCount('')
}

export function currentCount(): number | undefined {
  return given
}

/** Runs a command with the typed count: that many times if it is repeatable, otherwise once. */
export function runCounted(run: () => void, repeats: boolean): void {
  given = typed === '' ? undefined : Number(typed)
  clearCount()
  try {
    const times = repeats ? Math.min(given ?? 1, maxTimes) : 1
    for (let time = 0; time < times; time += 1) run()
  } finally {
    given = undefined
  }
}
