import { today } from './calendar-day.ts'
import { Listeners } from './listeners.ts'

const CHECK_MS = 20_000

const listeners = new Listeners()
let timer: ReturnType<typeof setInterval> | undefined
let day = ''
let count = 0

/** Timers of a sleeping computer stop, so the date is compared instead of waiting for midnight. */
function check(): void {
  const now = today()
  if (now === day) return
  day = now
  listeners.call()
}

/** Calls a listener when the date of the warehouse changes. Returns a function that stops it. */
export function onNewDay(listener: () => void): () => void {
  const stop = listeners.add(listener)
  if (count++ === 0) {
    day = today()
    timer = setInterval(check, CHECK_MS)
  }
  return () => {
    stop()
    if (--count === 0) clearInterval(timer)
  }
}
