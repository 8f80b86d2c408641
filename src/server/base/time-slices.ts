import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Long enough to make progress, short enough not to delay other requests noticeably. */
const sliceMs = 8

/**
 * Returns a function to call between the steps of long work. It returns a promise to await when the
 * current time slice is over, otherwise undefined.
 */
export function timeSlices(): () => Promise<void> | undefined {
  let until = performance.now() + sliceMs
  return () => {
    if (performance.now() < until) return undefined
    return yieldToOthers().then(() => {
      until = performance.now() + sliceMs
    })
  }
}
