/** Waited for a quiet moment so long at most (spec §9). */
const IDLE_TIMEOUT_MS = 2000

let fetching = 0

/** Code is being fetched that nobody has asked for yet. */
export function isPrefetching(): boolean {
  return fetching > 0
}

/**
 * Fetches code that nobody opens yet. What cannot be had now is fetched when it is needed, and its
 * failure is said then.
 */
export async function fetchAhead(load: () => Promise<unknown>): Promise<void> {
  fetching += 1
  try {
    await load()
  } catch {
    // Said when it is needed.
  } finally {
    fetching -= 1
  }
}

/**
 * Fetches code that will be wanted soon when the browser has nothing better to do, one step in each
 * quiet moment: a key that is pressed meanwhile waits for one step at most.
 */
export function prefetchWhenIdle(...steps: readonly (() => Promise<unknown>)[]): void {
  const [load, ...later] = steps
  if (!load) return
  const fetchNow = (): void => void fetchAhead(load).then(() => prefetchWhenIdle(...later))
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') setTimeout(fetchNow, IDLE_TIMEOUT_MS)
  else requestIdleCallback(fetchNow, { timeout: IDLE_TIMEOUT_MS })
}
