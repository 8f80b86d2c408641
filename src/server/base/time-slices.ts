import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Long enough to make progress, short enough that other requests do not notice. */
const sliceMs = 8

/**
 * Returns a function to call between steps of long work. It returns a promise to await once the
 * current slice is over, and undefined before.
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
