const RETRY_MS = 5000

/**
 * Retries every few seconds, and when the network comes back, until the attempt returns true.
 * Returns a function that stops it. A pending attempt then must not continue (`ended` is aborted).
 */
export function retryUntilDone(attempt: (ended: AbortSignal) => Promise<boolean>): () => void {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const scheduleRetry = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void retryOnce(), RETRY_MS)
  }
  const stop = (): void => {
    clearTimeout(timer)
    end.abort()
  }
  const retryOnce = async (): Promise<void> => {
    const isDone = await attempt(end.signal)
    if (end.signal.aborted) return
    if (isDone) stop()
    else scheduleRetry()
  }
  addEventListener('online', () => void retryOnce(), { signal: end.signal })
  scheduleRetry()
  return stop
}
