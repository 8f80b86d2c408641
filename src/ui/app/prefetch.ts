/** Waited for a quiet moment so long at most (spec §9). */
const IDLE_TIMEOUT_MS = 2000

let fetching = 0

/** Code is being fetched that nobody has asked for yet. */
export function isPrefetching(): boolean {
  return fetching > 0
}

/**
 * Fetches code that will be wanted soon, when the browser has nothing better to do. What cannot be
 * had now is fetched when it is needed, and its failure is said then.
 */
export function prefetchWhenIdle(load: () => Promise<unknown>): void {
  const fetchNow = (): void => {
    fetching += 1
    load()
      .catch(() => undefined)
      .finally(() => (fetching -= 1))
  }
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') setTimeout(fetchNow, IDLE_TIMEOUT_MS)
  else requestIdleCallback(fetchNow, { timeout: IDLE_TIMEOUT_MS })
}
