/** Runs a callback after a delay and returns a cancel function. Tests pass their own clock. */
export type Schedule = (run: () => void, delayMs: number) => () => void

export const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
