import { Listeners } from '#ui/base/listeners.ts'

const maxDigits = 6
const maxTimes = 1000

const listeners = new Listeners()
let typedDigits = ''
let explicitCount: number | undefined

function setCount(next: string): void {
  typedDigits = next
  listeners.call()
}

export function typedCount(): string {
  return typedDigits
}

export const onCount = listeners.add

export function addCountDigit(digit: number): void {
  if (typedDigits.length < maxDigits) setCount(typedDigits + String(digit))
}

export function clearCount(): void {
  if (typedDigits !== '') setCount('')
}

export function currentCount(): number | undefined {
  return explicitCount
}

/** Runs a command with the typed count: that many times if it is repeatable, otherwise once. */
export function runCounted(run: () => void, repeats: boolean): void {
  explicitCount = typedDigits === '' ? undefined : Number(typedDigits)
  clearCount()
  try {
    const times = repeats ? Math.min(explicitCount ?? 1, maxTimes) : 1
    for (let time = 0; time < times; time += 1) run()
  } finally {
    explicitCount = undefined
  }
}
