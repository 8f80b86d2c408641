/** Longest wait for an idle period (spec §9). */
const IDLE_TIMEOUT_MS = 2000

let fetching = 0

export function isPrefetching(): boolean {
  return fetching > 0
}

/**
 * Prefetches code. A failure is ignored here, because the code is loaded again when it is needed.
 */
export async function prefetchCode(load: () => Promise<unknown>): Promise<void> {
  fetching += 1
  try {
    await load()
  } catch {
  } finally {
    fetching -= 1
  }
}

/**
 * Prefetches code while the browser is idle, one step per idle period. A keystroke waits for one
 * step at most.
 */
export function prefetchWhenIdle(...steps: readonly (() => Promise<unknown>)[]): void {
  const [load, ...later] = steps
  if (!load) return
  const fetchNow = (): void => void prefetchCode(load).then(() => prefetchWhenIdle(...later))
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback !== 'function') setTimeout(fetchNow, IDLE_TIMEOUT_MS)
  else requestIdleCallback(fetchNow, { timeout: IDLE_TIMEOUT_MS })
}
