/** Runs something after a while; the answer calls it off. Tests hand in their own clock. */
export type Schedule = (run: () => void, delayMs: number) => () => void

export const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
